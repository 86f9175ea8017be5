package import DiceNotation

/// The text of notes on an expression.
package enum NoteText {
    package static func text(_ note: NotationNote) -> String {
        let values = note.values
        let die = values.die ?? "die"
        return switch note.known {
        case .neverMet: "no \(die) shows \(values.condition ?? "this"), so it has no effect"
        case .tensAndOnes:
            "a \(die) has \(die.dropFirst()) sides; for tens and ones: \(values.meant ?? "two dice")"
        case nil: "the daemon notes something that this version does not know: \(note.reason)"
        }
    }
}
