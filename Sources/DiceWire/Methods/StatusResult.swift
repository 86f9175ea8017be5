import DiceModel

/// The result of `server.status`.
public struct StatusResult: Message, Hashable {
    /// The version of the daemon's program.
    public var version: String
    /// The daemon's process id.
    public var pid: Int
    /// The uptime in whole seconds.
    public var uptime: Int
    /// The number of tables.
    public var tables: Int
    /// The number of open connections.
    public var clients: Int
    /// The number of watched tables, summed over the connections.
    public var watchers: Int
    /// The number of dice in flight, over all tables.
    public var animating: Int
    /// True if rolls are repeatable (`--seed`).
    public var seeded: Bool
    /// The factor by which dice move slower than usual (`--slow`), below 1 for faster; `nil` for
    /// the usual speed.
    public var slow: Double?
    /// The folder of the store, an absolute path.
    public var stateFolder: String?
    /// The size of the store's files in bytes.
    public var storeBytes: Int?
    /// The destination of the daemon's log: `journal`, or the absolute path of a file; `nil` for
    /// any other.
    public var log: String?
    /// The program that started the daemon: `dicectl` or `systemd`; `nil` for any other.
    public var startedBy: String?

    public init(
        version: String,
        pid: Int,
        uptime: Int,
        tables: Int,
        clients: Int,
        watchers: Int,
        animating: Int,
        seeded: Bool,
        slow: Double? = nil,
        stateFolder: String? = nil,
        storeBytes: Int? = nil,
        log: String? = nil,
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

    static let component = "Status"
    static var blank: Self {
        Self(
            version: "",
            pid: 0,
            uptime: 0,
            tables: 0,
            clients: 0,
            watchers: 0,
            animating: 0,
            seeded: false
        )
    }

    mutating func visit(_ field: inout Fields) {
        field("version", &version)
        field("pid", &pid, .number)
        field("uptime", &uptime, .count)
        field("tables", &tables, .count)
        field("clients", &clients, .count)
        field("watchers", &watchers, .count)
        field("animating", &animating, .count)
        field("seeded", &seeded)
        field("slow", &slow, .real(Limits.slowness))
        field("stateFolder", &stateFolder)
        field("storeBytes", &storeBytes, .count)
        field("log", &log)
        field("startedBy", &startedBy, .enumeration(["dicectl", "systemd"]))
    }
}
