internal import DiceModel

/// Where everything is on the screen: for the drawing, and for the mouse.
struct PlayLayout {
    enum Target: Hashable {
        /// What this key does.
        case key(Character)
        /// A die, by its index.
        case die(Int)
        case paneLine(Int)
    }

    typealias Button = (target: Target, place: Rect, text: String)

    let glyphs: Glyphs
    let size: Size
    let header: [String]
    /// The people at the table, and the row that shows them.
    let seats: (row: Int, all: [Seat])?
    /// Rows with a line across the screen.
    let rules: [Int]
    let grid: DiceGrid
    let top: Int
    /// The dice, what accompanies them, the pane, and what can be pressed.
    let diceArea: Rect
    let lastTurns: Rect?
    /// The last throws, below the dice.
    let thrown: Rect?
    let pane: Rect?
    let paneTop: Int
    let buttons: [Button]
    /// What else can be pressed, at the right of the buttons, and which dice show.
    let hints: [Button]
    let range: (place: Rect, text: String)?
    let noticeRow: Int?

    /// From this width on a pane stands beside the dice instead of over them.
    private static let wide = 100
    /// From this height on, a row shows who is at the table.
    private static let rowsForSeats = 12

    init(_ state: PlayState, size: Size, glyphs: Glyphs) {
        self.glyphs = glyphs
        self.size = size
        let facts = PlayText.facts(of: state)
        let bottom = (size.rows >= 3 ? 1 : 0) + (size.rows >= 4 ? 1 : 0)
        // One row is for the dice.
        var header = Wrapping.lines(
            facts.map(glyphs.shown), separator: glyphs.separator, columns: size.columns,
            atMost: max(1, min(4, size.rows / 3 + 1, size.rows - bottom - 1)), glyphs)
        for aside in PlayText.asides(of: state).map(glyphs.shown) {
            guard let last = header.last, DisplayWidth.of(last + glyphs.separator + aside) <= size.columns else {
                break
            }
            header[header.count - 1] = last + glyphs.separator + aside
        }
        self.header = header
        let air = size.rows >= 16 ? 1 : 0
        let atTable = size.rows >= Self.rowsForSeats ? state.seats : []
        seats = atTable.isEmpty ? nil : (header.count, atTable)
        let head = header.count + (seats == nil ? 0 : 1)
        let area = Rect(
            row: head + air, column: 0, rows: max(0, size.rows - head - bottom - 2 * air), columns: size.columns)
        rules = air == 0 ? [] : [area.row - 1, area.row + area.rows]
        let isBeside = state.pane != nil && size.columns >= Self.wide
        let paneColumns = isBeside ? size.columns * 2 / 5 : size.columns
        let paneArea = Rect(row: area.row, column: size.columns - paneColumns, rows: area.rows, columns: paneColumns)
        pane = state.pane == nil ? nil : paneArea
        let throwRows = state.thrown.isEmpty ? 0 : ThrowsDrawing.share(of: area.rows)
        let room = Size(
            columns: isBeside ? size.columns - paneColumns - 3 : size.columns, rows: area.rows - throwRows)
        let sides = state.dice.map(\.sides).max() ?? 6
        grid = DiceGrid(dice: state.dice.count, sides: sides, in: room)
        top = grid.top(near: state.top)
        let height = min(room.rows, grid.height)
        // A blank row goes before the throws if there is one.
        let throwsHeight = throwRows > 0 ? min(throwRows + 1, area.rows - height) : 0
        // They keep their place, however many turns have ended.
        let turns = LastTurns.rows(of: area.rows - height - throwsHeight - 1)
        let row = area.row + (area.rows - height - throwsHeight - (turns > 0 ? turns + 1 : 0)) / 2
        diceArea = Rect(
            row: row, column: max(0, (room.columns - grid.width) / 2), rows: height, columns: grid.width)
        let turnColumns = min(room.columns, max(60, min(grid.width, 100)))
        func below(_ row: Int, rows: Int) -> Rect? {
            let column = (room.columns - turnColumns) / 2
            return rows > 0 ? Rect(row: row, column: column, rows: rows, columns: turnColumns) : nil
        }
        thrown = below(row + height + throwsHeight - throwRows, rows: throwRows)
        lastTurns = below(row + height + throwsHeight + 1, rows: turns)
        let lines = PaneText.lines(of: state, glyphs: glyphs).count
        let visible = max(1, area.rows - 1)
        paneTop = max(
            0, min(state.pane?.chooses == true ? state.paneRow - visible / 2 : state.paneRow, lines - visible))
        noticeRow = size.rows >= 4 ? size.rows - 1 : nil
        buttons = PlayButtons.main(
            canRoll: state.canRoll, canEndTurn: state.canEndTurn, row: size.rows - bottom, size: size, glyphs: glyphs)
        (hints, range) = PlayButtons.hints(beside: buttons, grid, top: top, size: size, glyphs: glyphs)
    }

