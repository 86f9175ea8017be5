import DiceModel

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
    /// What the pane shows: what the person has opened, else the sheet of a game if it has room beside the dice.
    let shown: PlayState.Pane?
    /// Rows below the title, and how many columns each of the pane's columns of lines has: a long sheet has two.
    let paneRows, paneStep: Int
    /// Lines that there are, and those that show at once.
    let paneLines, paneVisible: Int
    /// Whose turn it is in a game.
    let banner: (row: Int, text: String)?
    let buttons: [Button]
    /// What else can be pressed, at the right of the buttons, and which dice show.
    let hints: [Button]
    let range: (place: Rect, text: String)?
    let noticeRow: Int?

    /// From this width on a pane stands beside the dice instead of over them.
    private static let wide = 100
    /// From this width on a sheet or a hint does. What it leaves to the dice, or in two columns of lines.
    private static let (wideForSheet, diceColumns, fewColumns) = (72, 40, 22)
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
        for aside in PlayText.asides(of: state, withScore: size.rows < Self.rowsForSeats).map(glyphs.shown) {
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
        let bannerRow = rules.first ?? seats?.row
        banner = bannerRow.flatMap { row in
            PlayText.banner(of: state, columns: size.columns, glyphs).map { (row, $0) }
        }
        let visible = max(1, area.rows - 1)
        let sheet = Self.sheet(state, size, rows: visible, glyphs)
        shown = state.pane ?? (sheet == nil || state.sheet?.rows.first?.box == nil ? nil : .sheet)
        let isBeside = shown != nil && (size.columns >= Self.wide || sheet != nil)
        paneLines = shown == nil ? 0 : PaneText.lines(of: state, shown, glyphs: glyphs).count
        (paneStep, paneRows) =
            sheet.map { ($0.step, $0.rows) } ?? (isBeside ? size.columns * 2 / 5 : size.columns, visible)
        let paneColumns = paneStep * (sheet?.times ?? 1)
        let paneArea = Rect(row: area.row, column: size.columns - paneColumns, rows: area.rows, columns: paneColumns)
        pane = shown == nil ? nil : paneArea
        let throwRows = state.thrown.isEmpty ? 0 : ThrowsDrawing.share(of: area.rows)
        let turnsBeside = isBeside ? 0 : Self.columns(forTurnsBeside: state, area)
        let aside = isBeside ? paneColumns : turnsBeside
        let room = Size(columns: size.columns - (aside > 0 ? aside + 3 : 0), rows: area.rows - throwRows)
        let sides = state.dice.map(\.sides).max() ?? 6
        grid = DiceGrid(dice: state.dice.count, sides: sides, in: room, isAlone: aside > 0 || throwRows > 0)
        top = grid.top(near: state.top)
        let height = min(room.rows, grid.height)
        // A blank row goes before the throws if there is one.
        let throwsHeight = throwRows > 0 ? min(throwRows + 1, area.rows - height) : 0
        // They keep their place, however many turns have ended.
        let turns = turnsBeside > 0 ? 0 : LastTurns.rows(of: area.rows - height - throwsHeight - 1)
        let row = area.row + (area.rows - height - throwsHeight - (turns > 0 ? turns + 1 : 0)) / 2
        diceArea = Rect(
            row: row, column: max(0, (room.columns - grid.width) / 2), rows: height, columns: grid.width)
        let turnColumns = min(room.columns, max(60, min(grid.width, 100)))
        func below(_ row: Int, rows: Int, columns: Int, of whole: Int) -> Rect? {
            rows > 0 ? Rect(row: row, column: (whole - columns) / 2, rows: rows, columns: columns) : nil
        }
        let whole = isBeside ? room.columns : size.columns
        thrown = below(row + height + throwsHeight - throwRows, rows: throwRows, columns: whole, of: whole)
        // Places that no throw has taken yet are theirs.
        let used = ThrowsDrawing.slots(state.thrown, first: state.table?.firstThrow ?? 1, rows: throwRows).height
        let turnsRow = row + height + throwsHeight + 1 - (throwRows - used)
        lastTurns =
            turnsBeside > 0
            ? Rect(row: area.row, column: size.columns - aside, rows: area.rows - throwsHeight, columns: aside)
            : below(
                turnsRow, rows: LastTurns.rows(of: area.row + area.rows - turnsRow), columns: turnColumns,
                of: room.columns)
        paneVisible = paneRows * (sheet?.times ?? 1)
        let row0 = shown != state.pane ? 0 : shown?.chooses == true ? state.paneRow - paneVisible / 2 : state.paneRow
        paneTop = max(0, min(row0, paneLines - paneVisible))
        noticeRow = size.rows >= 4 ? size.rows - 1 : nil
        buttons = PlayButtons.main(
            canRoll: state.canRoll, canEndTurn: state.canEndTurn, row: size.rows - bottom, size: size, glyphs: glyphs)
        let keys: [(Character, String)] =
            state.sheet == nil ? [] : [state.isMatchOver ? ("n", "n next match") : ("s", "s score")]
        (hints, range) = PlayButtons.hints(keys, beside: buttons, grid, top: top, size: size, glyphs: glyphs)
    }

    /// How many columns the last turns have beside the dice: none if these would be smaller for it.
    private static func columns(forTurnsBeside state: PlayState, _ area: Rect) -> Int {
        guard area.columns >= wide, state.pane == nil else { return 0 }
        let (dice, sides) = (state.dice.count, state.dice.map(\.sides).max() ?? 6)
        let room = Size(columns: area.columns - LastTurns.narrowest - 3, rows: area.rows)
        let (narrow, whole) = (
            DiceGrid(dice: dice, sides: sides, in: room, isAlone: true),
            DiceGrid(dice: dice, sides: sides, in: Size(columns: area.columns, rows: area.rows))
        )
        guard narrow.shape <= whole.shape, !narrow.isCut else { return 0 }
        return max(LastTurns.narrowest, min(LastTurns.widest, area.columns * 2 / 5, area.columns - narrow.width - 6))
    }

    /// A sheet or a hint beside the dice, if it has room there: in one column of lines, or in two.
    private static func sheet(
        _ state: PlayState, _ size: Size, rows: Int, _ glyphs: Glyphs
    ) -> (step: Int, rows: Int, times: Int)? {
        let kind = state.pane ?? .sheet
        guard size.columns >= wideForSheet, state.sheet != nil, kind == .sheet || kind == .hint else { return nil }
        for (times, least) in [(1, diceColumns), (2, fewColumns)] {
            let room = min((size.columns - least - 3) / times, kind == .hint ? 44 : .max)
            let lines = PaneText.lines(of: state, kind, glyphs: glyphs, columns: room)
            let head = PaneText.title(of: state, kind, glyphs: glyphs, columns: room)
            let each = (lines.count + times - 1) / times
            guard each <= rows else { continue }
            let width = (lines + [head]).map { DisplayWidth.of($0) + 1 }.max() ?? room
            return (min(room, width), each, times)
        }
        return nil
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
            return row > pane.row
                ? .paneLine(paneTop + row - pane.row - 1 + (column - pane.column) / paneStep * paneRows) : nil
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
        _ keys: [(key: Character, text: String)], beside buttons: [PlayLayout.Button], _ grid: DiceGrid, top: Int,
        size: Size, glyphs: Glyphs
    ) -> ([PlayLayout.Button], (place: Rect, text: String)?) {
        guard let last = buttons.last?.place else { return ([], nil) }
        let visible = grid.visible(top: top)
        let range = grid.isCut ? "\(visible.lowerBound + 1)-\(visible.upperBound) of \(grid.dice)" : nil
        let help = words.filter { $0.key == "?" }
        let few = words.filter { $0.key == "/" } + help
        let choices =
            [keys + words, keys + few, keys + help, help, []].map { ($0, range) } + [(help, nil)]
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
