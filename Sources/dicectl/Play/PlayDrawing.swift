internal import DiceModel

/// Draws all of `play`'s screen.
struct PlayDrawing {
    var glyphs: Glyphs
    var motion = Motion.full

    func draw(_ state: PlayState, in size: Size) -> CellBuffer {
        let layout = PlayLayout(state, size: size, glyphs: glyphs)
        var buffer = CellBuffer(width: size.columns, height: size.rows)
        for (row, line) in layout.header.enumerated() {
            buffer.write(line, row: row, column: 0, style: state.isOld ? .alert : .strong)
        }
        if layout.pane.map({ $0.column > 0 }) ?? true { drawDice(of: state, layout, &buffer) }
        drawPane(of: state, layout, &buffer)
        drawButtons(of: state, layout, &buffer)
        if let row = layout.noticeRow {
            let text = glyphs.cut(glyphs.shown(PlayText.bottom(of: state)), to: size.columns)
            buffer.write(text, row: row, column: 0, style: state.isOld ? .alert : .plain)
        }
        return buffer
    }

    private func drawDice(of state: PlayState, _ layout: PlayLayout, _ buffer: inout CellBuffer) {
        let drawing = DieDrawing(glyphs: glyphs, motion: motion)
        for index in layout.grid.visible(top: layout.top) {
            let die = state.dice[index]
            let emphasis = DieDrawing.Emphasis(
                isChosen: index == state.chosen, isFaint: state.isOld || state.ignored.contains(die.die))
            drawing.draw(die, as: layout.grid.shape, at: layout.place(of: index), emphasis, in: &buffer)
        }
    }

    private func drawPane(of state: PlayState, _ layout: PlayLayout, _ buffer: inout CellBuffer) {
        guard let kind = state.pane, let pane = layout.pane else { return }
        let title = glyphs.cut(PaneText.title(of: kind), to: pane.columns)
        buffer.write(title, row: pane.row, column: pane.column, style: .strong)
        let lines = PaneText.lines(of: state, glyphs: glyphs).dropFirst(layout.paneTop).prefix(max(0, pane.rows - 1))
        for (offset, line) in lines.enumerated() {
            let isChosen = kind == .tables && layout.paneTop + offset == state.paneRow
            buffer.write(
                glyphs.cut(glyphs.shown(line), to: pane.columns), row: pane.row + 1 + offset, column: pane.column,
                style: isChosen ? .chosen : .plain)
        }
    }

    private func drawButtons(of state: PlayState, _ layout: PlayLayout, _ buffer: inout CellBuffer) {
        for button in layout.buttons {
            buffer.write(
                button.text, row: button.place.row, column: button.place.column,
                style: state.buttonsAreEnabled ? .strong : .faint)
        }
        guard let last = layout.buttons.last else { return }
        let room = layout.size.columns - last.place.column - last.place.columns - 2
        let visible = layout.grid.visible(top: layout.top)
        let range =
            layout.grid.isCut ? "\(visible.lowerBound + 1)-\(visible.upperBound) of \(layout.grid.dice)" : nil
        let hints = [range, "? help"].compactMap(\.self)
        guard let text = ([hints.joined(separator: glyphs.separator)] + hints).first(where: { $0.count <= room })
        else { return }
        buffer.write(text, row: last.place.row, column: layout.size.columns - text.count, style: .faint)
    }
}
