import DiceModel

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
        self.protocolNumber = protocolNumber
        self.client = client
    }

    static let members = Members(
        Self.init,
        Member("protocol", \.protocolNumber, .number, "The protocol number: 1."),
        Member("client", ifPresent: \.client, .label, "The program's name and version, for the daemon's log."))
}

/// The result of `hello`.
public struct HelloResult: Message, Hashable {
    /// The protocol that the daemon speaks.
    public var `protocol`: Int
    /// `diced/VERSION`
    public var server: String
    /// Differs from one start of the daemon to the next.
    public var instance: String
    /// The daemon's process.
    public var pid: Int

    public init(protocol number: Int, server: String, instance: String, pid: Int) {
        self.protocol = number
        self.server = server
        self.instance = instance
        self.pid = pid
    }

    static let members = Members(
        component: "Hello", Self.init,
        Member("protocol", \.protocol, .number),
        Member("server", \.server),
        Member("instance", \.instance),
        Member("pid", \.pid, .number))
}

/// The result of `server.status`.
public struct StatusResult: Message, Hashable {
    /// The version of the daemon's program.
    public var version: String
    /// The daemon's process.
    public var pid: Int
    /// Whole seconds since the daemon started.
    public var uptime: Int
    /// How many there are.
    public var tables: Int
    /// Open connections.
    public var clients: Int
    /// Watched tables, summed over the connections.
    public var watchers: Int
    /// Dice in flight, over all tables.
    public var animating: Int
    /// Whether the rolls are repeatable (`--seed`).
    public var seeded: Bool
    /// How many times slower than usual the dice move (`--slow`), below 1 faster; nil if they move as usual.
    public var slow: Double?
    /// The folder of the store, an absolute path.
    public var stateFolder: String?
    /// The size of the store's files.
    public var storeBytes: Int?
    /// Where the daemon's log goes: `journal`, or the absolute path of a file; nil for anywhere else.
    public var log: String?
    /// Who started the daemon: `dicectl` or `systemd`; nil for anybody else.
    public var startedBy: String?

    public init(
        version: String, pid: Int, uptime: Int, tables: Int, clients: Int, watchers: Int, animating: Int, seeded: Bool,
        slow: Double? = nil, stateFolder: String? = nil, storeBytes: Int? = nil, log: String? = nil,
        startedBy: String? = nil
    ) {
        self.version = version
        self.pid = pid
        self.uptime = uptime
        self.tables = tables
        self.clients = clients
        self.watchers = watchers
        self.animating = animating
        self.seeded = seeded
        self.slow = slow
        self.stateFolder = stateFolder
        self.storeBytes = storeBytes
        self.log = log
        self.startedBy = startedBy
    }

    static let members = Members(
        component: "Status", Self.init,
        Member("version", \.version),
        Member("pid", \.pid, .number),
        Member("uptime", \.uptime, .count),
        Member("tables", \.tables, .count),
        Member("clients", \.clients, .count),
        Member("watchers", \.watchers, .count),
        Member("animating", \.animating, .count),
        Member("seeded", \.seeded),
        Member("slow", ifPresent: \.slow, .real(Limits.slowness)),
        Member("stateFolder", ifPresent: \.stateFolder),
        Member("storeBytes", ifPresent: \.storeBytes, .count),
        Member("log", ifPresent: \.log), Member("startedBy", ifPresent: \.startedBy, .words(["dicectl", "systemd"])))
}

/// The params of `server.backup`.
public struct BackupParams: Message, Hashable {
    /// An absolute path on the daemon's machine.
    public var path: String
    /// Whether a file that is there already is replaced.
    public var force: Bool

    public init(path: String, force: Bool = false) {
        self.path = path
        self.force = force
    }

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

    public init(path: String, bytes: Int) {
        self.path = path
        self.bytes = bytes
    }

    static let members = Members(
        component: "BackupResult", Self.init, Member("path", \.path), Member("bytes", \.bytes, .count))
}
