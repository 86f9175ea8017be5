import DiceModel

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
    /// How many times slower than usual the dice move (`--slow`), below 1 faster; nil if they move
    /// as usual.
    public var slow: Double?
    /// The folder of the store, an absolute path.
    public var stateFolder: String?
    /// The size of the store's files.
    public var storeBytes: Int?
    /// Where the daemon's log goes: `journal`, or the absolute path of a file; nil for anywhere
    /// else.
    public var log: String?
    /// Who started the daemon: `dicectl` or `systemd`; nil for anybody else.
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
        Member("startedBy", ifPresent: \.startedBy, .words(["dicectl", "systemd"]))
    )
}
