import ArgumentParser
import DiceFollowing
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
    /// True if the name is that of a table, since a saved roll is part of the other reading:
    /// `attack adv`.
    private(set) var isTable = false

    /// Words in a form of another dice program.
    struct Mistake: Hashable {
        let error: NotationError
        let text: String
    }

    /// The reason why the words cannot be carried out.
    private(set) var mistake: Mistake?

    /// True if the name is notation where there is no such table: `W20`.
    var isDieOrTable: Bool { table.table.map { RollGrammar.isNameFirst($0.description) } == true }

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
        let grammar: RollGrammar
        do {
            grammar = try RollGrammar(words)
        } catch CommandError.notation(let error, let text) {
            mistake = Mistake(error: error, text: text)
            return
        }
        let joined = grammar.phrases(joinsNames: true)
        let whole = try RollWords(joined, of: grammar)
        self = whole
        if joined.contains(where: { $0.words.count > 1 }),
            let apart = try? RollWords(grammar.phrases(joinsNames: false), of: grammar),
            let name = apart.table.table?.description,
            !joined.contains(where: { $0.text == name }),
            !isTableNamed || RollName(name) != nil
        {
            self = apart
            isTable = joined.contains { phrase in
                let next = phrase.words.dropFirst().first
                return phrase.words[0] == name && next.map(RollGrammar.isAdvantage) == true
            }
            otherwise = [whole]
        } else if joined.contains(where: { RollGrammar.isNameFirst($0.text) }) {
            otherwise = [try RollWords(joined, of: grammar, isNameFirst: false)]
        }
    }

    /// Reads phrases.
    /// - Parameter isNameFirst: true if `W20` is a name, not notation.
    private init(
        _ phrases: [RollGrammar.Phrase],
        of grammar: RollGrammar,
        isNameFirst: Bool = true
    ) throws {
        values = grammar.values
        var others: [String] = []
        var name: String?
        for word in phrases.map(\.text) {
            // The name of a table twice is that of a saved roll, too.
            let isAnotherName = name != nil && RollName(word) != nil && word != "all"
            if RollGrammar.isNotation(word) || isAnotherName
                || !isNameFirst && RollGrammar.isNameFirst(word)
            {
                expressions.append(word)
                continue
            }
            if name == nil, word != "all", !TableWords.looksLikeDice(word) {
                name = word
                before = expressions.count
            }
            others.append(word)
        }
        table = try TableWords(others)
        if table.choice != .unnamed, !expressions.isEmpty {
            let numbers = others.filter(TableWords.looksLikeDice).joined(separator: " ")
            throw ValidationError(
                "\"\(numbers)\" means dice of the table here, which cannot roll together with "
                    + "\"\(expressions[0])\"; leave one of them out, or put the words that belong "
                    + "together in quotes"
            )
        }
        if !values.isEmpty, expressions.isEmpty, roll == nil {
            throw ValidationError(
                "these values need a saved roll, such as: \(TypedWords.line(["roll", "attack"] + grammar.valueWords))"
            )
        }
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
}
