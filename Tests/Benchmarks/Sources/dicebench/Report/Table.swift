import FoundationEssentials

/// The lines as text, printed one by one; the columns have fixed widths for the expected contents.
enum Table {
    private static let columns: [(name: String, width: Int, isNumber: Bool)] = [
        ("row", 10, false),
        ("work", 40, false),
        ("samples", 7, true),
        ("p50", 8, true),
        ("p99", 8, true),
        ("against", 17, false),
        ("p50", 8, true),
        ("p99", 8, true),
        ("ratio", 5, true),
        ("bar", 12, false),
        ("", 7, false),
    ]

    static let head =
        text(columns.map(\.name))
        + text(columns.map { String(repeating: "-", count: $0.width) })

    /// Returns the line with its note below it.
    static func text(_ line: Line) -> String {
        func text(_ value: Double?) -> String {
            value.map(line.unit.text) ?? ""
        }
        let cells = [
            line.row, line.work, line.samples.map(String.init) ?? "",
            text(line.ours.median),
            text(line.ours.p99),
            line.peer ?? "", text(line.theirs?.median), text(line.theirs?.p99),
            line.ratio.map(Unit.ratio.text) ?? "", line.bar ?? "",
            line.verdict.rawValue,
        ]
        let indent = String(repeating: " ", count: columns[0].width + 4)
        return Self.text(cells) + (line.note.map { "\(indent)\($0)\n" } ?? "")
    }

    private static func text(_ cells: [String]) -> String {
        let padded = zip(columns, cells).map { column, cell in
            let space = String(repeating: " ", count: max(0, column.width - cell.count))
            return column.isNumber ? space + cell : cell + space
        }
        return padded.joined(separator: "  ").trimmed + "\n"
    }
}

extension Line {
    /// Returns one object on one line. Durations are in nanoseconds, sizes in bytes.
    func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
    }
}

extension String {
    /// The text without trailing spaces.
    fileprivate var trimmed: String { String(reversed().drop { $0 == " " }.reversed()) }
}
