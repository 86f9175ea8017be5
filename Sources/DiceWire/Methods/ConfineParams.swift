public import DiceModel

/// The params of `session.confine`, and its result: what holds from now on. What is nil stays as it is.
public struct ConfineParams: Message, Hashable {
    /// Who asks from now on if a request does not say; if the connection is confined to a name, the only one who may
    /// ask. 1 to 64 printable characters.
    public var `as`: String?
    /// The only tables that there are from now on; in a result nil for all.
    public var tables: [TableName]?
    public var role: ConnectionRole?

    public init(as name: String? = nil, tables: [TableName]? = nil, role: ConnectionRole? = nil) {
        self.as = name
        self.tables = tables
        self.role = role
    }

    static let members = Members(
        component: "Confinement",
        Self.init,
        Member("as", ifPresent: \.as, .label, "Who asks from now on."),
        Member("tables", ifPresent: \.tables, .tableNames, "The only tables that there are from now on."),
        Member("role", ifPresent: \.role, ConnectionRole.wireForm, "\"watch\" refuses every change."))
}
