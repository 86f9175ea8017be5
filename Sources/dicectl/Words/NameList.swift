import ArgumentParser
import DiceModel
import DiceNotation
import DiceProof

/// The names for which an expression is thrown, once for each: `ann=3,bo=-1,goblin x4`.
///
/// `goblin x4` is `goblin 1` to `goblin 4`, and the number after `=` is for the expression's
/// parameter. A name in double quotes may contain what otherwise has a meaning.
struct NameList: Hashable {
    struct Member: Hashable {
        var name: String
        /// The value of the parameter; `nil` for its default.
        var value: Double?
    }

    private(set) var members: [Member] = []
    /// The list as typed.
    let text: String

    /// The maximum number of names.
    static let maxNames = 100

    /// Throws `ValidationError`.
    init(_ text: String) throws {
        self.text = text
        for entry in try Self.entries(of: text) {
            members += try entry.members
            guard members.count <= Self.maxNames else {
                throw ValidationError("at most \(Self.maxNames) names can be thrown for")
            }
        }
        var names: Set<String> = []
        for member in members where !names.insert(member.name).inserted {
            throw ValidationError(
                "\"\(member.name)\" is listed twice; names are numbered by 'goblin x4'"
            )
        }
    }

    /// Returns a mark for throws that are made together.
    static func freshGroup() -> ThrowGroup? {
        ThrowGroup(String(Entropy.fresh().prefix(12)))
    }

    /// Splits the text at commas outside quotes.
    private static func entries(of text: String) throws -> [Entry] {
        var parts: [(name: String?, rest: String)] = [(nil, "")]
        var quoted: String?
        for character in text {
            if let open = quoted {
                if character == "\"" {
                    parts[parts.count - 1].name = open
                    quoted = nil
                } else {
                    quoted = open + String(character)
                }
                continue
            }
            switch character {
            case ",": parts.append((nil, ""))
            case "\"":
                let last = parts[parts.count - 1]
                guard last.name == nil, last.rest.allSatisfy(\.isWhitespace) else {
                    throw ValidationError(
                        "double quotes must be around a whole name: '\"Smith, John\"=3'"
                    )
                }
                quoted = ""
            default: parts[parts.count - 1].rest.append(character)
            }
        }
        if let open = quoted {
            throw ValidationError("the double quote before \(open) is not closed")
        }
        return try parts.map { try Entry(quoted: $0.name, $0.rest) }
    }
}

extension NameList {
    /// A name with its number and its count.
    private struct Entry {
        let name: String
        var value: Double?
        var count: Int?

        /// - Parameters:
        ///   - quoted: the name, if it was in quotes.
        ///   - text: the name, if it was not in quotes, and what follows it.
        init(quoted: String?, _ text: String) throws {
            let parts = text.split(
                separator: "=",
                maxSplits: 1,
                omittingEmptySubsequences: false
            )
            var before = Self.words(parts[0])
            var after = parts.count > 1 ? Self.words(parts[1]) : []
            count = try Self.takeCount(from: &before)
            if let last = try Self.takeCount(from: &after) {
                guard count == nil else {
                    throw ValidationError("two counts in '\(Self.trimmed(text))'; one is enough")
                }
                count = last
            }
            let typed = before.joined(separator: " ")
            guard quoted == nil || typed.isEmpty else {
                throw ValidationError(
                    "double quotes must be around a whole name: '\"Smith, John\"=3'"
                )
            }
            name = try Self.label(quoted ?? typed, entry: Self.trimmed(text))
            if quoted == nil {
                try Self.checkForm(of: before)
            }
            guard parts.count > 1 else { return }
            value = try Self.number(after.joined(separator: " "), of: name)
        }

        /// The name, or with a count each numbered one.
        var members: [Member] {
            get throws {
                guard let count else { return [Member(name: name, value: value)] }
                guard 1...NameList.maxNames ~= count else {
                    throw ValidationError(
                        "the count of '\(name) x\(count)' must be a number from 1 to \(NameList.maxNames)"
                    )
                }
                return try (1...count).map { number in
                    let numbered = "\(name) \(number)"
                    return Member(name: try Self.label(numbered, entry: numbered), value: value)
                }
            }
        }

        private static func words(_ text: Substring) -> [String] {
            text.split(whereSeparator: \.isWhitespace).map(String.init)
        }

        private static func trimmed(_ text: String) -> String {
            words(text[...]).joined(separator: " ")
        }

        /// Removes `x4` or `x 4` at the end.
        private static func takeCount(from words: inout [String]) throws -> Int? {
            guard let last = words.last?.withPlainForms else { return nil }
            let isApart = words.count > 1 && words.dropLast().last.map(isTimes) == true
            let digits: Substring
            if isApart {
                digits = last[...]
            } else {
                digits = last.first.map(isTimes) == true ? last.dropFirst() : ""
            }
            guard !digits.isEmpty, digits.allSatisfy(\.isASCIIDigit) else { return nil }
            words.removeLast(isApart ? 2 : 1)
            return Int(digits) ?? .max
        }

