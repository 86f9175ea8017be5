import DiceDrawing

/// One picture of `play`'s screen, with the position of everything for drawing and for the mouse.
package struct PlayLayout {
    enum Target: Hashable {
        /// The effect of this key.
        case key(Character)
        /// A die, by its index.
        case die(Int)
        /// A table, by its name.
        case table(String)
        /// A line of the score sheet.
        case sheetLine(Int)
    }

    let head: PlayHead
    let dice: PlayDice
    let pane: PlayPane?
    let foot: PlayFoot
    private let state: PlayState
    private let size: Size
    private let glyphs: Glyphs

    init(_ state: PlayState, size: Size, glyphs: Glyphs) {
        self.state = state
        self.size = size
        self.glyphs = glyphs
        let sheet = state.sheet
        head = PlayHead(state, size: size, glyphs: glyphs)
        pane = PlayPane(state, sheet, in: head.body, glyphs: glyphs)
        dice = PlayDice(
            state,
            in: head.body,
            beside: pane.flatMap { $0.isBeside ? $0.frame : nil }
        )
        foot = PlayFoot(state, sheet, dice, size: size, glyphs: glyphs)
    }

    func draw(_ motion: Motion = .full) -> CellBuffer {
        var buffer = CellBuffer(width: size.columns, height: size.rows)
        head.draw(glyphs, in: &buffer)
        if pane?.isBeside != false {
            dice.draw(state, motion, glyphs, in: &buffer)
        }
        pane?.draw(glyphs, in: &buffer)
        if let entry = state.entry {
            EntryDrawing(glyphs: glyphs, asked: state.asked(by: entry)).draw(
                entry,
                in: &buffer
            )
        } else {
            foot.draw(glyphs, in: &buffer)
        }
        return buffer
    }

    func target(row: Int, column: Int) -> Target? {
        // The input line replaces the buttons.
        let buttons = state.entry == nil ? foot.buttons + foot.hints : []
        if let pressed = buttons.first(where: {
            $0.place.contains(row: row, column: column)
        }) {
            return pressed.key.map { .key($0) }
        }
        if let pane, pane.frame.contains(row: row, column: column) {
            return pane.target(row: row, column: column)
        }
        return dice.grid.visible(top: dice.top).first {
            dice.frame(of: $0).contains(row: row, column: column)
        }
        .map { .die($0) }
    }
}
