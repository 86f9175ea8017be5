import ArgumentParser
import DiceFollowing
import DiceModel
import DiceNotation

/// Reads words about dice: classifies each word, and joins those that are one expression.
///
/// Every word that is an expression by itself is a throw by itself. Words are joined only where one
/// of them is incomplete: `2d6 + 3`, `d20 vs 15`, `4d6 kh3`, `6x 4d6`, `3 d6`, `d20+5 adv`.
struct RollGrammar {
    /// What a word is by itself.
    enum Kind {
        /// `2`: a die of the table, or a number in an expression.
        case number
        /// `1-3`, `1,3` and `+5`: dice of the table.
        case dice
        /// `vs`, and words that begin with an operator, a comparison, or `#`, `[`, `!`, `;`.
        case continuation
        /// `adv` or `dis`.
        case advantage
        /// Dice notation, correct or not.
        case notation
        /// The name of a table or saved roll, or a modifier such as `kh3`.
        case name
    }

    /// Words that are one expression, or one word that is none.
    struct Phrase: Hashable {
        fileprivate(set) var words: [String]
        /// The expression: its words with a blank between them, but around operators, and with
        /// `adv` or `dis` after the only d20.
        fileprivate(set) var text: String
        /// The positions of its words on the command line.
        fileprivate(set) var place: Range<Int>
        /// The values that follow the phrase, by name.
        fileprivate(set) var values: [String: Double] = [:]
    }

    private var words: [Word] = []
    /// The values of parameters, by name, and the words that give them.
    private(set) var values: [String: Double] = [:]
    private(set) var valueWords: [String] = []

    /// A word, and the values after it.
    private struct Word {
        let text: String
        let kind: Kind
        let place: Int
        var values: [String: Double] = [:]
    }

    /// - Parameter takesValues: true if `bonus=9` is a value, not part of an expression.
    ///
    /// Throws `ValidationError` for a value that is not a number, and `CommandError` for words in a
    /// form of another dice program.
    init(_ words: [String], takesValues: Bool = true) throws {
        let words = Self.withPlainForms(words)
        if words.count > 1 {
            try Self.checkForms(of: words.joined(separator: " "))
        }
        let parts = takesValues ? words.flatMap(Self.parts) : words
        var isText = false
        for (place, word) in parts.enumerated() {
            let text = String(word.trimmingPrefix(while: \.isWhitespace))
            // Outcomes and remarks may contain anything.
            guard !isText, let (name, value) = try Self.value(text) else {
                self.words.append(Word(text: text, kind: Self.kind(of: text), place: place))
                isText = isText || Self.opensText(text)
                continue
            }
            guard takesValues else {
                self.words.append(Word(text: text, kind: .continuation, place: place))
                continue
            }
            values[name] = value
            valueWords.append(text)
            if !self.words.isEmpty {
                self.words[self.words.count - 1].values[name] = value
            }
        }
        try checkReadings()
    }

    /// Returns the words with plain forms, which depend on the quotes and brackets of other words.
    private static func withPlainForms(_ words: [String]) -> [String] {
        let mark = "\u{1F}"
        let text = words.joined(separator: mark)
        let plain = text.withPlainForms
        guard plain != text else { return words }
        return plain.split(separator: mark, omittingEmptySubsequences: false).map(String.init)
    }

    private static func checkForms(of text: String) throws(CommandError) {
        let isRead = (try? RollText.all(of: text).map { try $0.written() }) != nil
        guard !isRead, let reading = OtherReading(words: text) else { return }
        throw .notation(NotationError(reading, at: 0..<text.utf8.count), text)
    }

    /// Throws `CommandError` for words that may mean one throw or two, with both.
    private func checkReadings() throws(CommandError) {
        let texts = words.map(\.text)
        for (index, word) in words.enumerated() {
            let before = texts[..<index]
            let after = texts[(index + 1)...]
            if index == 0, word.kind == .advantage, words.dropFirst().first?.kind == .notation {
                let dice = after.joined(separator: " ")
                throw Self.unclear(texts, [placing(word.text, in: dice), "\(word.text); \(dice)"])
            }
            guard let last = words[..<index].last else { continue }
            if let sign = word.text.firstIndex(where: { "+-".contains($0) }),
                Self.isAdvantage(String(word.text[..<sign])),
                last.kind == .notation || last.kind == .name
            {
                let dice = before.joined(separator: " ")
                let advantage = String(word.text[..<sign])
                let rest = ([String(word.text[sign...])] + after).joined(separator: " ")
                throw Self.unclear(
                    texts,
                    [
                        placing(advantage, in: dice) + rest,
                        "\(dice); \(([word.text] + after).joined(separator: " "))",
                    ]
                )
            }
            if index > 1, last.kind == .number, word.kind == .notation,
                word.text.first.map({ "dD".contains($0) }) == true,
                let sign = texts[index - 2].last, "+-*/".contains(sign)
            {
                let dice = before.joined(separator: " ")
                let rest = ([word.text] + after).joined(separator: " ")
                throw Self.unclear(texts, ["\(dice)\(rest)", "\(dice); \(rest)"])
            }
        }
    }

