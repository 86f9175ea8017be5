internal import DiceModel

/// Draws a table's dice, with a line about the table below them.
struct TableDrawing {
    var glyphs: Glyphs

    /// As tall as the drawing needs to be, and never taller or wider than `size`.
    func draw(_ table: TableState, in size: Size) -> CellBuffer {
        let columns = max(1, size.columns)
        let available = Size(columns: columns, rows: max(1, size.rows))
        let tokens = table.dice.map(token)
        let layout = Layout.fitting(dice: table.dice.count, tokenWidth: tokenWidth(table.dice), in: available)
        let diceRows = min(layout.height(dice: table.dice.count), max(1, available.rows - 1))
        var buffer = CellBuffer(width: columns, height: min(diceRows + 1, available.rows))
        switch layout {
        case .boxes(let perRow):
            for (index, die) in table.dice.enumerated() {
                drawBox(
                    of: die, row: index / perRow * Layout.boxHeight, column: index % perRow * Layout.boxPitch, &buffer)
            }
        case .tokens(let perRow, let pitch):
            let places = perRow * diceRows
            for (index, text) in tokens.prefix(places).enumerated() {
                let isCut = index == places - 1 && tokens.count > places
                buffer.write(
                    isCut ? glyphs.ellipsis : text, row: index / perRow, column: index % perRow * pitch,
                    style: isCut ? .faint : style(of: table.dice[index]))
            }
        case .line: drawLine(zip(tokens, table.dice), &buffer)
        }
        buffer.write(caption(of: table, columns: columns), row: diceRows, column: 0, style: .faint)
        return buffer
    }

    private func drawBox(of die: DieState, row: Int, column: Int, _ buffer: inout CellBuffer) {
        let style = style(of: die)
        let edge = String(repeating: glyphs.horizontal, count: DieFace.columns)
        let faces = DieFace.rows(sides: die.sides, value: die.value, glyphs: glyphs)
        buffer.write("\(glyphs.topLeft)\(edge)\(glyphs.topRight)", row: row, column: column, style: style)
        for (line, face) in faces.enumerated() {
            let text = "\(glyphs.vertical)\(face)\(glyphs.vertical)"
            buffer.write(text, row: row + 1 + line, column: column, style: style)
        }
        buffer.write("\(glyphs.bottomLeft)\(edge)\(glyphs.bottomRight)", row: row + 4, column: column, style: style)
        let mark = die.animating ? " \(glyphs.inFlight)" : die.locked ? " held" : ""
        buffer.write(
            DieFace.centred("\(die.die)\(mark)", in: Layout.boxWidth), row: row + 5, column: column, style: style)
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
            buffer.write(text, row: 0, column: column, style: style(of: die))
            column = end + 1
        }
    }

    /// `12:4`, held `12:[4]`, in flight `12:4…`
    private func token(_ die: DieState) -> String {
        if die.animating { return "\(die.die):\(die.value)\(glyphs.inFlight)" }
        return die.locked ? "\(die.die):[\(die.value)]" : "\(die.die):\(die.value)"
    }

    /// That of the widest token the dice can ever have, so that the layout holds still while they roll.
    private func tokenWidth(_ dice: [DieState]) -> Int {
        let widest = dice.map(\.sides).max() ?? 1
        return "\(dice.count):[\(widest)]".count
    }

    private func style(of die: DieState) -> Style {
        die.animating ? .rolling : die.locked ? .held : .plain
    }

    /// `default · turn 3, roll 2 · total 17 · ann rolled`, cut to the room there is.
    private func caption(of table: TableState, columns: Int) -> String {
        let snapshot = table.snapshot
        var parts = [Printable.text(snapshot.table), "turn \(snapshot.turn), roll \(snapshot.roll)"]
        if !snapshot.rolling { parts.append("total \(table.total)") }
        if !table.caption.isEmpty { parts.append(table.caption + (snapshot.rolling ? glyphs.ellipsis : "")) }
        let text = parts.joined(separator: glyphs.separator)
        let shown = glyphs == .ascii ? Printable.ascii(text) : text
        guard DisplayWidth.of(shown) > columns, columns > glyphs.ellipsis.count else { return shown }
        var cut = shown
        while DisplayWidth.of(cut) + glyphs.ellipsis.count > columns { cut.removeLast() }
        return cut + glyphs.ellipsis
    }
}
