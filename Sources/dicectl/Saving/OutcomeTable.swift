import DiceModel
import DiceNotation

/// A table in a user's text file, with a line for each outcome: `01-05`, a tab and words;
/// `1-5,"words"`; `3. words`.
struct OutcomeTable {
    private(set) var outcomes: [OutcomeRange] = []
    /// The mistakes, each with its line number and the correct form.
    private(set) var mistakes: [String] = []
    /// The line number of each outcome, in the order of `outcomes`.
    private var numbers: [Int] = []

    /// Skips empty lines and those that begin with `#`.
    init(_ text: String) {
        let text = text.first == "\u{FEFF}" ? text.dropFirst() : text[...]
        for (index, line) in text.split(
            omittingEmptySubsequences: false,
            whereSeparator: \.isNewline
        ).enumerated() {
            let line = Self.trimmed(line)
            if line.isEmpty || line.first == "#" {
                continue
            }
            add(line, number: index + 1)
        }
        if outcomes.isEmpty, mistakes.isEmpty {
            mistakes = ["it has no line such as 01-05 rusty sword"]
        }
    }

    /// Returns the expression of the table.
    /// - Parameter dice: the dice to roll; `nil` for a die with as many sides as the highest
    ///   number.
    func expression(_ dice: String?) -> String {
        let highest = outcomes.compactMap(\.high).max() ?? 1
        return (dice ?? "d\(highest)") + " => "
            + outcomes.map(\.description).joined(separator: ", ")
    }

    private mutating func add(_ line: Substring, number: Int) {
        var rest = line[...]
        guard let first = Self.number(&rest) else {
            return mistake(
                number,
                "no number at the start; write 01-05, a tab and the words"
            )
        }
        var low = first
        var high = first
        var tail = Self.trimmed(rest)
        if let dash = ["-", "–", "—", ".."].first(where: tail.hasPrefix) {
            tail = Self.trimmed(tail.dropFirst(dash.count))
            guard let last = Self.number(&tail) else {
                return mistake(
                    number,
                    "the number after \(first)\(dash) is missing; write \(first)-\(first + 4)"
                )
            }
            high = last
            rest = tail
        }
        // On hundred-sided dice 00 is the highest.
        low = low == 0 ? 100 : low
        high = high == 0 ? 100 : high
        guard low <= high else {
            return mistake(
                number,
                "\(low)-\(high) is in reverse order; write \(high)-\(low)"
            )
        }
        if rest.first == "\"" {
            rest.removeFirst()
        }
        if let sign = rest.first, ".:),;".contains(sign) {
            rest.removeFirst()
        }
        let words = Self.unquoted(Self.trimmed(rest))
        if let problem = Self.problem(of: words) {
            return mistake(number, problem)
        }
        let range = OutcomeRange(low: Fraction(low), high: Fraction(high), words: words)
        let other = outcomes.firstIndex {
            ($0.low ?? 0) <= Fraction(high) && Fraction(low) <= ($0.high ?? 0)
        }
        if let other {
            return mistake(
                number,
                "\(low == high ? "\(low)" : "\(low)-\(high)") overlaps line \(numbers[other]); each number can have only one line"
            )
        }
        outcomes.append(range)
        numbers.append(number)
    }

    private mutating func mistake(_ number: Int, _ words: String) {
        mistakes.append("line \(number): \(words)")
    }

    private static func problem(of words: String) -> String? {
        if words.isEmpty {
            return "the words after the number are missing"
        }
        if !words.unicodeScalars.allSatisfy(\.isPrintable) {
            return
                "the words contain a control character; a tab is allowed only after the number"
        }
        return TextLimit.outcome.excess(of: words).map {
            "an outcome has \($0.words)"
        }
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text.drop(while: \.isWhitespace)
        while text.last?.isWhitespace == true {
            text.removeLast()
        }
        return text
    }

    /// Consumes a number of up to six digits, which may follow a quote.
    private static func number(_ text: inout Substring) -> Int? {
        let digits = text.drop { $0 == "\"" }.prefix { $0.isASCII && $0.isNumber }
        guard (1...6).contains(digits.count), let number = Int(digits) else {
            return nil
        }
        text = text[digits.endIndex...]
        return number
    }

    /// Returns a field of comma-separated values without its quotes.
    private static func unquoted(_ text: Substring) -> String {
        guard text.count > 1, text.first == "\"", text.last == "\"" else {
            return String(text)
        }
        return String(text.dropFirst().dropLast()).replacing("\"\"", with: "\"")
    }
}
