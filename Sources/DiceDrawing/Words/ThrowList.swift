package import DiceModel

extension ThrowFrame {
    /// True if both throws are shown in the same list: the thrower has put them in one group.
    package func isListed(with other: ThrowFrame) -> Bool {
        group != nil && group == other.group && by == other.by
    }
}

/// The throws of one group as one list: those with a total sorted by it, highest first, then the
/// others. Throws with the same total share a place, and otherwise the order stays as given.
package struct ThrowList {
    package struct Row {
        /// The place by total, from 1; `nil` without a total that is visible.
        package let place: Int?
        package let isTied: Bool
        package let thrown: ThrowFrame

        /// `2=` for a place that is shared, `2`, or empty.
        package var placeText: String { place.map { "\($0)\(isTied ? "=" : "")" } ?? "" }
        /// The name for which it was thrown.
        package var name: String { Printable.text(thrown.label ?? thrown.by) }
        /// The total, or `hidden` or `-` without one; empty in flight.
        var total: String {
            guard let result = thrown.result else { return "" }
            return result.worth.map(Printable.text) ?? (result.hidden == true ? "hidden" : "-")
        }
    }

    package let rows: [Row]

    /// - Parameter throws: the throws in the order in which they were made.
    package init(_ throws: [ThrowFrame]) {
        let ranked = `throws`.enumerated().filter { $0.element.result?.total != nil }
            .sorted { a, b in
                let left = a.element.result?.total ?? 0
                let right = b.element.result?.total ?? 0
                return left == right ? a.offset < b.offset : left > right
            }
            .map(\.element)
        let totals = ranked.map { $0.result?.total }
        rows =
            ranked.map { thrown in
                let total = thrown.result?.total
                return Row(
                    place: totals.firstIndex(of: total).map { $0 + 1 },
                    isTied: totals.count { $0 == total } > 1,
                    thrown: thrown
                )
            }
            + `throws`.filter { $0.result?.total == nil }
            .map { Row(place: nil, isTied: false, thrown: $0) }
    }

    package init(_ results: [ThrowResult]) {
        self.init(results.map { ThrowFrame($0) })
    }

    /// A line for each settled throw, in aligned columns: ` 2= ann  17  d20+3: 14 + 3 = 17`.
    package var lines: [String] {
        let columns = Columns(rows)
        return rows.compactMap { row in
            row.thrown.result.map { "\(columns.head(of: row))  \(Self.detail(of: $0))" }
        }
    }

    /// A sentence for each settled throw: `Place 2, tied: ann threw d20+3 for "bo": 14.
    /// Total 17.`
    package var sentences: [String] {
        rows.compactMap { row in
            guard let result = row.thrown.result else { return nil }
            let place = row.place.map { "Place \($0)\(row.isTied ? ", tied" : ""): " } ?? ""
            return place + EventText.spoken.thrown(result)
        }
    }

    /// The dice and the arithmetic of a settled throw.
    static func detail(of result: ThrowResult) -> String {
        Printable.text(
            EventText.throwText(result) + EventText.ending(result.outcome, result.reason)
        )
    }

    /// The widths of the columns before the dice.
    struct Columns {
        let place: Int
        let name: Int
        let total: Int

        /// True if a column after the number is for the mark of a tie.
        private let hasMarks: Bool

        /// - Parameters:
        ///   - most: the maximum width of a name.
        ///   - isMoving: true if the columns have space for every place and mark, so that nothing
        ///     moves when dice settle.
        init(_ rows: [Row], name most: Int = .max, isMoving: Bool = false) {
            hasMarks = isMoving || rows.contains(where: \.isTied)
            let last = isMoving ? rows.count : rows.compactMap(\.place).max()
            let after = hasMarks ? 2 : 1
            place = last.map { "\($0)".count + after } ?? 0
            name = min(most, rows.map { DisplayWidth.of($0.name) }.max() ?? 0)
            total = rows.map { DisplayWidth.of($0.total) }.max() ?? 0
        }

        var width: Int { place + name + 2 + total }

        /// Returns the place, the name and the total of a throw.
        func head(of row: Row) -> String {
            place(of: row) + Self.padded(row.name, to: name) + "  " + total(of: row)
        }

        /// Returns the place and a blank; empty if no throw has a place.
        func place(of row: Row) -> String {
            let text = row.placeText + (hasMarks && !row.isTied ? " " : "") + " "
            return place == 0 ? "" : Self.blanks(place - text.count) + text
        }

        func total(of row: Row) -> String {
            Self.blanks(total - DisplayWidth.of(row.total)) + row.total
        }

        static func padded(_ text: String, to width: Int) -> String {
            text + blanks(width - DisplayWidth.of(text))
        }

        private static func blanks(_ count: Int) -> String {
            String(repeating: " ", count: max(0, count))
        }
    }
}
