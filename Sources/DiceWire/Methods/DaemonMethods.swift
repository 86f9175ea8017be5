import DiceModel

extension Method where Params == HelloParams, Result == HelloResult {
    public static var hello: Self {
        Self(
            "hello",
            "Says which protocol the client speaks and learns which daemon answers; optional.",
            result: "daemon",
            isSafeToRepeat: true,
            errors: [.unsupportedProtocol],
            examples: [HelloParams()]
        )
    }
}

extension Method where Params == EmptyObject, Result == EmptyObject {
    public static var ping: Self {
        Self("ping", "Answers at once.", isSafeToRepeat: true)
    }
}

extension Method where Params == EmptyObject, Result == StatusResult {
    public static var status: Self {
        Self(
            "server.status",
            "Tells how the daemon is doing.",
            result: "status",
            access: .unconfined,
            isSafeToRepeat: true
        )
    }
}

extension Method where Params == EmptyObject, Result == MetricsResult {
    public static var metrics: Self {
        Self(
            "server.metrics",
            "Tells what the daemon has counted since it started.",
            result: "metrics",
            access: .unconfined,
            isSafeToRepeat: true
        )
    }
}

extension Method where Params == BackupParams, Result == BackupResult {
    public static var backup: Self {
        Self(
            "server.backup",
            "Copies every table and the history: to the client, into the daemon's folder, or a file.",
            result: "backup",
            access: .unconfined,
            errors: [.storageFailed],
            examples: [
                BackupParams(.stream, progress: true), BackupParams(.keep(7)),
                BackupParams(.path("/tmp/dice")),
            ]
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
        self.protocolNumber = protocolNumber
        self.client = client
    }

    static let members = Members(
        Self.init,
        Member("protocol", \.protocolNumber, .number, "The protocol number: 1."),
        Member(
            "client",
            ifPresent: \.client,
            .newLabel("the name of a client"),
            "The program's name and version, for the daemon's log."
        )
    )
}

/// The params of `server.backup`: exactly one of `stream`, `keep` and `path`.
public struct BackupParams: Message, Hashable {
    /// Whether the copy is sent to the client, in notifications.
    public var stream: Bool
    /// How many copies the daemon keeps in the folder `backups` of its state folder, this one among
    /// them; nil for none there.
    public var keep: Int?
    /// An absolute path on the daemon's machine; nil for none.
    public var path: String?
    /// Whether a file that is there already is replaced.
    public var force: Bool
    /// Whether notifications tell how far it is.
    public var progress: Bool

    /// Where the copy goes.
    public enum Target: Sendable, Hashable {
        case stream
        case keep(Int)
        case path(String)
    }

    public init(_ target: Target, force: Bool = false, progress: Bool = false) {
        stream = target == .stream
        if case .keep(let count) = target {
            keep = count
        }
        if case .path(let place) = target {
            path = place
        }
        self.force = force
        self.progress = progress
    }

    init(stream: Bool, keep: Int?, path: String?, force: Bool, progress: Bool) {
        self.stream = stream
        self.keep = keep
        self.path = path
        self.force = force
        self.progress = progress
    }

    /// Throws `invalidParams` unless it is exactly one.
    public var target: Target {
        get throws(WireError) {
            var targets: [(name: String, target: Target)] = []
            if stream {
                targets.append(("stream", .stream))
            }
            if let keep {
                targets.append(("keep", .keep(keep)))
            }
            if let path {
                targets.append(("path", .path(path)))
            }
            guard let first = targets.first, targets.count == 1 else {
                throw WireError(
                    .invalidParams,
                    "name exactly one of \"stream\", \"keep\" and \"path\"",
                    param: targets.dropFirst().first?.name ?? "stream"
                )
            }
            guard !force || path != nil else {
                throw WireError(
                    .invalidParams,
                    "\"force\" is for \"path\"; leave it out, nothing else is replaced",
                    param: "force"
                )
            }
            return first.target
        }
    }

    static let members = Members(
        Self.init(stream:keep:path:force:progress:),
        Member(
            "stream",
            \.stream,
            default: false,
            "Whether the copy is sent, in notifications backup; false by default."
        ),
        Member(
            "keep",
            ifPresent: \.keep,
            .within(Limits.backups),
            "How many copies the folder backups of the daemon's state folder keeps, this one among them."
        ),
        Member(
            "path",
            ifPresent: \.path,
            .absolutePath,
            "The file to write, on the daemon's machine."
        ),
        Member(
            "force",
            \.force,
            default: false,
            "Whether a file that is there already is replaced, with path; false by default."
        ),
        Member(
            "progress",
            \.progress,
            default: false,
            "Whether notifications progress tell how far it is; false by default."
        )
    )
}

/// The result of `server.backup`.
public struct BackupResult: Message, Hashable {
    /// The file that the daemon has written; nil if the copy was sent.
    public var path: String?
    /// Its size.
    public var bytes: Int
    /// The SHA-256 of what was sent, in lower-case hex; nil if the daemon has written a file.
    public var sha256: String?

    public init(path: String? = nil, bytes: Int, sha256: String? = nil) {
        self.path = path
        self.bytes = bytes
        self.sha256 = sha256
    }

    static let members = Members(
        component: "BackupResult",
        Self.init,
        Member("path", ifPresent: \.path),
        Member("bytes", \.bytes, .count),
        Member("sha256", ifPresent: \.sha256, .digest)
    )
}

/// A notification: a part of the copy that is sent.
public struct BackupPart: Message, Hashable {
    /// That of the request.
    public var id: RequestID
    /// How many bytes of the copy come before it.
    public var offset: Int
    /// Its bytes, in base64.
    public var data: String
    /// The size of the whole copy in bytes.
    public var total: Int

    public init(id: RequestID, offset: Int, data: String, total: Int) {
        self.id = id
        self.offset = offset
        self.data = data
        self.total = total
    }

    static let members = Members(
        component: "BackupPart",
        Self.init,
        Member("id", \.id),
        Member("offset", \.offset, .count),
        Member("data", \.data),
        Member("total", \.total, .count)
    )
}

/// A notification: how far a request is that takes long.
public struct RequestProgress: Message, Hashable {
    /// That of the request.
    public var id: RequestID
    /// How much is done, in the unit of `total`.
    public var done: Int
    /// How much there is to do; 0 if that is not known yet.
    public var total: Int

    public init(id: RequestID, done: Int, total: Int) {
        self.id = id
        self.done = done
        self.total = total
    }

    static let members = Members(
        component: "Progress",
        Self.init,
        Member("id", \.id),
        Member("done", \.done, .count),
        Member("total", \.total, .count)
    )
}

extension RequestID: WireValue {
    static var wireForm: Form<RequestID> {
        Form(schema: .component("RequestID") { .oneOf([.string(), .integer()]) })
    }
}
