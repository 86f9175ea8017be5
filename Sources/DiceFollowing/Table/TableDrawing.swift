package import DiceDrawing
import DiceModel

/// Draws a table's dice, its last throws below them, and then a line about the table.
package struct TableDrawing {
    var glyphs: Glyphs
    var motion = Motion.full

    package init(glyphs: Glyphs, motion: Motion = .full) {
        self.glyphs = glyphs
        self.motion = motion
    }

    private var drawing: DieDrawing { DieDrawing(glyphs: glyphs, motion: motion) }

    func throwDrawing(at table: TableState) -> ThrowDrawing {
        ThrowDrawing(glyphs: glyphs, motion: motion, players: table.snapshot.players ?? [])
    }

    /// Draws the table with as many rows as necessary, but never larger than `size`.
    package func draw(_ table: TableState, in size: Size) -> CellBuffer {
        let columns = max(1, size.columns)
        let rows = max(1, size.rows)
        // The widest token that the dice can ever have, so that the layout does not move while they
        // roll.
        let sides = table.dice.map(\.sides).max() ?? 1
        let throwRows =
            table.thrown.isEmpty || rows < 3 ? 0 : ThrowsDrawing.share(of: rows - 1)
        // One row is reserved for the line below the dice.
        let room = Size(columns: columns, rows: rows - 1 - throwRows)
        let grid = DiceGrid(
            dice: table.dice.count,
            sides: sides,
            in: room,
            shapes: Self.shapes
        )
        .flatMap {
            $0.isCut && room.rows <= 1 ? nil : $0
        }
        let diceRows = grid?.height ?? 1
        let thrown = ThrowsDrawing(drawing: throwDrawing(at: table)).inSlots(
            table.thrown,
            places: table.throwPlaces,
            in: Size(columns: columns, rows: throwRows)
        )
        var buffer = CellBuffer(
            width: columns,
            height: min(diceRows + thrown.height + 1, rows)
        )
        if let grid {
            draw(table.dice, grid, &buffer)
        } else {
            drawLine(table.dice, &buffer)
        }
        buffer.place(thrown, row: diceRows, column: 0)
        buffer.write(
            caption(of: table, columns: columns),
            row: diceRows + thrown.height,
            column: 0,
            style: .faint
        )
        return buffer
    }

    /// Bodies with pips if all fit, else `12:[4]`, with a narrow gap if necessary.
    private static let shapes: [(Shape, gap: Int)] =
        [.large, .box, .compact].map { ($0, $0.gap) } + [(.token, 2), (.token, 1)]

    /// Draws dice in a grid. If they do not all fit, the last cell says so.
    private func draw(_ dice: [DieState], _ grid: DiceGrid, _ buffer: inout CellBuffer) {
        let visible = grid.visible(top: 0)
        for index in visible {
            let place = grid.frame(of: index, top: 0)
            if grid.isCut, index == visible.upperBound - 1 {
                buffer.write(
                    glyphs.ellipsis,
                    row: place.row,
                    column: place.column,
                    style: .faint
                )
            } else {
                drawing.draw(dice[index], as: grid.shape, at: place, in: &buffer)
            }
        }
    }

    /// Draws all dice in one line, cut off at the edge.
    private func drawLine(_ dice: [DieState], _ buffer: inout CellBuffer) {
        var column = 0
        for die in dice {
            let shown = ShownDie(die, motion)
            let text = drawing.token(shown)
            let end = column + DisplayWidth.of(text)
            guard end <= buffer.width else {
                let cut = max(0, min(column, buffer.width - glyphs.ellipsis.count))
                buffer.write(glyphs.ellipsis, row: 0, column: cut)
                return
            }
            buffer.write(text, row: 0, column: column, style: shown.style)
            column = end + 1
        }
    }

    /// `default · turn 3, roll 2 · total 17 · ann rolled`. If that is too wide, the turn is omitted
    /// first, then the event, so that the total remains.
    private func caption(of table: TableState, columns: Int) -> String {
        let snapshot = table.snapshot
        let name = Printable.text(snapshot.table)
        let turn = "turn \(snapshot.turn), roll \(snapshot.roll)"
        let total = snapshot.rolling ? "" : "total \(table.total)"
        let event =
            table.taggedCaption
            + (snapshot.rolling && !table.caption.isEmpty ? glyphs.ellipsis : "")
        let parts = [
            [name, turn, total, event],
            [name, total, event],
            [name, total.isEmpty ? event : total],
        ]
        return glyphs.firstFitting(parts, columns)
    }
}
