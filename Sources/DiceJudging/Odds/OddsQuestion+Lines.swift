package import DiceDrawing
import DiceNotation
import DiceOdds

extension OddsQuestion {
    private var answers: [OddsAnswer] { [answer, other].compactMap(\.self) }

    /// The rows of the outcomes, with the probability for each expression.
    private var meanings: [(label: String, chances: [Chance?])] {
        answers.flatMap { $0.outcomes.map(\.label) }.reduce(into: []) {
            if !$0.contains($1) {
                $0.append($1)
            }
        }
        .map { label in
            (label, answers.map { $0.outcomes.first { $0.label == label }?.chance })
        }
    }

    /// Rows of columns for other programs: the outcomes, the requested chances, mean and deviation,
    /// and each total with its percentage and fraction.
    package var plainRows: [[String]] {
        let made = answers.map(\.made)
        let means = (made.contains { $0 != nil } ? [("made", made)] : []) + meanings
        var rows = means.map {
            [$0] + $1.flatMap { $0.map { Self.columns($0) } ?? ["-", "-"] }
        }
        rows += limits.map { ["\($0.sign)\($0.number)"] + Self.columns($0.chance) }
        rows += (comparison?.rows ?? []).map {
            ["\($0.word)"] + Self.columns($0.chance)
        }
        let distributions = answers.map(\.distribution)
        rows.append(
            ["mean"] + Self.padded(distributions.map { $0.mean.map(Digits.six) ?? "-" })
        )
        rows.append(
            ["deviation"]
                + Self.padded(distributions.map { $0.deviation.map(Digits.six) ?? "-" })
        )
        rows += OddsRows.chances(distributions).map { total, chances in
            ["\(total)"]
                + chances.flatMap { $0.map { Self.columns($0) } ?? ["0", "0"] }
        }
        if distributions.contains(where: { !$0.failure.isZero }) {
            rows.append(["failed"] + distributions.flatMap { Self.columns($0.failure) })
        }
        if distributions.contains(where: { !$0.isComplete }) {
            rows.append(["rest"] + distributions.flatMap { Self.columns($0.unlisted) })
        }
        return rows
    }

    /// Returns the words for the columns of two expressions, two columns for each.
    private static func padded(_ words: [String]) -> [String] {
        words.count < 2 ? words : words.flatMap { [$0, "-"] }.dropLast()
    }

    private static func columns(_ chance: Chance?) -> [String] {
        guard let chance, chance.isKnown else {
            return ["<\(Digits.six(Distribution.negligible * 100))", "-"]
        }
        return [
            Digits.six(chance.probability * 100),
            chance.isExact ? chance.fraction : "-",
        ]
    }

    /// Returns the answer as a drawing that fits into a window.
    package func lines(columns: Int, rows: Int, _ glyphs: Glyphs) -> [String] {
        var head = answers.compactMap { answer in
            answer.made.map {
                "\(answer.name): \(answer.repeats ? "each " : "")made \(Self.sentence($0))"
            }
        }
        let meanings = meanings.map { label, chances in
            OddsRows.Row(
                label: glyphs.cut(label, to: max(12, columns / 3)),
                probabilities: chances.map { $0?.probability ?? 0 }
            )
        }
        head += OddsDrawing.lines(meanings, columns: columns, glyphs)
        head += limits.map {
            "\(answer.name) \($0.sign) \($0.number): \(Self.sentence($0.chance))"
        }
        if let comparison, let other {
            let words = comparison.rows.map {
                "\($0.word) \(Digits.percent($0.chance.probability)) %"
            }
            head.append(
                "\(answer.name) compared with \(other.name): \(words.joined(separator: ", "))"
            )
        }
        head += answers.map(Self.summary)
        var foot = answers.flatMap(Self.remarks)
        let room = max(5, rows - head.count - foot.count - 2)
        // A long list of outcomes leaves no space for these.
        if meanings.count > rows / 2 {
            return (head + foot).map(glyphs.shown)
        }
        let table = OddsRows(answers.map(\.distribution), maximum: room)
        if let note = table.note {
            foot.append("(\(note))")
        }
        return (head + OddsDrawing.lines(table.rows, columns: columns, glyphs) + foot)
            .map(
                glyphs.shown
            )
    }

    private static func sentence(_ chance: Chance?) -> String {
        guard let chance, chance.isKnown else {
            return "less than \(Digits.percent(Distribution.negligible)) %"
        }
        let fraction = chance.isExact ? chance.fraction : ""
        let isShort = (1...20).contains(fraction.utf8.count)
        return "\(Digits.percent(chance.probability)) %"
            + (isShort ? " (\(fraction))" : "")
    }

    private static func summary(_ answer: OddsAnswer) -> String {
        guard let mean = answer.distribution.mean,
            let deviation = answer.distribution.deviation
        else {
            return "\(answer.name): no total"
        }
        return
            "\(answer.name): mean \(Digits.six(mean)), deviation \(Digits.six(deviation))"
    }

    private static func remarks(_ answer: OddsAnswer) -> [String] {
        let distribution = answer.distribution
        var remarks: [String] = []
        if !distribution.failure.isZero {
            remarks.append("\(answer.name) fails: \(sentence(distribution.failure))")
        }
        if !distribution.isComplete {
            let end =
                (distribution.isCutAbove
                    ? distribution.totals.last : distribution.totals.first)
                ?? 0
            let side = distribution.isCutAbove ? "above" : "below"
            let percent = Digits.percent(distribution.unlisted.probability)
            remarks.append(
                "(\(answer.name) can be \(side) \(end): \(percent) % in total)"
            )
        }
        if distribution.isRounded {
            remarks.append("(\(answer.name) has totals rounded to 0.000001)")
        }
        return remarks
    }
}
