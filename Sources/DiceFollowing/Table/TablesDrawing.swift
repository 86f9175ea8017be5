import DiceDrawing

/// Draws tables side by side, or stacked if the window is narrow.
struct TablesDrawing {
    var drawing: TableDrawing

    private static let gap = 2
    /// The minimum width of a table beside another: two dice in boxes.
    private static let narrowest =
        2 * (Shape.box.columns(dice: 1, sides: 6) + Shape.box.gap)

    func draw(_ tables: [TableState], in size: Size) -> CellBuffer {
        guard tables.count > 1 else {
            return tables.first.map { drawing.draw($0, in: size) }
                ?? CellBuffer(width: size.columns, height: 1)
        }
        let columns = (size.columns - Self.gap * (tables.count - 1)) / tables.count
        return columns >= Self.narrowest
            ? beside(tables, columns, size) : stacked(tables, size)
    }

    private func beside(_ tables: [TableState], _ columns: Int, _ size: Size)
        -> CellBuffer
    {
        let drawn = tables.map {
            drawing.draw($0, in: Size(columns: columns, rows: size.rows))
        }
        var buffer = CellBuffer(
            width: size.columns,
            height: drawn.map(\.height).max() ?? 1
        )
        for (index, table) in drawn.enumerated() {
            // The captions share one line.
            buffer.place(
                table,
                row: buffer.height - table.height,
                column: index * (columns + Self.gap)
            )
        }
        return buffer
    }

    /// Stacks the tables; those that do not fit are omitted.
    private func stacked(_ tables: [TableState], _ size: Size) -> CellBuffer {
        let room = Size(columns: size.columns, rows: max(1, size.rows / tables.count))
        return CellBuffer(
            stacked: tables.prefix(size.rows).map { drawing.draw($0, in: room) },
            width: size.columns
        )
    }
}
