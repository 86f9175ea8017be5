public import DiceModel

/// The protocol that this package speaks.
public let protocolVersion = 1

/// The result of methods that have nothing to tell, and the params of those that take none.
public struct EmptyObject: Message, Hashable, Codable {
    public init() {}

    public init(json: JSONValue) throws(JSONMismatch) {
        guard case .object = json else { throw JSONMismatch(wanted: "an object") }
        self.init()
    }

    static let members = Members(component: "Empty") { Self() }
}

/// The result of `hello`.
public struct HelloResult: Message, Hashable, Codable {
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
public struct StatusResult: Message, Hashable, Codable {
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

/// A line of `table.list`.
public struct TableSummary: Message, Hashable, Codable {
    public var table: String
    /// How many dice it has.
    public var dice: Int
    /// The number of the open turn, from 1.
    public var turn: Int
    /// The rolls of the open turn so far.
    public var roll: Int
    /// Whether any die of it is in flight.
    public var rolling: Bool
    /// How many connections watch it.
    public var watchers: Int
    /// Who made it, on a daemon that several users share.
    public var owner: String?
    /// Those of the watchers whose names are known, each name once, sorted; nil where there are none.
    public var watching: [String]?

    public init(
        table: String, dice: Int, turn: Int, roll: Int, rolling: Bool, watchers: Int, owner: String? = nil,
        watching: [String]? = nil
    ) {
        self.owner = owner
        self.watching = watching
        self.table = table
        self.dice = dice
        self.turn = turn
        self.roll = roll
        self.rolling = rolling
        self.watchers = watchers
    }

    static let members = Members(
        component: "TableSummary", Self.init,
        Member("table", \.table, .tableName),
        Member("dice", \.dice, .integer(Limits.dicePerTable)),
        Member("turn", \.turn, .number),
        Member("roll", \.roll, .count),
        Member("rolling", \.rolling),
        Member("watchers", \.watchers, .count),
        Member("owner", ifPresent: \.owner, .label, "Who made it, on a daemon that several users share."),
        Member("watching", ifPresent: \.watching, .watching, watchingSummary))

}

/// The result of `table.list`.
public struct ListResult: Message, Hashable, Codable {
    /// By name.
    public var tables: [TableSummary]

    public init(tables: [TableSummary]) {
        self.tables = tables
    }

    static let members = Members(component: "TableList", Self.init, Member("tables", \.tables, .atMost(Limits.tables)))
}

/// The result of `table.roll`.
public struct RollResult: Message, Hashable, Codable {
    public var table: String
    /// The number of the turn, from 1.
    public var turn: Int
    /// The number of the roll in its turn, from 1.
    public var roll: Int
    /// Who rolled.
    public var by: String
    /// Whether the dice settled in their own time.
    public var outcome: RollOutcome
    /// Only of a cancelled roll.
    public var reason: CancelReason?
    /// The numbers of the dice that were rolled, ascending.
    public var rolled: [Int]
    /// Every die of the table as it stood when the roll's last die settled.
    public var dice: [DieState]
    /// The sum of `dice`.
    public var total: Int
    /// The SHA-256 of the open turn's seed, in hex; nil of a turn from before there were seeds.
    public var commitment: String?
    /// The roller's, in hex, or empty; nil of a roll whose faces nobody can check.
    public var entropy: String?
    /// The contributors', in hex, in the order of their list; nil of a roll whose faces nobody can check.
    public var reveals: [String]?
    /// Who did not answer, of a void roll.
    public var absent: [String]?

    public init(
        table: String, turn: Int, roll: Int, by: String, outcome: RollOutcome, reason: CancelReason?, rolled: [Int],
        dice: [DieState], total: Int, commitment: String? = nil, entropy: String? = nil, reveals: [String]? = nil,
        absent: [String]? = nil
    ) {
        self.commitment = commitment
        self.entropy = entropy
        self.reveals = reveals
        self.absent = absent
        self.table = table
        self.turn = turn
        self.roll = roll
        self.by = by
        self.outcome = outcome
        self.reason = reason
        self.rolled = rolled
        self.dice = dice
        self.total = total
    }

    static let members = Members(
        component: "RollResult", Self.init,
        Member("table", \.table, .tableName),
        Member("turn", \.turn, .number),
        Member("roll", \.roll, .number),
        Member("by", \.by, .label),
        Member("outcome", \.outcome),
        Member("reason", ifPresent: \.reason),
        Member("rolled", \.rolled, .numbers),
        Member("dice", \.dice, .everyDie(\.die)),
        Member("total", \.total, .count),
        .commitment("commitment", \.commitment, "The SHA-256 of the open turn's seed."), .entropy(\.entropy),
        .reveals(\.reveals), .absent(\.absent))

}

/// The result of `table.cancel`.
public struct CancelResult: Message, Hashable, Codable {
    /// The numbers of the dice that were settled.
    public var cancelled: [Int]

    public init(cancelled: [Int]) {
        self.cancelled = cancelled
    }

    static let members = Members(
        component: "CancelResult", Self.init, Member("cancelled", \.cancelled, .numbers))
}

/// The result of `server.backup`.
public struct BackupResult: Message, Hashable, Codable {
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
