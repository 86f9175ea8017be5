import ArgumentParser
import DiceFollowing
import DiceModel
import DiceNotation

/// Dice for a new table in a user's notation: `4d6`, `d20`, `d%`, `6,6,20`, `2d{sword, shield,
/// blank}`, `2d[boost]`.
struct DiceWords: Hashable {
    private let parts: [String]

    /// Throws `ValidationError`.
    init(_ words: [String]) throws {
        parts = Self.parts(of: words)
        _ = try dice { text in text.contains("[") ? "d{0, 0}" : text }
    }

    /// Reads the dice in an option.
    static func option(_ text: String) throws -> DiceWords {
        try DiceWords(text.split(separator: " ").map(String.init))
    }

    /// Returns the sides of each die. Throws `ValidationError`.
    static func sides(_ words: [String]) throws -> [Int] {
        try DiceWords(words).dice { $0 }.map(\.sides)
    }

    /// Returns each die, including the faces of saved dice. Throws `ValidationError` or
    /// `CommandError`.
    func dice(_ saved: SavedShelf) throws -> [DieShape] {
        try dice { text in
            do throws(NotationError) {
                return try saved.written(RollText(expression: text)).text
            } catch { throw saved.failure ?? CommandError.notation(error, text) }
        }
    }

    /// - Parameter replace: replaces the name of a saved die with its faces.
    private func dice(_ replace: (String) throws -> String) throws -> [DieShape] {
        var dice: [DieShape] = []
        for part in parts {
            dice +=
                part.contains { "{[".contains($0) }
                ? try Self.customDice(part, replace) : try Self.dice(part)
            guard dice.count <= Limits.dicePerTable.upperBound else {
                throw Self.tooMany
            }
        }
        guard !dice.isEmpty else {
            throw ValidationError("name the table's dice, such as 4d6, d20 or 6,6,20")
        }
        return dice
    }

    /// Splits the words at commas, but not inside braces.
    private static func parts(of words: [String]) -> [String] {
        var parts = [String]()
        var isOpen = false
        for word in words {
            if isOpen {
                parts[parts.count - 1] += " "
            } else {
                parts.append("")
            }
            for letter in word {
                if "{}".contains(letter) {
                    isOpen = letter == "{"
                }
                if letter == ",", !isOpen {
                    parts.append("")
                } else {
                    parts[parts.count - 1].append(letter)
                }
            }
        }
        return parts
    }

    private static var tooMany: ValidationError {
        ValidationError(
            "a table has \(Limits.dicePerTable.lowerBound) to \(Limits.dicePerTable.upperBound) dice"
        )
    }

    private static func customDice(_ word: String, _ replace: (String) throws -> String) throws
        -> [DieShape]
    {
        let text = try replace(word)
        let expression: Expression
        do throws(NotationError) { expression = try Expression(parsing: text) } catch {
            throw ValidationError(NotationErrorText.message(error, in: text))
        }
        guard case .dice(let term) = expression.kind, case .custom(let faces) = term.sides,
            term.modifiers.isEmpty,
            case .number(let count) = term.count.kind
        else {
            throw ValidationError(
                "\"\(word)\" is not a custom die, such as 2d{sword, shield, blank} or 2d[boost]"
            )
        }
        guard Limits.dicePerTable.contains(Int(count.double)) else { throw tooMany }
        return Array(
            repeating: DieShape(faces: faces.map(\.description)),
            count: Int(count.double)
        )
    }

    private static func dice(_ word: String) throws -> [DieShape] {
        let parts = word.lowercased().split(
            separator: "d",
            omittingEmptySubsequences: false
        )
        let count = parts.count == 2 && !parts[0].isEmpty ? number(parts[0]) : 1
        let sides =
            parts.count == 2 && parts[1] == "%" ? 100 : number(parts[parts.count - 1])
        guard parts.count <= 2, let count, let sides else {
            throw ValidationError(
                "\"\(word)\" is not a list of dice, such as 4d6, d20 or 6,6,20"
            )
        }
        let possible = Limits.sidesPerDie
        guard possible.contains(sides) else {
            throw ValidationError(
                "a die has \(possible.lowerBound) to \(possible.upperBound) sides, not \(sides)"
            )
        }
        guard Limits.dicePerTable.contains(count) else { throw tooMany }
        return Array(repeating: DieShape(sides: sides), count: count)
    }

    /// Reads digits only: no sign, no blanks.
    private static func number(_ text: some StringProtocol) -> Int? {
        text.utf8.allSatisfy(\.isDigit) ? Int(text) : nil
    }
}
