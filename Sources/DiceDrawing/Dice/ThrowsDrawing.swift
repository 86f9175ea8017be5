package import DiceModel

/// Draws several throws, stacked.
package struct ThrowsDrawing {
    var drawing: ThrowDrawing

    package init(drawing: ThrowDrawing) {
        self.drawing = drawing
    }

    /// Returns how many of these rows a table's throws may use. If possible, enough rows remain for
    /// the table's dice in boxes.
    package static func share(of rows: Int) -> Int {
        let share = max(rows / 3, min(rows - 6, max(15, rows / 2)))
        if rows < 2 {
            return 0
        }
        return share < 6 ? max(1, share) : share - share % 3
    }

    /// Returns the throws by slot, the rows per slot, and the number of rows in use.
    package static func slots(_ throws: [ThrowFrame], first: Int, rows: Int) -> (
        [Int: ThrowFrame], rows: Int, height: Int
    ) {
        let slots = rows < 6 ? max(1, rows) : 3
        let each = max(1, rows / slots)
        var shown: [Int: ThrowFrame] = [:]
        for thrown in `throws` {
            shown[((thrown.number - first) % slots + slots) % slots] = thrown
        }
        return (
            shown, each,
            min(max(0, rows), shown.keys.max().map { ($0 + 1) * each } ?? 0)
        )
    }

    /// Draws each throw in its own slot, which it keeps until it is the oldest and a new throw
    /// replaces it; no throw ever moves. The throw `first` has the first slot.
    package func inSlots(_ throws: [ThrowFrame], first: Int, in size: Size) -> CellBuffer {
        let (shown, rows, height) = Self.slots(`throws`, first: first, rows: size.rows)
        var buffer = CellBuffer(width: max(1, size.columns), height: height)
        for (slot, thrown) in shown {
            let style: CellStyle =
                thrown.number == `throws`.last?.number ? .plain : .faint
            let drawn = drawing.draw(
                thrown,
                in: Size(columns: size.columns, rows: rows),
                style: style
            )
            buffer.place(drawn, row: slot * rows, column: 0)
        }
        return buffer
    }

    /// Draws all throws in order, at the largest size at which they all fit; those without space
    /// are omitted.
    package func inOrder(_ throws: [ThrowFrame], in size: Size) -> CellBuffer {
        let room = Size(
            columns: size.columns,
            rows: max(1, size.rows / max(1, `throws`.count))
        )
        let drawn = `throws`.prefix(max(1, size.rows)).map {
            drawing.draw($0, in: room, style: .plain)
        }
        return CellBuffer(
            stacked: drawn,
            width: max(1, size.columns),
            height: max(0, size.rows)
        )
    }
}