    /// Returns the text with `adv` or `dis` after its only d20, or at its end.
    private func placing(_ advantage: String, in text: String) -> String {
        Expression.placing(advantage, in: text) ?? "\(text) \(advantage)"
    }

    private static func unclear(_ texts: [String], _ readings: [String]) -> CommandError {
        let text = texts.joined(separator: " ")
        let written = readings.map { "`\($0)`" }.joined(separator: " or ")
        return .notation(
            NotationError(
                "this may be one throw or two; write \(written)",
                at: 0..<text.utf8.count,
                expected: readings,
                reason: .ambiguous
            ),
            text
        )
    }

    /// Returns the phrases in the order of the words.
    /// - Parameter joinsNames: true if a word that may be the name of a table is part of an
    ///   expression where it can be.
    /// - Parameter isSeparated: true if blanks remain around operators.
    func phrases(joinsNames: Bool, separated isSeparated: Bool = false) -> [Phrase] {
        var phrases: [Phrase] = []
        for (index, word) in words.enumerated() {
            if let last = phrases.last {
                let joint = joint(of: last, word, before: words.dropFirst(index + 1).first)
                if joint == .certain || joint == .unlessNamed && joinsNames {
                    phrases[phrases.count - 1].append(word.text, separated: isSeparated)
                    phrases[phrases.count - 1].place = last.place.lowerBound..<word.place + 1
                    phrases[phrases.count - 1].values.merge(word.values) { $1 }
                    continue
                }
            }
            phrases.append(
                Phrase(
                    words: [word.text],
                    text: word.text,
                    place: word.place..<word.place + 1,
                    values: word.values
                )
            )
        }
        return phrases
    }

    private enum Joint {
        case none
        /// One of both may be the name of a table.
        case unlessNamed
        case certain
    }

    /// Returns true if a word belongs to the phrase before it.
    private func joint(of phrase: Phrase, _ word: Word, before next: Word?) -> Joint {
        if phrase.isOpen {
            return .certain
        }
        let kind = Self.kind(of: phrase.text)
        switch word.kind {
        case .continuation: return .certain
        case .dice: return .none
        case _ where phrase.endsWithRepeat: return kind == .name ? .unlessNamed : .certain
        case .advantage where kind == .number || kind == .dice || phrase.hasOutcomesOrRemark:
            return .none
        case .advantage: return kind == .name ? .unlessNamed : .certain
        case .notation where kind == .number:
            return word.text.first.map { "dDxX".contains($0) } == true ? .certain : .none
        case .notation:
            let isCall = word.text.first == "(" && phrase.words.count == 1
            return isCall && Function(rawValue: phrase.text.lowercased()) != nil
                ? .unlessNamed : .none
        case .number where kind == .number: return .none
        case .number, .name:
            guard kind != .name || Self.isNameFirst(phrase.text), kind != .dice,
                !phrase.hasOutcomesOrRemark
            else { return .none }
            let text = "\(phrase.text) \(word.text)"
            // A count follows `x`, `min` and `max`.
            let isPart =
                Self.isExpression(text)
                || next.map { Self.isExpression("\(text) \($0.text)") } == true
            return isPart ? .unlessNamed : .none
        }
    }
}

// The kinds of words.
extension RollGrammar {
    static func kind(of word: String) -> Kind {
        let text = word.lowercased()
        return if isAdvantage(word) {
            .advantage
        } else if !word.isEmpty, word.allSatisfy(\.isNumber) {
            .number
        } else if TableWords.looksLikeDice(word), word.first != "+" {
            .dice
        } else if text == "vs" || word.first.map({ "+-*/%<>=!#[])},;".contains($0) }) == true {
            .continuation
        } else if word.contains(where: \.isWhitespace) {
            .notation
        } else if isNotation(word) {
            .notation
        } else {
            .name
        }
    }

    static func isAdvantage(_ word: String) -> Bool {
        ["adv", "dis"].contains(word.lowercased())
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
        guard TableName(word) == nil else {
            // `advkh1`
            return isAdvantage(word) || RollText.beginsWithDie(word)
                || ["adv", "dis"].contains(where: text.hasPrefix) && isExpression(word)
        }
        if text.contains(where: { "+*/%(){}<>![]#;".contains($0) }) {
            return true
        }
        // `W6=6` and `advk=3`, `3т6` and `5^2`
        if text.contains("=") && isExpression(word) || OtherReading(words: text) != nil {
            return true
        }
        let letters = Array(text)
        return letters.indices.contains { index in
            guard letters[index] == "d" else { return false }
            guard index + 1 < letters.count else {
                return letters[..<index].allSatisfy(\.isNumber)
            }
            return letters[index + 1] == "f"
                ? index + 2 == letters.count || !letters[index + 2].isLetter
                : "0123456789%".contains(letters[index + 1])
        }
    }

