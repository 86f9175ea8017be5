internal import DiceModel

/// Where everything is on the screen: for the drawing, and for the mouse.
struct PlayLayout {
    enum Target: Hashable {
        case roll, endTurn
        /// By its index.
        case die(Int)
        case paneLine(Int)
    }

    let glyphs: Glyphs
    let size: Size
    let header: [String]
    let grid: DiceGrid
    let top: Int
    /// The dice, the pane, and what can be pressed.
    let diceArea: Rect
    let pane: Rect?
    let paneTop: Int
    let buttons: [(target: Target, place: Rect, text: String)]
    let noticeRow: Int?

    /// From this width on a pane stands beside the dice instead of over them.
    private static let wide = 100

    init(_ state: PlayState, size: Size, glyphs: Glyphs) {
        self.glyphs = glyphs
        self.size = size
        let facts = PlayText.facts(of: state)
        let bottom = (size.rows >= 3 ? 1 : 0) + (size.rows >= 4 ? 1 : 0)
        // One row is for the dice.
        header = Wrapping.lines(
            facts.map(glyphs.shown), separator: glyphs.separator, columns: size.columns,
            atMost: max(1, min(4, size.rows / 3 + 1, size.rows - bottom - 1)), glyphs)
        let air = size.rows >= 16 ? 1 : 0
        let area = Rect(
            row: header.count + air, column: 0, rows: max(0, size.rows - header.count - bottom - 2 * air),
            columns: size.columns)
        let isBeside = state.pane != nil && size.columns >= Self.wide
        let paneColumns = isBeside ? size.columns * 2 / 5 : size.columns
        pane =
            state.pane.map { _ in
                Rect(
                    row: area.row, column: size.columns - paneColumns, rows: area.rows, columns: paneColumns)
            }
        let room = Size(columns: isBeside ? size.columns - paneColumns - 2 : size.columns, rows: area.rows)
        let sides = state.dice.map(\.sides).max() ?? 6
        grid = DiceGrid(dice: state.dice.count, sides: sides, in: room)
        top = grid.top(near: state.top)
        diceArea = Rect(
            row: area.row, column: max(0, (room.columns - grid.width) / 2), rows: min(area.rows, grid.height),
            columns: grid.width)
        let lines = PaneText.lines(of: state, glyphs: glyphs).count
        let visible = max(1, area.rows - 1)
        paneTop = max(0, min(state.pane == .tables ? state.paneRow - visible / 2 : state.paneRow, lines - visible))
        noticeRow = size.rows >= 4 ? size.rows - 1 : nil
        buttons = Self.buttons(
            isEnabled: state.buttonsAreEnabled, row: size.rows - bottom, size: size, glyphs: glyphs)
    }

    /// `[ Roll ]  [ End Turn ]`, without the brackets where they cannot be pressed.
    private static func buttons(
        isEnabled: Bool, row: Int, size: Size, glyphs: Glyphs
    ) -> [(target: Target, place: Rect, text: String)] {
        guard size.rows >= 3 else { return [] }
        let (left, right) = isEnabled ? ("[", "]") : (String(glyphs.disabled), String(glyphs.disabled))
        let pad = size.columns >= 24 ? " " : ""
        let texts = ["Roll", "End Turn"].map { "\(left)\(pad)\($0)\(pad)\(right)" }
        let gap = size.columns >= 24 ? 2 : 1
        var column = max(0, (size.columns - texts[0].count - texts[1].count - gap) / 2)
        return zip([Target.roll, .endTurn], texts).map { target, text in
            defer { column += text.count + gap }
            return (target, Rect(row: row, column: column, rows: 1, columns: text.count), text)
        }
    }

    func place(of index: Int) -> Rect {
        var place = grid.place(of: index, top: top)
        place.row += diceArea.row
        place.column += diceArea.column
        return place
    }

    func target(row: Int, column: Int) -> Target? {
        if let button = buttons.first(where: { $0.place.contains(row: row, column: column) }) { return button.target }
        if let pane, pane.contains(row: row, column: column) {
            return row > pane.row ? .paneLine(paneTop + row - pane.row - 1) : nil
        }
        return grid.visible(top: top).first { place(of: $0).contains(row: row, column: column) }.map { .die($0) }
    }
}
