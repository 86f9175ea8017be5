/// A terminal's room, in columns and rows.
struct Size: Hashable {
    var columns: Int
    var rows: Int
}

/// A rectangle of cells.
struct Rect: Hashable {
    var row: Int
    var column: Int
    var rows: Int
    var columns: Int

    func contains(row other: Int, column otherColumn: Int) -> Bool {
        (row..<row + rows).contains(other) && (column..<column + columns).contains(otherColumn)
    }
}
