import DiceModel
import DiceNotation

extension TableName {
    /// The words that stand for something else wherever a command accepts a table's name.
    private static let words: Set = ["all", "adv", "dis", "list", "none", "roll"]

    /// True if commands read the name as something else: as one of their words, as numbers of dice,
    /// or as dice notation. New tables cannot have such a name.
    var isReadOtherwise: Bool {
        Self.words.contains(description.lowercased())
            || description.allSatisfy { "0123456789.-".contains($0) }
            || RollText.beginsWithDie(description)
            || (try? Expression(parsing: description)) != nil
    }
}
