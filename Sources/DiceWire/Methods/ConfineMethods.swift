import DiceModel

extension Method where Params == ConfineParams, Result == ConfineParams {
    public static var confine: Self {
        Self(
            "session.confine",
            "Restricts what this connection may do; this cannot be undone until it closes.",
            result: "confinement",
            isSafeToRepeat: true,
            errors: [.notAllowed],
            examples: [
                ConfineParams(), ConfineParams(as: ["ann", "bo"], tables: [.default]),
                ConfineParams(as: "ann", role: .host),
            ]
        )
    }
}

/// The rights of a connection at its tables, in ascending order.
public enum ConnectionRole: String, Sendable, Hashable, CaseIterable, Comparable {
    /// May see tables, without changing anything.
    case watch
    case play
    /// May also create, configure and delete tables.
    case host

    public static func < (a: ConnectionRole, b: ConnectionRole) -> Bool {
        allCases.firstIndex(of: a) ?? 0 < allCases.firstIndex(of: b) ?? 0
    }
}

extension Form<[TableName]> {
    /// Table names, sorted and without duplicates; a request may list them in any order.
    static var tableNames: Self {
        Form(
            schema: .array(of: .tableName),
            rule: "an array of table names, such as [\"home\"]"
        ) {
            Set($0).sorted()
        }
    }
}
