internal import DiceModel

/// Draws several throws, one below the other.
struct ThrowsDrawing {
    var drawing: ThrowDrawing

    /// The rows that a table's throws may take of so many.
    static func share(of rows: Int) -> Int { rows < 2 ? 0 : max(1, min(rows / 3, 12)) }

    /// The newest first, with its dice where there is room, and a line for each of the others that has some.
    func newestFirst(_ throws: [ThrowFrame], in size: Size) -> CellBuffer {
        guard let newest = `throws`.last, size.rows > 0 else {
            return CellBuffer(width: max(1, size.columns), height: 0)
        }
        let others = `throws`.dropLast().suffix(max(0, size.rows - (size.rows < Self.leastBlock ? 1 : Self.leastBlock)))
        let isBlock = size.rows >= Self.leastBlock
        let room = Size(columns: size.columns, rows: isBlock ? size.rows - others.count : 1)
        let lines = others.reversed().map { drawing.line($0, columns: max(1, size.columns)) }
        return stacked([drawing.draw(newest, in: room)] + lines, in: size)
    }

    /// All in their order, each as large as all have room to be; those that have none are left out.
    func inOrder(_ throws: [ThrowFrame], in size: Size) -> CellBuffer {
        let rows = max(1, size.rows / max(1, `throws`.count))
        let room = Size(columns: size.columns, rows: rows)
        return stacked(`throws`.prefix(max(1, size.rows)).map { drawing.draw($0, in: room) }, in: size)
    }

    /// Dice in a frame, and the line below them.
    private static let leastBlock = 4

    private func stacked(_ parts: [CellBuffer], in size: Size) -> CellBuffer {
        let height = min(max(0, size.rows), parts.reduce(0) { $0 + $1.height })
        var buffer = CellBuffer(width: max(1, size.columns), height: height)
        var row = 0
        for part in parts {
            buffer.place(part, row: row, column: 0)
            row += part.height
        }
        return buffer
    }
}
