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

    static let members = Members(
        component: "Status",
        Self.init,
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
        Member("log", ifPresent: \.log),
        Member("startedBy", ifPresent: \.startedBy, .enumeration(["dicectl", "systemd"]))
    )
}
