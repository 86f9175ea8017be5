/// Rows of words set in aligned columns.
enum Columns {
    static func lines(_ rows: [[String]]) -> [String] {
        let count = rows.map(\.count).max() ?? 0
        let widths = (0..<count).map { column in
            rows.map { column < $0.count ? DisplayWidth.of($0[column]) : 0 }.max() ?? 0
        }
        return rows.map { row in
            row.enumerated().map { column, word in
                column == row.count - 1
                    ? word : word + String(repeating: " ", count: widths[column] - DisplayWidth.of(word) + 2)
            }.joined()
        }
    }
}
