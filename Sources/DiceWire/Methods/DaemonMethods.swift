import DiceModel

extension Method where Params == HelloParams, Result == HelloResult {
    public static var hello: Self {
        Self(
            "hello",
            "Announces the client's protocol and returns facts about the daemon; optional.",
            result: "daemon",
            isSafeToRepeat: true,
            errors: [.unsupportedProtocol],
            examples: [HelloParams()]
        )
    }
}

extension Method where Params == EmptyObject, Result == EmptyObject {
    public static var ping: Self {
        Self("ping", "Returns an empty result at once.", isSafeToRepeat: true)
    }
}

extension Method where Params == EmptyObject, Result == StatusResult {
    public static var status: Self {
        Self(
            "server.status",
            "Returns the status of the daemon.",
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
            "Returns the daemon's counters since it started.",
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
            "Backs up all tables and the history: to the client, to the daemon's backup folder, or to a file.",
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
    /// The protocol version. Any other than `protocolVersion` is rejected.
    public var protocolNumber: Int
    /// The program's name and version, 1 to 64 printable characters; `nil` if unknown.
    public var client: String?
    /// True if the client plays as a bot.
    public var bot: Bool

    public init(
        protocolNumber: Int = protocolVersion,
        client: String? = nil,
        bot: Bool = false
    ) {
        self.protocolNumber = protocolNumber
        self.client = client
        self.bot = bot
    }

    static var blank: Self { Self() }

    mutating func visit(_ field: inout Fields) {
        field("protocol", &protocolNumber, .number, "The protocol number: 1.")
        field(
            "client",
            &client,
            .newLabel("the name of a client"),
            "The program's name and version, for the daemon's log."
        )
        field(
            "bot",
            &bot,
            default: false,
            "True if the client plays as a bot: its rolls, turns and throws are on record as a bot's."
        )
    }
}

/// The params of `server.backup`: exactly one of `stream`, `keep` and `path`.
public struct BackupParams: Message, Hashable {
    /// True if the copy is sent to the client, in notifications.
    public var stream: Bool
    /// The number of copies that the daemon keeps in the folder `backups` of its state folder,
    /// including this one; `nil` if the copy is not written there.
    public var keep: Int?
    /// An absolute path on the daemon's machine; `nil` for none.
    public var path: String?
    /// True if an existing file is replaced.
    public var force: Bool
    /// True if the client requests progress notifications.
    public var progress: Bool

    /// The destination of the copy.
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

    /// The destination. Throws `invalidParams` unless there is exactly one.
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
            guard let first = targets.first else {
                throw WireError(.noDestination, ["param": "stream"])
            }
            guard targets.count == 1 else {
                throw WireError(.severalDestinations, ["param": targets[1].name])
            }
            guard !force || path != nil else {
                throw WireError(.forceWithoutPath, ["param": "force"])
            }
            return first.target
        }
    }

    static var blank: Self { Self(.stream) }

    mutating func visit(_ field: inout Fields) {
        field(
            "stream",
            &stream,
            default: false,
            "True to send the copy to the client in backup notifications; false by default."
        )
        field(
            "keep",
            &keep,
            .within(Limits.backups),
            "The number of copies, including this one, to keep in the folder backups of the state folder."
        )
        field("path", &path, .absolutePath, "The file to write, on the daemon's machine.")
        field(
            "force",
            &force,
            default: false,
            "With path: true to replace an existing file; false by default."
        )
        field.progress(&progress)
    }
}

/// The result of `server.backup`.
public struct BackupResult: Message, Hashable {
    /// The file that the daemon has written; `nil` if the copy was sent to the client.
    public var path: String?
    /// The size of the copy in bytes.
    public var bytes: Int
    /// The SHA-256 of the sent copy, in lower-case hex; `nil` if the daemon has written a file.
    public var sha256: String?

    public init(path: String? = nil, bytes: Int, sha256: String? = nil) {
        self.path = path
        self.bytes = bytes
        self.sha256 = sha256
    }

    static var blank: Self { Self(bytes: 0) }

    mutating func visit(_ field: inout Fields) {
        field("path", &path)
        field("bytes", &bytes, .count)
        field("sha256", &sha256, .digest)
    }
}

/// A notification with a part of the copy.
public struct BackupPart: Message, Hashable {
    /// The id of the request.
    public var id: RequestID
    /// The offset of this part in the copy, in bytes.
    public var offset: Int
    /// The bytes of this part, in base64.
    public var data: String
    /// The size of the whole copy in bytes.
    public var total: Int

    public init(id: RequestID, offset: Int, data: String, total: Int) {
        self.id = id
        self.offset = offset
        self.data = data
        self.total = total
    }

    static var blank: Self { Self(id: .null, offset: 0, data: "", total: 0) }

    mutating func visit(_ field: inout Fields) {
        field("id", &id)
        field("offset", &offset, .count)
        field("data", &data)
        field("total", &total, .count)
    }
}

/// A notification of a long request's progress.
public struct RequestProgress: Message, Hashable {
    /// The id of the request.
    public var id: RequestID
    /// The amount of work done, in the unit of `total`.
    public var done: Int
    /// The total amount of work; 0 if not known yet.
    public var total: Int

    public init(id: RequestID, done: Int, total: Int) {
        self.id = id
        self.done = done
        self.total = total
    }

    static let component = "Progress"
    static var blank: Self { Self(id: .null, done: 0, total: 0) }

    mutating func visit(_ field: inout Fields) {
        field("id", &id)
        field("done", &done, .count)
        field("total", &total, .count)
    }
}

extension RequestID: WireValue {
    static var wireForm: Form<RequestID> {
        Form(schema: .component("RequestID") { .oneOf([.string(), .integer()]) })
    }
}
