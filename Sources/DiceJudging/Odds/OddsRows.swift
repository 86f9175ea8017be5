import DiceNotation
import DiceOdds

/// The totals of one or several expressions side by side, in as many rows as fit.
struct OddsRows: Hashable {
    struct Row: Hashable {
        var label: String
        /// The probability of the row for each expression.
        var probabilities: [Double]
    }

    private(set) var rows: [Row]
    /// A note about the rows; `nil` if each row is one total.
    private(set) var note: String?

    /// The probability below which totals at both ends share a row if there are too many.
    private static let small = 0.0001

    /// Returns each total, in order, with its chance in each distribution; `nil` if it is
    /// impossible there.
    static func chances(_ distributions: [Distribution]) -> [(
        total: Fraction, chances: [Chance?]
    )] {
        var chances: [Fraction: [Chance?]] = [:]
        for (index, distribution) in distributions.enumerated() {
            for (total, chance) in zip(distribution.totals, distribution.chances) {
                chances[total, default: distributions.map { _ in nil }][index] = chance
            }
        }
        return chances.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// - Parameter most: the maximum number of rows, at least 3; `nil` for no limit.
    init(_ distributions: [Distribution], maximum: Int? = nil) {
        let all = Self.chances(distributions).map {
            (key: $0.total, value: $0.chances.map { $0?.probability ?? 0 })
        }
        guard let maximum, all.count > maximum else {
            rows = all.map { Row(label: "\($0.key)", probabilities: $0.value) }
            return
        }
        // Bars of one length tell nothing.
        if let each = all.first?.value, each.count == 1, all.allSatisfy({ $0.value == each }) {
            rows = [Self.row(all) { "\($0) to \($1)" }]
            note = "each of the \(all.count) totals: \(Digits.percent(each[0])) %"
            return
        }
        func isSmall(_ entry: (key: Fraction, value: [Double])) -> Bool {
            entry.value.allSatisfy { $0 < Self.small }
        }
        let low = all.prefix(while: isSmall)
        let high =
            low.count == all.count
            ? [] : all.reversed().prefix(while: isSmall).reversed()
        var middle = Array(all[low.count..<all.count - high.count])
        let lowEnd = low.isEmpty ? 0 : 1
        let highEnd = high.isEmpty ? 0 : 1
        let ends = lowEnd + highEnd
        let folded = low.count + high.count
        var notes =
            folded > ends
            ? ["\(folded) totals below 0.01 % share the rows at the ends"] : []
        var rows: [Row] = []
        if middle.isEmpty {
            middle = all
            notes = []
        }
        let room = max(1, maximum - (middle.count == all.count ? 0 : ends))
        let size = (middle.count + room - 1) / room
        if size > 1 {
            notes.append("up to \(size) totals per row")
        }
        for start in stride(from: 0, to: middle.count, by: size) {
            let part = middle[start..<min(start + size, middle.count)]
            rows.append(Self.row(Array(part)) { $0 == $1 ? $0 : "\($0) to \($1)" })
        }
        if middle.count < all.count {
            if !low.isEmpty {
                rows.insert(
                    Self.row(Array(low)) { low.count == 1 ? $1 : "<=\($1)" },
                    at: 0
                )
            }
            if !high.isEmpty {
                rows.append(
                    Self.row(Array(high)) { first, _ in
                        high.count == 1 ? first : ">=\(first)"
                    }
                )
            }
        }
        self.rows = rows
        note = notes.isEmpty ? nil : notes.joined(separator: ", ")
    }

    private static func row(
        _ entries: [(key: Fraction, value: [Double])],
        _ label: (String, String) -> String
    ) -> Row {
        let sums = entries.dropFirst().reduce(entries.first?.value ?? []) {
            zip($0, $1.value).map(+)
        }
        let ends = [entries.first, entries.last].map { "\($0?.key ?? 0)" }
        return Row(label: label(ends[0], ends[1]), probabilities: sums)
    }
}
