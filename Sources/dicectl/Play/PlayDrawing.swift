import DiceModel

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
        if let seats = layout.seats { SeatsDrawing(glyphs: glyphs).draw(seats.all, row: seats.row, in: &buffer) }
        for row in layout.rules {
            buffer.write(String(repeating: glyphs.rule, count: size.columns), row: row, column: 0, style: .faint)
        }
        if let banner = layout.banner { buffer.write(banner.text, row: banner.row, column: 0, style: .chosen) }
        if layout.pane.map({ $0.column > 0 }) ?? true {
            drawDice(of: state, layout, &buffer)
            if let place = layout.thrown {
                let thrown = ThrowsDrawing(drawing: ThrowDrawing(glyphs: glyphs, motion: motion))
                    .inSlots(
                        state.thrown, first: state.table?.firstThrow ?? 1,
                        in: Size(columns: place.columns, rows: place.rows))
                buffer.place(thrown, row: place.row, column: place.column)
            }
            if let place = layout.lastTurns { LastTurns(glyphs: glyphs).draw(state.lastTurns, at: place, in: &buffer) }
        }
        drawPane(of: state, layout, &buffer)
        if let entry = state.entry {
            EntryDrawing(glyphs: glyphs).draw(entry, in: &buffer)
            return buffer
        }
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
        guard let kind = layout.shown, let pane = layout.pane else { return }
        for row in pane.row..<pane.row + pane.rows where pane.column > 1 {
            buffer.write(String(glyphs.still.vertical), row: row, column: pane.column - 2, style: .faint)
        }
        let step = layout.paneStep
        let title = glyphs.cut(PaneText.title(of: state, kind, glyphs: glyphs, columns: step), to: step)
        for column in stride(from: pane.column, through: pane.column + pane.columns - step, by: step) {
            buffer.write(glyphs.shown(title), row: pane.row, column: column, style: .strong)
        }
        let lines = PaneText.lines(of: state, kind, glyphs: glyphs, columns: step)
        for (offset, line) in lines.dropFirst(layout.paneTop).prefix(layout.paneVisible).enumerated() {
            let index = layout.paneTop + offset
            let isChosen = kind.chooses && state.pane == kind && index == state.paneRow
            let isBest = kind == .sheet && index == state.sheet?.best
            let (row, column) = (offset % layout.paneRows, offset / layout.paneRows * step)
            buffer.write(
                glyphs.cut(glyphs.shown(line), to: step), row: pane.row + 1 + row, column: pane.column + column,
                style: isChosen ? .chosen : isBest ? .strong : .plain)
        }
    }

    private func drawButtons(of state: PlayState, _ layout: PlayLayout, _ buffer: inout CellBuffer) {
        for (button, isEnabled) in zip(layout.buttons, [state.canRoll, state.canEndTurn]) {
            buffer.write(
                button.text, row: button.place.row, column: button.place.column, style: isEnabled ? .strong : .faint)
        }
        drawHints(layout, &buffer)
    }

    private func drawHints(_ layout: PlayLayout, _ buffer: inout CellBuffer) {
        let range = layout.range.map { [$0.place] } ?? []
        if let range = layout.range {
            buffer.write(range.text, row: range.place.row, column: range.place.column, style: .faint)
        }
        for place in (range + layout.hints.map(\.place)).dropFirst() {
            let separator = glyphs.separator
            buffer.write(separator, row: place.row, column: place.column - separator.count, style: .faint)
        }
        for hint in layout.hints {
            let end = buffer.write(
                String(hint.text.prefix(1)), row: hint.place.row, column: hint.place.column, style: .strong)
            buffer.write(String(hint.text.dropFirst()), row: hint.place.row, column: end, style: .faint)
        }
    }
}

/// Where `play` shows its state: drawn on the whole screen, or told in sentences.
protocol PlayScreen: AnyObject {
    /// Has the terminal ready for keys.
    func enter() throws(CommandError)
    func leave() throws(CommandError)
    /// Shows the state as it is now.
    func show(_ state: PlayState) throws(CommandError)
    func react(to signal: Int32) throws(CommandError)
    func read() -> [UInt8]?
    func layout(of state: PlayState) -> PlayLayout
    /// Whether dice move on it.
    var isMoving: Bool { get }
}

/// The table drawn on the alternate screen.
final class DrawnPlay: PlayScreen {
    private let screen: FullScreen
    private let drawing: PlayDrawing
    private var frozenDice = FrozenDice()

    init(traits: TerminalTraits, motion: Motion, environment: [String: String]) {
        screen = FullScreen(palette: traits.palette, environment: environment)
        drawing = PlayDrawing(glyphs: traits.glyphs, motion: motion)
    }

    func enter() throws(CommandError) { try screen.enter() }
    func leave() throws(CommandError) { try screen.leave() }

    func show(_ state: PlayState) throws(CommandError) {
        var shown = state
        shown.table = state.table.map { frozenDice.shown($0, drawing.motion) }
        try screen.paint(drawing.draw(shown, in: screen.size))
    }

    func react(to signal: Int32) throws(CommandError) { try screen.react(to: signal) }
    func read() -> [UInt8]? { screen.read() }
    func layout(of state: PlayState) -> PlayLayout { PlayLayout(state, size: screen.size, glyphs: drawing.glyphs) }
    var isMoving: Bool { drawing.motion == .full }
}
