public import DiceModel

/// The params of `session.confine`, and its result: the confinement from now on. Members that are
/// `nil` change nothing.
public struct ConfineParams: Message, Hashable {
    /// The default name for requests from now on; if the connection is confined to names, these are
    /// the only valid ones.
    public var `as`: SeatNames?
    /// The only visible tables from now on; `nil` in a result means all.
    public var tables: [TableName]?
    public var role: ConnectionRole?
    /// True if the names belong to an existing link: they may be longer than new ones.
    public var issued: Bool?

    public init(
        as names: SeatNames? = nil,
        tables: [TableName]? = nil,
        role: ConnectionRole? = nil,
        issued: Bool? = nil
    ) {
        self.as = names
        self.tables = tables
        self.role = role
        self.issued = issued
    }

    static let component = "Confinement"
    static var blank: Self { Self() }

    mutating func visit(_ field: inout Fields) {
        field(
            "as",
            &`as`,
            .any,
            "The only name to act as, or several names that share a screen."
        )
        field("tables", &tables, .tableNames, "The only tables that the connection may use.")
        field(
            "role",
            &role,
            .any,
            "\"watch\" allows no changes; \"host\", for one name, may create, configure and delete tables."
        )
        field(
            "issued",
            &issued,
            .any,
            "True if the names are from an existing link, which may be longer than new names."
        )
    }
}
