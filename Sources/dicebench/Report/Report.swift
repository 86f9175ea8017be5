internal import FoundationEssentials

/// All that was measured, as a table for people or JSON for programs.
struct Report: Encodable {
    var isQuick: Bool
    /// The processors that client and servers were kept to; nil where there is but one.
    var clientProcessor: Int?
    var serverProcessor: Int?
    var lines: [Line]

    init(isQuick: Bool, processors: Processors, lines: [Line]) {
        self.isQuick = isQuick
        clientProcessor = processors.client
        serverProcessor = processors.server
        self.lines = lines
    }

    /// Durations are in nanoseconds, sizes in bytes.
    func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
    }

    var text: String {
        let head = ["row", "work", "p50", "p99", "against", "p50", "p99", "ratio", "bar", ""]
        let cells = [head] + lines.map(Self.cells)
        let widths = head.indices.map { column in cells.map { $0[column].count }.max() ?? 0 }
        let rows = cells.map { row in
            row.indices.map { column in
                let space = String(repeating: " ", count: widths[column] - row[column].count)
                return Self.numbers.contains(column) ? space + row[column] : row[column] + space
            }.joined(separator: "  ")
        }
        let rule = widths.map { String(repeating: "-", count: $0) }.joined(separator: "  ")
        let notes = lines.compactMap { line in line.note.map { "\(line.row), \(line.work): \($0)" } }
        return ([rows[0], rule] + rows.dropFirst() + [""] + notes).joined(separator: "\n") + "\n"
    }

    /// The columns that stand to the right.
    private static let numbers: Set = [2, 3, 5, 6, 7]

    private static func cells(_ line: Line) -> [String] {
        func text(_ value: Double?) -> String { value.map(line.unit.text) ?? "" }
        return [
            line.row, line.work, text(line.ours.median), text(line.ours.p99), line.peer ?? "",
            text(line.theirs?.median), text(line.theirs?.p99), line.ratio.map(Unit.ratio.text) ?? "", line.bar ?? "",
            line.verdict.rawValue,
        ]
    }
}
