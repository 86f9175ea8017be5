import DiceDrawing
import DiceModel
package import DiceVerifying

/// The output of `verify` for correct histories.
package enum VerifyLines {
    package static func lines(_ report: TableReport) -> [String] {
        let table = report.table
        let turns = report.turns
        let thrown = report.thrown
        var lines: [String] = []
        if let numbers = turns.numbers {
            lines.append(
                "\(counted(numbers, "turn")) of \(table): \(right(turns, "roll")), \(promised(turns))"
            )
        }
        if let numbers = thrown.numbers {
            lines.append(
                "\(counted(numbers, "throw")) of \(table): \(right(thrown)), \(promised(thrown))"
            )
        }
        if report.rests > 0 {
            lines.append("\(table): \(count(report.rests, "rest")) right")
        }
        if report.corrections > 0 {
            lines.append("\(table): \(count(report.corrections, "correction")) right")
        }
        if let archived = report.archived {
            lines.append(
                "\(table): \(EventText.archived(archived)); the chain was checked from there"
            )
        }
        if let filed = report.filed {
            lines.append(
                "\(table): \(count(filed, "entry", "entries")) in the files; the daemon's history continues them"
            )
        }
        if let first = report.checkedFrom {
            lines.append(
                "\(table): the chain was checked from \(first.kind.rawValue) \(first.number); older entries are missing"
            )
        }
        for match in report.cutMatches.sorted() {
            lines.append(
                "\(table): match \(match) not checked: its first turn is missing"
            )
        }
        if report.olderMatches > 0 {
            lines.append(
                "\(table): \(count(report.olderMatches, "match", "matches")) begun before edition 5: scores, sheets and winners are right; "
                    + "the rules of each turn were not checked"
            )
        }
        if let edition = report.newer {
            lines.append(
                "\(table): \(count(report.newerEntries, "entry", "entries")) not checked: edition \(edition) is newer than this program"
            )
        }
        tell(
            \.entered,
            "entered from real dice: only what follows from the faces was checked",
            rolls: true
        )
        tell(\.before, "made before seeds were introduced: cannot be checked")
        tell(
            \.seeded,
            "with a seed from the number of diced --seed: right, but not random"
        )
        tell(
            \.restored,
            "without a seed, which backups omit: the faces cannot be checked"
        )
        let hidden = thrown.hidden.values.reduce(0, +)
        if hidden > 0 {
            let whose = thrown.hidden.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
                .map {
                    "\($1) of \($0)"
                }
            lines.append(
                "\(table): \(count(hidden, "throw is", "throws are")) secret and not revealed yet "
                    + "(\(Printable.text(whose.joined(separator: ", "))))"
            )
        }
        for (roll, number) in turns.voids.sorted(by: { $0.key < $1.key }) {
            let why =
                EventText.why(roll.absent, roll.reason)
                ?? "the daemon claims that it was stopping"
            lines.append(
                "\(table): \(count(number, "roll")) of \(Printable.text(roll.by)) void: \(why)"
            )
        }
        for numbers in report.open {
            lines.append(
                "\(table): \(counted(numbers, "throw")) without an entry: still in flight, or left out"
            )
        }
        if report.strange > 0 {
            lines.append(
                "\(table): missing \(count(report.strange, "entry", "entries")) that you rolled in or watched to the end, at a table of "
                    + "this name; the history was rewritten, or that table was an older one or another daemon's"
            )
        }
        return lines

        func tell(
            _ value: KeyPath<KindReport, Int>,
            _ words: String,
            rolls: Bool = false
        ) {
            let parts = [
                turns[keyPath: value] > 0
                    ? count(turns[keyPath: value], rolls ? "roll" : "turn") : nil,
                thrown[keyPath: value] > 0
                    ? count(thrown[keyPath: value], "throw") : nil,
            ].compactMap(\.self)
            if !parts.isEmpty {
                lines.append("\(table): \(parts.joined(separator: " and ")) \(words)")
            }
        }
    }

    private static func count(_ number: Int, _ one: String, _ many: String? = nil)
        -> String
    {
        number == 1 ? "1 \(one)" : "\(number) \(many ?? one + "s")"
    }

    private static func counted(_ numbers: ClosedRange<Int>, _ word: String) -> String {
        numbers.count == 1
            ? "\(word) \(numbers.lowerBound)"
            : "\(word)s \(numbers.lowerBound) to \(numbers.upperBound)"
    }

    /// Returns how many rolls are right; those of real dice, which nobody can check, are not counted.
    private static func right(_ report: KindReport, _ word: String? = nil) -> String {
        if report.right == 0, report.entered > 0 {
            return "no dice drawn"
        }
        return (word.map { count(report.right, $0) } ?? "\(report.right)") + " right"
    }

    private static func promised(_ report: KindReport) -> String {
        "\(report.promised == 0 ? "none" : "\(report.promised)") promised to you beforehand"
    }
}
