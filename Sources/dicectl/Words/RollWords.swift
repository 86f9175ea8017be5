import ArgumentParser
import DiceModel
import DiceNotation

/// The arguments of dicectl roll: dice of the table, expressions in dice notation, or a saved roll.
struct RollWords: Hashable {
    /// The words that refer to a table's dice.
    var table = TableWords()
    private(set) var expressions: [String] = []
    /// The number of expressions before the name, which may be a table's or a saved roll's.
    private var before = 0
    /// The values of an expression's parameters, by name.
    var values: [String: Double] = [:]

    /// The words read as one expression, where they may also name a table: `4d6 kh3`. This reading
    /// applies if there is no such table.
    private(set) var otherwise: [RollWords] = []

    /// True if the words cannot be about dice of the table, whatever the names mean.
    var isThrow: Bool { !expressions.isEmpty || !values.isEmpty }

    /// The saved roll that the name may refer to.
    var roll: RollName? {
        table.choice == .unnamed
            ? table.table.flatMap { RollName($0.description) } : nil
    }

    /// The expressions, with the name at its position.
    var withName: [String] {
        let name = table.table.map(\.description)
        return expressions[..<before] + [name].compactMap(\.self) + expressions[before...]
    }

    init() {}

    /// A single expression.
    init(expression: String) {
        expressions = [expression]
    }

    /// Throws `ValidationError`. The expressions are not parsed yet.
    /// - Parameter isTableNamed: true if an option names the table, so that no word does.
    init(_ words: [String], isTableNamed: Bool = false) throws {
        let words = OperatorWords.joined(words.flatMap(Self.parts))
            .map { String($0.trimmingPrefix(while: \.isWhitespace)) }
        let joined = Self.joined(words)
        try self.init(reading: joined)
        if joined != words, let typed = try? RollWords(reading: words),
            let name = typed.table.table,
            !joined.contains(name.description),
            !isTableNamed || RollName(name.description) != nil
        {
            let whole = self
            self = typed
            otherwise = [whole]
        } else if words.contains(where: Self.isNameFirst) {
            // A blank keeps a word from being a name.
            otherwise = [
                try Self(reading: words.map { Self.isNameFirst($0) ? $0 + " " : $0 })
            ]
        }
    }

    /// Returns true for words such as `W20` and `2w6`: the name of a table or saved roll if there
    /// is one, else notation.
    private static func isNameFirst(_ word: String) -> Bool {
        RollText.isName(word) && RollText(expression: word).isNameFirst
    }

    private init(reading words: [String]) throws {
        var others: [String] = []
        var name: String?
        for word in words {
            if let (name, value) = try Self.value(word) {
                values[name] = value
            } else if Self.isNotation(word)
                || name.map({ $0 != word }) ?? false && RollName(word) != nil
                    && word != "all"
            {
                expressions.append(word)
            } else {
                if name == nil, word != "all", !TableWords.looksLikeDice(word) {
                    name = word
                    before = expressions.count
                }
                others.append(word)
            }
        }
        table = try TableWords(others)
        if table.choice != .unnamed, !expressions.isEmpty {
            throw ValidationError(
                "choose either dice on the table (\(TypedWords.line(["roll"] + others))) or dice notation "
                    + "(\(TypedWords.line(["roll"] + expressions)))"
            )
        }
        if !values.isEmpty, expressions.isEmpty, roll == nil {
            let given = words.filter { $0.contains("=") }
            throw ValidationError(
                "these values need a saved roll, such as: \(TypedWords.line(["roll", "attack"] + given))"
            )
        }
    }

    /// Splits a quoted word if its last part assigns a value: `'attack bonus=9'`.
    static func parts(_ word: String) -> [String] {
        let parts = word.split(whereSeparator: \.isWhitespace).map(String.init)
        let isSplit =
            parts.count > 1 && isValue(parts[parts.count - 1]) && !word.contains("#")
            && !isExpression(word)
        return isSplit ? parts : [word]
    }

