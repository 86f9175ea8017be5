package import DiceNotation

/// The text of notes on an expression.
package enum NoteText {
    package static func text(_ note: NotationNote) -> String {
        let values = note.values
        let die = values.die ?? "die"
        let condition = values.condition ?? "this"
        let meant = values.meant ?? "another expression"
        return switch note.known {
        case .neverMet: "no \(die) shows \(condition), so it has no effect"
        case .tensAndOnes:
            "a \(die) has \(die.dropFirst()) sides; for tens and ones: \(meant)"
        case .countsOneDie:
            "`\(die)\(condition)` counts a success as 1 and a failure as 0; to compare the number: \(meant)"
        case .atLeast:
            "at least \(condition.dropFirst(2)) is a success here; to roll at most that: \(meant)"
        case .marksOnly:
            "`cs` marks dice and adds their numbers; to count those \(condition): \(meant)"
        case .repeatsNumber:
            "each round is the number \(condition); for \(condition) rounds of the dice: \(meant)"
        case nil: "the daemon notes something that this version does not know: \(note.reason)"
        }
    }
}
