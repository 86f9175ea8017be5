public import DiceModel

/// The params of `link.make`.
public struct LinkParams: Message, Hashable {
    /// 1 to 32; nil for all.
    public var tables: [TableName]?
    /// Who plays; nil for the name of who asks, and for nobody where the link only watches.
    public var `as`: SeatNames?
    /// What the link permits; `nil` for ``ConnectionRole/watch`` with an overlay and
    /// ``ConnectionRole/play`` without one.
    public var role: ConnectionRole?
    /// How long the link opens the page, in seconds: from a minute to a year; nil for as long as is
    /// usual.
    public var seconds: Int?
    /// Whether it leads to the dice alone.
    public var overlay: Bool
    /// How long the overlay shows a throw that has ended, in seconds, and the total of a roll; nil
    /// for dice alone.
    public var throwsFor: Int?
    /// Whether the QR code is to be told.
    public var code: Bool

    /// 12 hours, in seconds.
    public static let usualLife = 43_200
    /// The same where the link passes a network without TLS: 4 hours.
    public static let usualLifeWithoutTLS = 14_400
    /// From a minute to a year, in seconds.
    public static let lives = 60...31_536_000
    /// From a second to an hour, in seconds.
    public static let throwTimes = 0...3_600
    /// How many tables a link can name.
    public static let tableCount = 1...32

    public init(
        tables: [TableName]? = nil,
        as names: SeatNames? = nil,
        role: ConnectionRole? = nil,
        seconds: Int? = nil,
        overlay: Bool = false,
        throwsFor: Int? = nil,
        code: Bool = false
    ) {
        self.tables = tables
        self.as = names
        self.role = role
        self.seconds = seconds
        self.overlay = overlay
        self.throwsFor = throwsFor
        self.code = code
    }

    static let members = Members(
        Self.init,
        Member(
            "tables",
            ifPresent: \.tables,
            .linkedTables,
            "The only tables; all of them by default."
        ),
        Member(
            "as",
            ifPresent: \.as,
            SeatNames.wireForm,
            "Who plays, a name or several; by default who asks, or nobody with role watch."
        ),
        Member(
            "role",
            ifPresent: \.role,
            ConnectionRole.wireForm,
            "\"watch\" changes nothing, \"host\" makes tables and links, too; by default play, with an overlay watch."
        ),
        Member(
            "for",
            ifPresent: \.seconds,
            .within(lives),
            "Seconds until it expires; by default 12 hours, over plain HTTP beyond loopback 4."
        ),
        Member(
            "overlay",
            \.overlay,
            default: false,
            "Whether it leads to the dice alone; false by default."
        ),
        Member(
            "throwsFor",
            ifPresent: \.throwsFor,
            .within(throwTimes),
            "Seconds for which the overlay shows a throw that has ended, beside the total of a roll."
        ),
        Member(
            "code",
            \.code,
            default: false,
            "Whether to tell the QR code as well; false by default."
        )
    )
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