        private static func isTimes(_ character: Character) -> Bool {
            "xX×".contains(character)
        }

        private static func isTimes(_ word: String) -> Bool {
            word.count == 1 && word.allSatisfy(isTimes)
        }

        private static func label(_ text: String, entry: String) throws -> String {
            guard !text.isEmpty else {
                throw ValidationError(
                    entry.isEmpty
                        ? "a name is missing: 'ann=3,bo=1,goblin x4'"
                        : "no name before '\(entry)': 'goblin \(entry)'"
                )
            }
            guard let label = LabelText.canonical(text) else {
                throw ValidationError("\"\(text)\" is not a name: \(PlayerLabel.rule)")
            }
            if let excess = TextLimit.label.excess(of: label) {
                throw ValidationError(
                    "the name \"\(label)\" is too long: \(excess.actual) \(excess.unit.rawValue), at most \(excess.limit)"
                )
            }
            return label
        }

        private static func number(_ text: String, of name: String) throws -> Double {
            let plain = text.withPlainForms.replacing("\u{2212}", with: "-")
            let digits = plain.first == "+" ? String(plain.dropFirst()) : plain
            guard digits.first != "+", let number = Fraction(decimalDouble: digits) else {
                throw ValidationError(
                    text.isEmpty
                        ? "a number is missing after '\(name)=': '\(name)=3'"
                        : "'\(text)' after '\(name)=' is not a number; names are separated by commas: '\(name)=3,bo=1'"
                )
            }
            return number.double
        }

        /// Throws for a name that reads as one with a number or a count in another form.
        private static func checkForm(of words: [String]) throws {
            let name = words.joined(separator: " ")
            if name.withPlainForms.allSatisfy({ $0.isASCIIDigit || $0.isWhitespace }) {
                throw ValidationError(
                    "'\(name)' is not a name; for several alike: 'goblin x\(name)'"
                )
            }
            let meant = otherNumber(words) ?? otherCount(words)
            if let meant {
                throw ValidationError(
                    "did you mean '\(meant)'? for a name of this form: '\"\(name)\"'"
                )
            }
        }

        /// `ann=3` for `ann +3`, `ann -1`, `ann+3` and `ann: 3`.
        private static func otherNumber(_ words: [String]) -> String? {
            let text = words.joined(separator: " ").withPlainForms
            let digits = text.reversed().prefix(while: \.isASCIIDigit).count
            guard digits > 0 else { return nil }
            let head = text.dropLast(digits)
            let end = trimmedEnd(head)
            guard let sign = end.last, ":+-".contains(sign) else { return nil }
            let name = end.dropLast()
            // `goblin-2` is a name, `goblin -2` is not.
            guard sign != "-" || name.last?.isWhitespace == true else { return nil }
            let plain = trimmedEnd(name)
            guard !plain.isEmpty else { return nil }
            return "\(plain)=\(sign == "-" ? "-" : "")\(text.suffix(digits))"
        }

        private static func trimmedEnd(_ text: some StringProtocol) -> String {
            var text = String(text)
            while text.last?.isWhitespace == true {
                text.removeLast()
            }
            return text
        }

        /// `goblin x4` for `goblinx4`, `goblin*4`, `goblin *4` and `4x goblin`.
        private static func otherCount(_ words: [String]) -> String? {
            if let first = words.first, words.count > 1 {
                let digits = first.withPlainForms.prefix(while: \.isASCIIDigit)
                let mark = first.dropFirst(digits.count)
                let isCount =
                    mark.isEmpty ? isTimes(words[1]) && words.count > 2 : isTimes(String(mark))
                if !digits.isEmpty, isCount {
                    let name = words.dropFirst(mark.isEmpty ? 2 : 1).joined(separator: " ")
                    return "\(name) x\(digits)"
                }
            }
            let text = words.joined(separator: " ").withPlainForms
            let digits = text.reversed().prefix(while: \.isASCIIDigit).count
            let head = trimmedEnd(text.dropLast(digits))
            guard digits > 0, let mark = head.last, mark == "*" || isTimes(mark) else {
                return nil
            }
            let name = trimmedEnd(head.dropLast())
            // `x4` alone is a count, and `R2X2` is a name.
            guard let last = name.last, mark == "*" || last.isLetter else { return nil }
            return "\(name) x\(text.suffix(digits))"
        }
    }
}

// The list in a line of `play`.
extension NameList {
    private static let option = "--for"