    func place(of index: Int) -> Rect {
        var place = grid.place(of: index, top: top)
        place.row += diceArea.row
        place.column += diceArea.column
        return place
    }

    func target(row: Int, column: Int) -> Target? {
        let pressed = (buttons + hints).first { $0.place.contains(row: row, column: column) }
        if let pressed { return pressed.target }
        if let pane, pane.contains(row: row, column: column) {
            return row > pane.row ? .paneLine(paneTop + row - pane.row - 1) : nil
        }
        return grid.visible(top: top).first { place(of: $0).contains(row: row, column: column) }.map { .die($0) }
    }
}

/// What can be pressed with the mouse besides the dice, each for a key.
enum PlayButtons {
    /// `[ Roll ]  [ End Turn ]`, without the brackets if they cannot be pressed.
    static func main(canRoll: Bool, canEndTurn: Bool, row: Int, size: Size, glyphs: Glyphs) -> [PlayLayout.Button] {
        guard size.rows >= 3 else { return [] }
        let pad = size.columns >= 24 ? " " : ""
        let texts = [("Roll", canRoll), ("End Turn", canEndTurn)].map { name, isEnabled in
            let (left, right) = isEnabled ? ("[", "]") : (String(glyphs.disabled), String(glyphs.disabled))
            return "\(left)\(pad)\(name)\(pad)\(right)"
        }
        let gap = size.columns >= 24 ? 2 : 1
        var column = max(0, (size.columns - texts[0].count - texts[1].count - gap) / 2)
        return zip([PlayLayout.Target.key("r"), .key("e")], texts).map { target, text in
            defer { column += text.count + gap }
            return (target, Rect(row: row, column: column, rows: 1, columns: text.count), text)
        }
    }

    private static let words: [(key: Character, text: String)] = [
        ("/", "/ dice"), ("h", "h history"), ("t", "t tables"), ("?", "? help"), ("q", "q quit"),
    ]

    /// What fits at the right end of the buttons' row: as many hints as fit, and which dice show if not all do.
    static func hints(
        beside buttons: [PlayLayout.Button], _ grid: DiceGrid, top: Int, size: Size, glyphs: Glyphs
    ) -> ([PlayLayout.Button], (place: Rect, text: String)?) {
        guard let last = buttons.last?.place else { return ([], nil) }
        let visible = grid.visible(top: top)
        let range = grid.isCut ? "\(visible.lowerBound + 1)-\(visible.upperBound) of \(grid.dice)" : nil
        let help = words.filter { $0.key == "?" }
        let choices = [words, words.filter { $0.key == "/" } + help, help, []].map { ($0, range) } + [(help, nil)]
        let room = size.columns - last.column - last.columns - 2
        let separator = glyphs.separator
        for (hints, range) in choices {
            let texts = [range].compactMap(\.self) + hints.map(\.text)
            let width = texts.joined(separator: separator).count
            guard width > 0, width <= room else { continue }
            var places: [Rect] = []
            var column = size.columns - width
            for text in texts {
                places.append(Rect(row: last.row, column: column, rows: 1, columns: text.count))
                column += text.count + separator.count
            }
            let shown = range.map { (place: places.removeFirst(), text: $0) }
            return (zip(hints, places).map { (.key($0.key), $1, $0.text) }, shown)
        }
        return ([], nil)
    }
}
