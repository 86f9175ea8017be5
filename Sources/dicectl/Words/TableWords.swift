import ArgumentParser
import DiceModel

/// Words about a table's dice: `2`, `1-3`, `1,3` and `all` are dice, any other word is the table's
/// name.
struct TableWords: Hashable {
    enum Choice: Hashable {
        case unnamed, all
        case numbers([Int])

        /// `nil` for all dice.
        var numbers: [Int]? {
            if case .numbers(let numbers) = self { numbers } else { nil }
        }
    }

    var table: TableName?
    var choice = Choice.unnamed

    init() {}

    /// Throws `ValidationError`.
    init(_ words: [String]) throws {
        var numbers: [Int] = []
        for word in words {
            if word == "all" {
                choice = .all
            } else if Self.looksLikeDice(word) {
                for part in word.split(separator: ",", omittingEmptySubsequences: false) {
                    numbers += try Self.range(part, of: word)
                }
            } else {
                let name = try Self.name(word)
                if let table, table != name {
                    throw ValidationError("two tables given: \(table) and \(name); name one")
                }
                table = name
            }
        }
        if choice == .all, !numbers.isEmpty {
            throw ValidationError("use all or list dice, not both")
        }
        if !numbers.isEmpty {
            choice = .numbers(numbers)
        }
    }

    /// Returns true if a word refers to dice, correctly or not. Such a word names a table only with
    /// --table.
    static func looksLikeDice(_ word: String) -> Bool {
        word.first.map { "0123456789+".contains($0) } ?? false
            && word.dropFirst().allSatisfy { "0123456789,.-".contains($0) }
    }

    private static func range(_ part: Substring, of word: String) throws -> [Int] {
        let ends = part.split(separator: "-", omittingEmptySubsequences: false).map {
            Int($0) ?? 0
        }
        guard (1...2).contains(ends.count), let first = ends.first,
            let last = ends.last,
            !ends.contains(0)
        else {
            throw ValidationError(
                "\"\(word)\" is not a list of dice, such as 2, 1-3, 1,3 or all"
            )
        }
        guard last >= first, last - first < Limits.dicePerTable.upperBound else {
            throw ValidationError(
                last < first
                    ? "\"\(word)\" is in reverse order; write the lower number first"
                    : "\"\(word)\" is too many dice; a table has at most \(Limits.dicePerTable.upperBound) dice"
            )
        }
        return Array(first...last)
    }

    /// Returns the table named by a word. Throws `ValidationError` for notation, too: a table with
    /// such a name needs --table.
    private static func name(_ word: String) throws -> TableName {
        if RollGrammar.isNotation(word) {
            throw ValidationError(
                "\"\(word)\" is dice notation, not dice of the table such as 2, 1-3 or all; "
                    + "to roll it: dicectl roll \(word)"
            )
        }
        let rule =
            "\"\(word)\" is neither a list of dice nor the name of a table: \(TableName.rule)"
        return try TableName(word).orInvalid(rule)
    }
}
