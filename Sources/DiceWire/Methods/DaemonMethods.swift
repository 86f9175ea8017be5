extension Method where Params == HelloParams, Result == HelloResult {
    public static var hello: Self {
        Self(
            "hello", "Says which protocol the client speaks and learns which daemon answers; optional.",
            result: "daemon", isSafeToRepeat: true, errors: [.unsupportedProtocol], examples: [HelloParams()])
    }
}

extension Method where Params == EmptyObject, Result == EmptyObject {
    public static var ping: Self { Self("ping", "Answers at once.", isSafeToRepeat: true) }
}

extension Method where Params == EmptyObject, Result == StatusResult {
    public static var status: Self {
        Self(
            "server.status", "Tells how the daemon is doing.", result: "status", access: .unconfined,
            isSafeToRepeat: true)
    }
}

extension Method where Params == BackupParams, Result == BackupResult {
    public static var backup: Self {
        Self(
            "server.backup", "Copies every table and the history into a file on the daemon's machine.",
            result: "backup", access: .unconfined, errors: [.storageFailed], examples: [BackupParams(path: "/tmp/dice")]
        )
    }
}

/// The params of `hello`.
public struct HelloParams: Message, Hashable {
    /// Any version except `protocolVersion` is refused.
    public var protocolNumber: Int
    /// The program's name and version, 1 to 64 printable characters; nil says nothing.
    public var client: String?

    public init(protocolNumber: Int = protocolVersion, client: String? = nil) {
        (self.protocolNumber, self.client) = (protocolNumber, client)
    }

    static let members = Members(
        Self.init,
        Member("protocol", \.protocolNumber, .number, "The protocol number: 1."),
        Member(
            "client", ifPresent: \.client, .newLabel("the name of a client"),
            "The program's name and version, for the daemon's log."))
}

/// The params of `server.backup`.
public struct BackupParams: Message, Hashable {
    /// An absolute path on the daemon's machine.
    public var path: String
    /// Whether a file that is there already is replaced.
    public var force: Bool

    public init(path: String, force: Bool = false) { (self.path, self.force) = (path, force) }

    static let members = Members(
        Self.init,
        Member("path", \.path, .absolutePath, "The file to write, on the daemon's machine."),
        Member("force", \.force, default: false, "Whether a file that is there already is replaced; false by default."))
}

/// The result of `server.backup`.
public struct BackupResult: Message, Hashable {
    /// The file that was written.
    public var path: String
    /// Its size.
    public var bytes: Int

    public init(path: String, bytes: Int) { (self.path, self.bytes) = (path, bytes) }

    static let members = Members(
        component: "BackupResult", Self.init, Member("path", \.path), Member("bytes", \.bytes, .count))
}
