public import DiceModel

/// The params of a method: read by the daemon, written by a client.
protocol MethodParams: JSONWritable {
    static var definition: [Param] { get }
    /// Throws `WireError` when `params`, read by `definition`, do not fit.
    init(_ params: ParamReader) throws(WireError)
}

/// The params of a method that takes none.
public struct NoParams: MethodParams, Hashable {
    public static let definition: [Param] = []

    public init() {}

    init(_ params: ParamReader) {}

    public func write(to json: inout JSONWriter) { json.object { _ in } }
}

/// The params of `hello`.
public struct HelloParams: MethodParams, Hashable {
    /// Any but `protocolVersion` is refused.
    public var protocolNumber: Int
    /// The program's name and version, 1 to 64 printable characters; nil says nothing.
    public var client: String?

    private static let number = Param("protocol", .integer(1...Int.max), isRequired: true, "The protocol number: 1.")
    private static let client = Param("client", .label, "The program's name and version, for the daemon's log.")
    public static let definition = [number, client]

    public init(protocolNumber: Int = protocolVersion, client: String? = nil) {
        self.protocolNumber = protocolNumber
        self.client = client
    }

    init(_ params: ParamReader) throws(WireError) {
        protocolNumber = try params.required(Self.number)
        client = try params.label(Self.client)
    }

    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("protocol", protocolNumber)
            json.member("client", ifPresent: client)
        }
    }
}

/// The params of the methods that are about a table and nothing else.
public struct TableParams: MethodParams, Hashable {
    /// `default` where a request leaves it out.
    public var table: TableName

    public static let definition: [Param] = [.table]

    public init(table: TableName) {
        self.table = table
    }

    init(_ params: ParamReader) throws(WireError) {
        table = try params.table()
    }

    public func write(to json: inout JSONWriter) {
        json.object { $0.member("table", table.description) }
    }
}

/// The params of `table.delete`.
public struct DeleteParams: MethodParams, Hashable {
    /// Never left out.
    public var table: TableName

    private static let table = Param("table", .tableName, isRequired: true, "The table to delete.")
    public static let definition = [table]

    public init(table: TableName) {
        self.table = table
    }

    init(_ params: ParamReader) throws(WireError) {
        table = try params.required(Self.table)
    }

    public func write(to json: inout JSONWriter) {
        json.object { $0.member("table", table.description) }
    }
}

/// The params of `table.create`.
public struct CreateParams: MethodParams, Hashable {
    /// The new table's name.
    public var table: TableName
    /// Sides of each die, 2 to 1,000; 1 to 1,000 dice.
    public var dice: [Int]

    private static let table = Param("table", .tableName, isRequired: true, "The new table's name.")
    private static let dice = Param("dice", .sides, isRequired: true, "The sides of each die, 1 to 1,000 dice.")
    public static let definition = [table, dice]

    public init(table: TableName, dice: [Int]) {
        self.table = table
        self.dice = dice
    }

    init(_ params: ParamReader) throws(WireError) {
        table = try params.required(Self.table)
        dice = try params.required(Self.dice)
    }

    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("table", table.description)
            json.member("dice", dice)
        }
    }
}

/// The params of `table.roll`.
public struct RollParams: MethodParams, Hashable {
    /// `default` where a request leaves it out.
    public var table: TableName
    /// The numbers of the dice to roll, from 1; nil rolls every unlocked die.
    public var dice: [Int]?
    /// Whether the dice tumble for 0.5 to 1.25 s before they settle.
    public var animate: Bool
    /// Whether dice in flight are cancelled instead of the roll refused.
    public var restart: Bool
    /// Who rolls, 1 to 64 printable characters; nil for the login name of the daemon's user.
    public var by: String?

    private static let dice = Param("dice", .dieNumbers, "The dice to roll; every unlocked one by default.")
    private static let animate = Param("animate", .boolean, "Whether the dice tumble first; true by default.")
    private static let restart = Param(
        "restart", .boolean, "Whether dice in flight are cancelled instead of the roll refused; false by default.")
    public static let definition = [.table, dice, animate, restart, .by]

    public init(table: TableName, dice: [Int]? = nil, animate: Bool = true, restart: Bool = false, by: String? = nil) {
        self.table = table
        self.dice = dice
        self.animate = animate
        self.restart = restart
        self.by = by
    }

    init(_ params: ParamReader) throws(WireError) {
        table = try params.table()
        dice = try params.dieNumbers(Self.dice)
        animate = try params.optional(Self.animate) ?? true
        restart = try params.optional(Self.restart) ?? false
        by = try params.label(.by)
    }

    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("table", table.description)
            json.member("dice", ifPresent: dice)
            if !animate { json.member("animate", animate) }
            if restart { json.member("restart", restart) }
            json.member("by", ifPresent: by)
        }
    }
}

/// The params of the methods that change locks.
public struct DiceParams: MethodParams, Hashable {
    /// `default` where a request leaves it out.
    public var table: TableName
    /// The numbers of the dice, from 1; at least one.
    public var dice: [Int]

    private static let dice = Param("dice", .dieNumbers, isRequired: true, "The numbers of the dice.")
    public static let definition = [.table, dice]

    public init(table: TableName, dice: [Int]) {
        self.table = table
        self.dice = dice
    }

    init(_ params: ParamReader) throws(WireError) {
        table = try params.table()
        guard let numbers = try params.dieNumbers(Self.dice) else { throw ParamReader.missing(Self.dice) }
        dice = numbers
    }

    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("table", table.description)
            json.member("dice", dice)
        }
    }
}

/// The params of `table.endTurn`.
public struct EndTurnParams: MethodParams, Hashable {
    /// `default` where a request leaves it out.
    public var table: TableName
    /// Who ends the turn, 1 to 64 printable characters; nil for the login name of the daemon's user.
    public var by: String?

    public static let definition: [Param] = [.table, .by]

    public init(table: TableName, by: String? = nil) {
        self.table = table
        self.by = by
    }

    init(_ params: ParamReader) throws(WireError) {
        table = try params.table()
        by = try params.label(.by)
    }

    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("table", table.description)
            json.member("by", ifPresent: by)
        }
    }
}

/// The params of `table.history`.
public struct HistoryParams: MethodParams, Hashable {
    /// `default` where a request leaves it out.
    public var table: TableName
    /// The most entries to send, 1 to 1,000.
    public var limit: Int
    /// Only entries with lower ids.
    public var before: Int?

    private static let limit = Param("limit", .integer(Limits.historyPage), "The most entries to send; 20 by default.")
    private static let before = Param("before", .integer(1...Int.max), "Only entries with ids lower than this.")
    public static let definition = [.table, limit, before]
    public static let defaultLimit = 20

    public init(table: TableName, limit: Int = defaultLimit, before: Int? = nil) {
        self.table = table
        self.limit = limit
        self.before = before
    }

    init(_ params: ParamReader) throws(WireError) {
        table = try params.table()
        limit = try params.integer(Self.limit, in: Limits.historyPage) ?? Self.defaultLimit
        before = try params.integer(Self.before, in: 1...Int.max)
    }

    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("table", table.description)
            json.member("limit", limit)
            json.member("before", ifPresent: before)
        }
    }
}
