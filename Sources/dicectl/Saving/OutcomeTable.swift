import DiceModel
import DiceNotation

/// A random table in a file, as outcomes.
struct OutcomeTable {
    private(set) var outcomes: [OutcomeRange] = []
    /// The mistakes, each with its line number and the correct form.
    private(set) var mistakes: [String] = []
    /// The line number of each outcome, in the order of `outcomes`.
    private var numbers: [Int] = []
    /// The highest number so far.
    private var last = 0
    private let dice: String?

    /// The highest number of a row.
    private static let highest = 1_000_000
    /// The most rows that an expression can contain: each takes at least 4 bytes.
    private static let mostRows = NotationLimits.text / 4

    init(_ text: String) {
        let table = TableRows(reading: text)
        dice = table.dice
        var found = table.mistakes
        for row in table.rows.prefix(Self.mostRows) {
            if let problem = add(row) {
                found.append(TableRows.Mistake(line: row.line, words: problem))
            }
        }
        if table.rows.count > Self.mostRows {
            let line = table.rows[Self.mostRows].line
            let words = "a saved roll has at most \(Self.mostRows) outcomes; shorten the table"
            found.append(TableRows.Mistake(line: line, words: words))
        }
        mistakes = found.sorted { $0.line < $1.line }.map { "line \($0.line): \($0.words)" }
        if outcomes.isEmpty, mistakes.isEmpty {
            mistakes = ["it has no line such as 01-05 rusty sword"]
        }
    }

    /// Returns the expression of the table.
    /// - Parameter dice: the dice to roll; `nil` for those that the file names, else a die with as
    ///   many sides as the highest number.
    func expression(_ dice: String?) -> String {
        (dice ?? self.dice ?? "d\(max(last, 1))") + " => "
            + outcomes.map(\.description).joined(separator: ", ")
    }

    /// Adds a row, or returns what is wrong with it.
    private mutating func add(_ row: TableRow) -> String? {
        let range: (low: Int, high: Int)
        switch row.place {
        case .range(let low, let high):
            // On hundred-sided dice 00 is the highest.
            let low = low == 0 ? 100 : low
            range = (low, high == 0 ? 100 : high)
        case .weight(let weight):
            range = (last + 1, last + weight)
        }
        guard range.low <= range.high else {
            return "\(range.low)-\(range.high) is in reverse order; "
                + "write \(range.high)-\(range.low)"
        }
        guard range.high <= Self.highest else {
            return "\(range.high) is more than \(Self.highest)"
        }
        if let problem = Self.problem(of: row.words) {
            return problem
        }
        let low = Fraction(range.low)
        let high = Fraction(range.high)
        let other =
            range.low > last
            ? nil : outcomes.firstIndex { ($0.low ?? 0) <= high && low <= ($0.high ?? 0) }
        if let other {
            let text = range.low == range.high ? "\(range.low)" : "\(range.low)-\(range.high)"
            return "\(text) overlaps line \(numbers[other]); each number can have only one line"
        }
        outcomes.append(OutcomeRange(low: low, high: high, words: row.words))
        numbers.append(row.line)
        last = max(last, range.high)
        return nil
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
}
