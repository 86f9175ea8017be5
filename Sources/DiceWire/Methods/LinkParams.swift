public import DiceModel

/// The params of `link.make`.
public struct LinkParams: Message, Hashable {
    /// 1 to 32; nil for all.
    public var tables: [TableName]?
    /// Who plays; nil for the login name of the user who asks, and for nobody where the link only watches.
    public var `as`: String?
    public var role: ConnectionRole
    /// How long the link opens the page, in seconds: from a minute to a year.
    public var seconds: Int
    /// Whether it leads to the dice alone.
    public var overlay: Bool
    /// How long the overlay shows a throw that has ended, in seconds, and the total of a roll; nil for dice alone.
    public var throwsFor: Int?

    /// 12 hours, in seconds.
    public static let usualLife = 43_200
    /// The same where the link passes a network without TLS: 4 hours.
    public static let usualLifeWithoutTLS = 14_400
    /// From a minute to a year, in seconds.
    public static let lives = 60...31_536_000
    /// From a second to an hour, in seconds.
    public static let throwTimes = 1...3_600
    /// How many tables a link can name.
    public static let tableCount = 1...32

    public init(
        tables: [TableName]? = nil, as name: String? = nil, role: ConnectionRole = .play,
        seconds: Int = LinkParams.usualLife, overlay: Bool = false, throwsFor: Int? = nil
    ) {
        self.tables = tables
        self.as = name
        (self.role, self.seconds, self.overlay) = (role, seconds, overlay)
        self.throwsFor = throwsFor
    }

    static let members = Members(
        Self.init,
        Member("tables", ifPresent: \.tables, .linkedTables, "The only tables; all of them by default."),
        Member("as", ifPresent: \.as, .label, "Who plays; by default who asks, or nobody with role watch."),
        Member("role", \.role, default: .play, "\"watch\" changes nothing."),
        Member(
            "for", \.seconds, .within(lives), default: usualLife, "Seconds until it expires; 12 hours by default."),
        Member("overlay", \.overlay, default: false, "Whether it leads to the dice alone; false by default."),
        Member(
            "throwsFor", ifPresent: \.throwsFor, .within(throwTimes),
            "Seconds for which the overlay shows a throw that has ended, beside the total of a roll."))
}

extension Form<[TableName]> {
    fileprivate static var linkedTables: Self {
        let (count, names) = (LinkParams.tableCount, Form.tableNames)
        return Form(
            schema: .array(of: .tableName, count: count),
            rule: "an array of \(count.lowerBound) to \(count.upperBound) table names"
        ) { count.contains($0.count) ? names.accept($0) : nil }
    }
}