    /// Returns true for words such as `W20` and `2w6`: the name of a table or saved roll if there
    /// is one, else notation.
    static func isNameFirst(_ word: String) -> Bool {
        RollText.isName(word) && RollText(expression: word).isNameFirst
    }

    /// Returns true for `#` and `=>`, after which all words belong to a remark or to outcomes.
    fileprivate static func opensText(_ word: String) -> Bool {
        word == "#"
            || word.contains("=>") && !word.contains(where: \.isWhitespace)
                && !isExpression(word)
    }

    private static func isExpression(_ text: String) -> Bool {
        (try? Expression(parsing: text)) != nil
    }

    /// Splits a quoted word that contains values and is not an expression: `'attack bonus=9'`.
    private static func parts(_ word: String) -> [String] {
        let parts = word.split(whereSeparator: \.isWhitespace).map(String.init)
        let isSplit =
            parts.count > 1 && !word.contains("#") && parts.contains(where: isValue)
            && !isExpression(word)
        return isSplit ? parts : [word]
    }

    private static func isValue(_ word: String) -> Bool {
        ((try? value(word)) ?? nil) != nil
    }

    /// Reads `bonus=9`; `nil` for any other word.
    private static func value(_ word: String) throws -> (String, Double)? {
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
            !isNotation(String(parts[0])), !isExpression(word)
        else { return nil }
        let rule = "the value of \(parts[0]) must be a number, such as \(parts[0])=7"
        let value = try Fraction(decimalDouble: parts[1].replacing(",", with: "."))
            .orInvalid(rule)
        return (String(parts[0]), value.double)
    }

    /// Returns true for `-`, `-1` and `-attack`, but not for an option.
    static func isTerm(_ word: String) -> Bool {
        let rest = word.dropFirst()
        return word.first == "-" && rest.first != "-"
            && !["-t=", "-H="].contains { word.hasPrefix($0) }
            && (rest.count != 1 || rest.allSatisfy(\.isNumber))
    }

    /// Returns true for `-1d4`, but not for `-t=d6`.
    static func isDiceTerm(_ word: String) -> Bool {
        isTerm(word) && isNotation(String(word.dropFirst()))
    }
}

extension RollGrammar.Phrase {
    private static let operators: Set<Character> = ["+", "-", "*", "/", "%"]

    /// Returns true if the phrase is incomplete: it ends with an operator, a comparison, a comma or
    /// `vs`, has an open bracket, or has a separate `#` or `=>`, after which all words belong to it.
    fileprivate var isOpen: Bool {
        guard let last = text.last else { return false }
        return endsWithOperator || "<>=,;".contains(last)
            || words.count > 1 && words.last?.lowercased() == "vs"
            || isOpenToTheEnd || depth > 0
    }

    /// True if the phrase ends with a count and `x`.
    fileprivate var endsWithRepeat: Bool {
        guard text.last?.lowercased() == "x" else { return false }
        let count = text.dropLast().split(whereSeparator: \.isWhitespace).last ?? ""
        return count.allSatisfy(\.isNumber) || count.last.map(")}".contains) == true
    }

    fileprivate var hasOutcomesOrRemark: Bool {
        text.contains("=>") || text.contains("#")
    }

    private var isOpenToTheEnd: Bool {
        words.contains(where: RollGrammar.opensText)
    }

    /// The number of open brackets before a remark or outcomes.
    private var depth: Int {
        let end = text.firstRange(of: "=>")?.lowerBound ?? text.endIndex
        return text[..<end].prefix { $0 != "#" }.reduce(0) { depth, character in
            if "([{".contains(character) {
                depth + 1
            } else {
                ")]}".contains(character) ? depth - 1 : depth
            }
        }
    }

    private var endsWithOperator: Bool {
        guard let last = text.last, Self.operators.contains(last) else { return false }
        return last != "%" || text.dropLast().last?.lowercased() != "d"
    }

    /// - Parameter isSeparated: true if blanks are around operators, too.
    fileprivate mutating func append(_ word: String, separated isSeparated: Bool) {
        defer {
            words.append(word)
        }
        if RollGrammar.isAdvantage(word), let placed = Expression.placing(word, in: text) {
            text = placed
            return
        }
        let isOperation =
            !isSeparated && !isOpenToTheEnd
            && (word.first.map(Self.operators.contains) == true || endsWithOperator)
        text += (isOperation && !isApart(from: word) ? "" : " ") + word
    }

    /// Returns true if a space must keep a name separate from the next word: `attack -2` is not the
    /// saved roll `attack-2`.
    private func isApart(from next: String) -> Bool {
        guard next.first == "-" || text.last == "-" else { return false }
        let end = text.reversed().prefix {
            $0.isLetter || $0.isNumber || "_-".contains($0)
        }
        let word = String(end.reversed())
        return !word.allSatisfy { $0 == "-" } && !RollGrammar.isNotation(word)
    }
}
