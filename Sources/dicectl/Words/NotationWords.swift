internal import ArgumentParser
internal import DiceModel
internal import DiceNotation

/// What dicectl roll is to roll: dice of the table, expressions in dice notation, or a saved roll.
struct NotationWords: Hashable {
    /// The words about dice of a table.
    var table = TableWords()
    var expressions: [String] = []
    /// How many of the expressions stand before the name of the table, which may be that of a saved roll.
    private var before = 0
    /// The expressions with that name in its place.
    var withName: [String] {
        let name = table.table.map(\.description)
        return expressions[..<before] + [name].compactMap(\.self) + expressions[before...]
    }
    /// Values of the parameters of an expression, by name.
    var values: [String: Double] = [:]

    init() {}

    /// Throws `ValidationError`. The expressions are not read yet.
    init(_ words: [String]) throws {
        var others: [String] = []
        var name: String?
        for word in OperatorWords.joined(words) {
            if let (name, value) = try Self.value(word) {
                values[name] = value
            } else if Self.isNotation(word)
                || name.map({ $0 != word }) ?? false && RollName(word) != nil && word != "all"
            {
                expressions.append(word)
            } else {
                if name == nil, word != "all", !TableWords.looksLikeDice(word) {
                    (name, before) = (word, expressions.count)
                }
                others.append(word)
            }
        }
        table = try TableWords(others)
        if table.choice != .unnamed, !expressions.isEmpty {
            throw ValidationError(
                "roll dice of the table, \(others.joined(separator: " ")), or dice notation, \(expressions[0]); "
                    + "a die alone is written d6")
        }
        if !values.isEmpty, table.table == nil, expressions.isEmpty {
            throw ValidationError("name the saved roll that takes these values: dicectl roll attack bonus=9")
        }
    }

    /// The expression, and its text with the values in it. Throws `CommandError`.
    static func read(
        _ text: String, _ values: [String: Double] = [:], _ shelf: SavedShelf? = nil
    ) throws(CommandError) -> (expression: Expression, text: String) {
        do {
            let text = try shelf?.replacingNames(in: text) ?? text
            let expression = try Expression(parsing: text)
            if values.isEmpty, expression.parameters.allSatisfy({ $0.standard != nil }) { return (expression, text) }
            let filled = try Expression.filling(text, with: values)
            return (try Expression(parsing: filled), filled)
        } catch {
            if let failure = shelf?.failure { throw failure }
            throw .notation(shelf?.explained(error, in: text) ?? error, text)
        }
    }

    /// Whether a word is dice notation and not the name of a table: it has a die in it, as `d6`, `d%` or `dF`, at the start,
    /// after a count, or anywhere in what is not a name; or an operator; or it is `adv` or `dis`.
    static func isNotation(_ word: String) -> Bool {
        if word.contains(where: \.isWhitespace) { return true }
        if TableWords.looksLikeDice(word) { return false }
        let text = word.lowercased()
        let letters = Array(text)
        let isName = TableName(word) != nil
        if text == "adv" || text == "dis" || !isName && text.contains(where: { "+*/%(){}<>![]".contains($0) }) {
            return true
        }
        return letters.indices.contains { index in
            guard letters[index] == "d", index + 1 < letters.count || !isName || index > 0 else { return false }
            guard index + 1 < letters.count else { return letters[..<index].allSatisfy(\.isNumber) }
            let isDie =
                letters[index + 1] == "f"
                ? index + 2 == letters.count || !letters[index + 2].isLetter
                : "0123456789%".contains(letters[index + 1])
            return isDie && (!isName || letters[..<index].allSatisfy { "0123456789x".contains($0) })
        }
    }

    /// `bonus=9`; nil for any other word.
    static func value(_ word: String) throws -> (String, Double)? {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let first = parts[0].first, first.isASCII, first.isLetter,
            parts[0].allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }),
            !isNotation(String(parts[0]))
        else { return nil }
        let rule = "the value of \(parts[0]) is a number, as in \(parts[0])=7"
        return (String(parts[0]), try Fraction(decimalDouble: parts[1]).orInvalid(rule).double)
    }
}
