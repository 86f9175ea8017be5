import DiceModel

extension Method where Params == ConfineParams, Result == ConfineParams {
    public static var confine: Self {
        Self(
            "session.confine",
            "Narrows what this connection may do, until it closes; nothing widens it again.",
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

/// What a connection may do at its tables, from little to much.
public enum ConnectionRole: String, Sendable, Hashable, CaseIterable, Comparable {
    /// See them, and change nothing.
    case watch
    case play
    /// Make, configure and delete them as well.
    case host

    public static func < (a: ConnectionRole, b: ConnectionRole) -> Bool {
        allCases.firstIndex(of: a) ?? 0 < allCases.firstIndex(of: b) ?? 0
    }
}

extension Form<[TableName]> {
    /// Ascending and without repetition, however a request puts them.
    static var tableNames: Self {
        Form(
            schema: .array(of: .tableName),
            rule: "an array of table names, as [\"home\"]"
        ) {
            Set($0).sorted()
        }
    }
}
