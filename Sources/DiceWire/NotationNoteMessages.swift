public import DiceNotation

extension NotationNote: Message {
    static var blank: Self { Self(reason: "", at: 0, length: 0, values: Values()) }

    mutating func visit(_ field: inout Fields) {
        field("reason", &reason, .enumeration(Reason.allCases.map(\.rawValue)))
        field("at", &at, .count, "The position in the expression, in bytes of UTF-8.")
        field("length", &length, .count, "The length in bytes.")
        field("values", &values)
    }
}

extension NotationNote.Values: Message {
    static let component = "NoteValues"
    static var blank: Self { Self() }

    mutating func visit(_ field: inout Fields) {
        field("condition", &condition, .any, "The condition that no face of the die meets.")
        field("die", &die, .any, "The die.")
        field("meant", &meant, .any, "The expression for tens and ones.")
    }
}

extension Fields {
    /// - Parameter place: the result that has the notes.
    mutating func notes(_ notes: inout [NotationNote]?, _ place: String) {
        self(
            "notes",
            &notes,
            .any,
            "What the expression may not mean as its author thinks, \(place); absent if nothing."
        )
    }
}