    /// Joins consecutive words that together are one expression with dice: `4d6 kh3`, `6x 4d6`.
    private static func joined(_ words: [String]) -> [String] {
        var joined = [String]()
        var rest = words[...]
        while let first = rest.popFirst() {
            let runs = (0...min(rest.count, 8)).reversed().lazy.map { rest.prefix($0) }
            let run =
                runs.first {
                    $0.isEmpty
                        || !$0.contains(where: isValue)
                            && expression([first] + $0) != nil
                } ?? []
            joined.append(run.isEmpty ? first : expression([first] + run) ?? first)
            rest = rest.dropFirst(run.count)
        }
        return joined
    }

    /// Returns `d20 adv+5` for the words `d20+5` and `adv`.
    private static func expression(_ words: [String]) -> String? {
        guard words.contains(where: { isNotation($0) || isNameFirst($0) }),
            words[0].allSatisfy(\.isNumber) || !TableWords.looksLikeDice(words[0])
        else { return nil }
        var texts = [words.joined(separator: " ")]
        if words.count == 2, ["adv", "dis"].contains(words[1]),
            let sign = words[0].firstIndex(where: { "+-".contains($0) })
        {
            texts.append("\(words[0][..<sign]) \(words[1])\(words[0][sign...])")
        }
        return texts.first(where: isExpression)
    }

    private static func isExpression(_ text: String) -> Bool {
        (try? Expression(parsing: text)) != nil
    }

    private static func isValue(_ word: String) -> Bool {
        ((try? value(word)) ?? nil) != nil
    }

    /// Returns the expression of a text without its remark, with the values filled in. Throws
    /// `CommandError`.
    static func read(_ text: String, _ values: [String: Double] = [:], _ shelf: SavedShelf)
        throws(CommandError)
        -> WrittenExpression
    {
        do {
            return try shelf.written(RollText(text)).filling(values)
        } catch { throw shelf.refusal(of: text, error) }
    }

    /// Returns true if a word is dice notation and not a table's name. That is a word with an
    /// operator, `adv` or `dis`, or a word with a die such as `d6`, `d%` or `dF`: at the start,
    /// after a count, or anywhere in a word that is not a valid name.
    static func isNotation(_ word: String) -> Bool {
        if word.contains(where: \.isWhitespace) {
            return true
        }
        if TableWords.looksLikeDice(word) {
            return false
        }
        let text = word.lowercased()
        let letters = Array(text)
        let isName = TableName(word) != nil
        if text == "adv" || text == "dis"
            || !isName && text.contains(where: { "+*/%(){}<>![]#;".contains($0) })
        {
            return true
        }
        return letters.indices.contains { index in
            guard letters[index] == "d",
                index + 1 < letters.count || !isName || index > 0
            else {
                return false
            }
            guard index + 1 < letters.count else {
                return letters[..<index].allSatisfy(\.isNumber)
            }
            let isDie =
                letters[index + 1] == "f"
                ? index + 2 == letters.count || !letters[index + 2].isLetter
                : "0123456789%".contains(letters[index + 1])
            return isDie
                && (!isName
                    || letters[..<index].allSatisfy { "0123456789x".contains($0) })
        }
    }

    /// Reads `bonus=9`; `nil` for any other word.
    static func value(_ word: String) throws -> (String, Double)? {
        let parts = word.split(
            separator: "=",
            maxSplits: 1,
            omittingEmptySubsequences: false
        )
        guard parts.count == 2, let first = parts[0].first, first.isASCII,
            first.isLetter,
            parts[0].allSatisfy({
                $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_")
            }),
            !isNotation(String(parts[0]))
        else { return nil }
        let rule = "the value of \(parts[0]) must be a number, such as \(parts[0])=7"
        let value = try Fraction(decimalDouble: parts[1].replacing(",", with: "."))
            .orInvalid(rule)
        return (String(parts[0]), value.double)
    }
}
