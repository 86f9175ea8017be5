public import DiceModel

/// The params of `link.make`.
public struct LinkParams: Message, Hashable {
    /// The tables, 1 to 32; `nil` for all.
    public var tables: [TableName]?
    /// The table at which the page opens; `nil` for the page's choice. It limits nothing.
    public var table: TableName?
    /// The names that the link plays as; `nil` for the requester's name, or for none if the link
    /// only watches.
    public var `as`: SeatNames?
    /// The link's permissions; `nil` for ``ConnectionRole/watch`` with an overlay and
    /// ``ConnectionRole/play`` without one.
    public var role: ConnectionRole?
    /// The lifetime of the link in seconds, from a minute to a year; `nil` for the default.
    public var seconds: Int?
    /// True if the link opens the overlay, which shows only the dice.
    public var overlay: Bool
    /// The time in seconds for which the overlay shows an ended throw and the total of a roll;
    /// `nil` for dice only.
    public var throwsFor: Int?
    /// True if the result includes the QR code.
    public var code: Bool

    /// The default lifetime: 12 hours, in seconds.
    public static let usualLife = 43_200
    /// The default lifetime of a link over a network without TLS: 4 hours, in seconds.
    public static let usualLifeWithoutTLS = 14_400
    /// The valid lifetimes: a minute to a year, in seconds.
    public static let lives = 60...31_536_000
    /// The valid display times of throws: up to an hour, in seconds.
    public static let throwTimes = 0...3_600
    /// The number of tables that a link can name.
    public static let tableCount = 1...32

    public init(
        tables: [TableName]? = nil,
        table: TableName? = nil,
        as names: SeatNames? = nil,
        role: ConnectionRole? = nil,
        seconds: Int? = nil,
        overlay: Bool = false,
        throwsFor: Int? = nil,
        code: Bool = false
    ) {
        self.tables = tables
        self.table = table
        self.as = names
        self.role = role
        self.seconds = seconds
        self.overlay = overlay
        self.throwsFor = throwsFor
        self.code = code
    }

    static var blank: Self { Self() }

    mutating func visit(_ field: inout Fields) {
        field(
            "tables",
            &tables,
            .linkedTables,
            "The tables that the link opens; all by default."
        )
        field(
            "table",
            &table,
            .any,
            "The table at which the page opens; by default the newest match of its names."
        )
        field(
            "as",
            &`as`,
            .any,
            "The names that play; by default the caller's, or none with role watch."
        )
        field(
            "role",
            &role,
            .any,
            "\"watch\" allows no changes, \"host\" may also create tables and links; by default play, or watch for an overlay."
        )
        field(
            "for",
            &seconds,
            .within(Self.lives),
            "Seconds until the link expires; by default 12 hours, or 4 over plain HTTP beyond loopback."
        )
        field(
            "overlay",
            &overlay,
            default: false,
            "True for a page of only the dice; false by default."
        )
        field(
            "throwsFor",
            &throwsFor,
            .within(Self.throwTimes),
            "Seconds for which the overlay shows an ended throw or the total of a roll."
        )
        field(
            "code",
            &code,
            default: false,
            "True to return the QR code as well; false by default."
        )
    }
}

extension Form<[TableName]> {
    fileprivate static var linkedTables: Self {
        let count = LinkParams.tableCount
        let names = Form.tableNames
        return Form(
            schema: .array(of: .tableName, count: count),
            rule: "an array of \(count.lowerBound) to \(count.upperBound) table names"
        ) { count.contains($0.count) ? names.accept($0) : nil }
    }
}
