import ArgumentParser
import DiceModel

/// Dice as people write them down for a new table: `4d6`, `d20`, `d%`, `6,6,20`.
enum DiceWords {
    /// The sides of each die. Throws `ValidationError`.
    static func sides(_ words: [String]) throws -> [Int] {
        var sides: [Int] = []
        for word in words.flatMap({ $0.split(separator: ",", omittingEmptySubsequences: false) }) {
            sides += try dice(word)
            guard sides.count <= Limits.dicePerTable.upperBound else { throw tooMany }
        }
        guard !sides.isEmpty else { throw ValidationError("a table needs dice: 4d6, d20, or 6,6,20") }
        return sides
    }

    private static var tooMany: ValidationError {
        ValidationError("a table has \(Limits.dicePerTable.lowerBound) to \(Limits.dicePerTable.upperBound) dice")
    }

    private static func dice(_ word: Substring) throws -> [Int] {
        let parts = word.lowercased().split(separator: "d", omittingEmptySubsequences: false)
        let count = parts.count == 2 && !parts[0].isEmpty ? number(parts[0]) : 1
        let sides = parts.count == 2 && parts[1] == "%" ? 100 : number(parts[parts.count - 1])
        guard parts.count <= 2, let count, let sides else {
            throw ValidationError("\"\(word)\" is not a dice specification, such as 4d6, d20, or 6,6,20")
        }
        let possible = Limits.sidesPerDie
        guard possible.contains(sides) else {
            throw ValidationError("a die has \(possible.lowerBound) to \(possible.upperBound) sides, not \(sides)")
        }
        guard Limits.dicePerTable.contains(count) else { throw tooMany }
        return Array(repeating: sides, count: count)
    }

    /// Digits alone: no sign, no blanks.
    private static func number(_ text: some StringProtocol) -> Int? {
        text.utf8.allSatisfy(\.isDigit) ? Int(text) : nil
    }
}
