internal import DiceModel

/// Draws a table's dice, with a line about the table below them.
struct TableDrawing {
    var glyphs: Glyphs
    var motion = Motion.full

    private var drawing: DieDrawing { DieDrawing(glyphs: glyphs, motion: motion) }

    /// As tall as the drawing needs to be, and never taller or wider than `size`.
    func draw(_ table: TableState, in size: Size) -> CellBuffer {
        let columns = max(1, size.columns)
        let available = Size(columns: columns, rows: max(1, size.rows))
        let tokens = table.dice.map(drawing.token)
        let layout = Layout.fitting(dice: table.dice.count, tokenWidth: tokenWidth(table.dice), in: available)
        let diceRows = min(layout.height(dice: table.dice.count), max(1, available.rows - 1))
        var buffer = CellBuffer(width: columns, height: min(diceRows + 1, available.rows))
        switch layout {
        case .boxes(let perRow):
            for (index, die) in table.dice.enumerated() {
                let place = Rect(
                    row: index / perRow * Layout.boxHeight, column: index % perRow * Layout.boxPitch,
                    rows: Layout.boxHeight, columns: Layout.boxWidth)
                drawing.draw(die, as: .box, at: place, in: &buffer)
            }
        case .tokens(let perRow, let pitch):
            let places = perRow * diceRows
            for (index, text) in tokens.prefix(places).enumerated() {
                let isCut = index == places - 1 && tokens.count > places
                buffer.write(
                    isCut ? glyphs.ellipsis : text, row: index / perRow, column: index % perRow * pitch,
                    style: isCut ? .faint : DieDrawing.style(of: table.dice[index]))
            }
        case .line: drawLine(zip(tokens, table.dice), &buffer)
        }
        buffer.write(caption(of: table, columns: columns), row: diceRows, column: 0, style: .faint)
        return buffer
    }

    private func drawLine(_ dice: some Sequence<(String, DieState)>, _ buffer: inout CellBuffer) {
        var column = 0
        for (text, die) in dice {
            let end = column + DisplayWidth.of(text)
            guard end <= buffer.width else {
                let cut = max(0, min(column, buffer.width - glyphs.ellipsis.count))
                buffer.write(glyphs.ellipsis, row: 0, column: cut)
                return
            }
            buffer.write(text, row: 0, column: column, style: DieDrawing.style(of: die))
            column = end + 1
        }
    }

    /// That of the widest token the dice can ever have, so that the layout holds still while they roll.
    private func tokenWidth(_ dice: [DieState]) -> Int {
        let widest = dice.map(\.sides).max() ?? 1
        return "\(dice.count):[\(widest)]".count
    }

    /// `default · turn 3, roll 2 · total 17 · ann rolled`. Where that is too wide the turn is left out first, then what
    /// happened, so that the total stays.
    private func caption(of table: TableState, columns: Int) -> String {
        let snapshot = table.snapshot
        let name = Printable.text(snapshot.table)
        let turn = "turn \(snapshot.turn), roll \(snapshot.roll)"
        let total = snapshot.rolling ? "" : "total \(table.total)"
        let event = table.caption + (snapshot.rolling && !table.caption.isEmpty ? glyphs.ellipsis : "")
        let lines = [[name, turn, total, event], [name, total, event], [name, total.isEmpty ? event : total]].map {
            glyphs.shown($0.filter { !$0.isEmpty }.joined(separator: glyphs.separator))
        }
        return glyphs.cut(lines.first { DisplayWidth.of($0) <= columns } ?? lines[2], to: columns)
    }
}
