import DiceModel

extension Method where Params == ConfineParams, Result == ConfineParams {
    public static var confine: Self {
        Self(
            "session.confine", "Narrows what this connection may do, until it closes; nothing widens it again.",
            result: "confinement", isSafeToRepeat: true, errors: [.notAllowed], examples: [ConfineParams()])
    }
}

/// What a connection may do at its tables.
public enum ConnectionRole: String, Sendable, Hashable, CaseIterable {
    /// See them, and change nothing.
    case watch
    case play
}

extension Form<[TableName]> {
    /// Ascending and without repetition, however a request puts them.
    static var tableNames: Self {
        Form(schema: .array(of: .tableName), rule: "an array of table names, as [\"home\"]") {
            Set($0).sorted()
        }
    }
}