    /// Extracts `--for` and its list from a line of dice notation. Blanks replace them, so that
    /// offsets in the rest are offsets in the line.
    ///
    /// The list is in single quotes, or it is one word before the expression, or it is all between
    /// the expression and the next option.
    static func take(from line: String) throws -> (names: NameList?, rest: String) {
        guard let range = place(of: option, in: line) else { return (nil, line) }
        var start = range.upperBound
        if start < line.endIndex, line[start] == "=" {
            start = line.index(after: start)
        }
        let after = line[start...].drop(while: \.isWhitespace)
        let end: String.Index
        let text: Substring
        if after.first == "'" {
            let inner = after.dropFirst()
            guard let close = inner.firstIndex(of: "'") else {
                throw ValidationError("the quote after --for is not closed")
            }
            text = inner[..<close]
            end = line.index(after: close)
        } else {
            let isFirst = line[..<range.lowerBound].allSatisfy(\.isWhitespace)
            text =
                isFirst
                ? after.prefix { !$0.isWhitespace }
                : after[..<(after.firstRange(of: " --")?.lowerBound ?? after.endIndex)]
            end = text.endIndex
        }
        let names = try NameList(String(text))
        let blanks = String(repeating: " ", count: line[range.lowerBound..<end].utf8.count)
        return (names, line[..<range.lowerBound] + blanks + line[end...])
    }

    /// Returns the place of a word, alone or before `=`.
    private static func place(of word: String, in line: String) -> Range<String.Index>? {
        line.ranges(of: word).first { range in
            let before = line[..<range.lowerBound].last
            let after = line[range.upperBound...].first
            return before?.isWhitespace != false && (after?.isWhitespace != false || after == "=")
        }
    }
}

// The expression's parameter.
extension NameList {
    /// Returns the values of the parameters for each name.
    ///
    /// Throws `NotationError` if the numbers do not belong to exactly one parameter, or if a name
    /// has no number and its parameter no default.
    ///
    /// - Parameters:
    ///   - written: the expression.
    ///   - text: the expression as typed.
    ///   - given: the values for all names.
    func values(of written: WrittenExpression, typed text: String, given: [String: Double])
        throws(NotationError) -> [[String: Double]]
    {
        let parameters = written.expression.parameters
        let fixed = Set(given.keys.map { $0.lowercased() })
        let open = parameters.filter { !fixed.contains($0.name) }
        let place = 0..<text.utf8.count
        if let member = members.first(where: { $0.value != nil }) {
            guard let only = open.first, open.count == 1 else {
                throw Self.refusal(
                    of: member,
                    parameters: parameters.map(\.name),
                    open: open.map(\.name),
                    written,
                    typed: text
                )
            }
            return try members.map { member throws(NotationError) in
                guard member.value != nil || only.standard != nil else {
                    throw NotationError(
                        "\"\(member.name)\" has no number, and {\(only.name)} no default: '\(member.name)=0'",
                        at: place,
                        expected: ["a number for each name"]
                    )
                }
                return given.merging(member.value.map { [only.name: $0] } ?? [:]) { $1 }
            }
        }
        if let needy = open.first(where: { $0.standard == nil }), let first = members.first {
            throw NotationError(
                open.count == 1
                    ? "{\(needy.name)} needs a number for each name: '\(first.name)=3'"
                    : "missing value for `\(needy.name)`; try `\(needy.name)=7`",
                at: place,
                expected: ["a number for each name"]
            )
        }
        return members.map { _ in given }
    }

    /// Returns the expression plus a term, before a target or outcomes.
    private static func adding(_ term: String, to written: WrittenExpression, typed text: String)
        -> String
    {
        let (rolled, verdict) = written.parts
        let words = [rolled, verdict].map {
            $0.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
        let isName = RollName(text) != nil && verdict.isEmpty
        return "\(isName ? text : words[0])+\(term)" + (verdict.isEmpty ? "" : " " + words[1])
    }

    private static func refusal(
        of member: Member,
        parameters: [String],
        open: [String],
        _ written: WrittenExpression,
        typed text: String
    ) -> NotationError {
        let place = 0..<text.utf8.count
        let number = "the number of \"\(member.name)\""
        if parameters.isEmpty {
            let meant = Self.adding("{bonus=0}", to: written, typed: text)
            return NotationError(
                "no parameter for \(number); try `\(meant)`",
                at: place,
                expected: [meant]
            )
        }
        if open.isEmpty {
            let fixed = parameters.map { "`\($0)=`" }.joined(separator: " or ")
            return NotationError(
                "no parameter is left for \(number); leave out \(fixed)",
                at: place,
                expected: ["one parameter without a value"]
            )
        }
        let others = open.dropLast().map { "`\($0)=7`" }.joined(separator: " ")
        return NotationError(
            "\(number) may be for \(open.joined(separator: " or ")); give the others a value: \(others)",
            at: place,
            expected: ["one parameter without a value"]
        )
    }
}

extension Character {
    fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}
