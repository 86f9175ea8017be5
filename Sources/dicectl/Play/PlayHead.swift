/// What stands above the dice: facts about the table, who is at it, and whose turn it is.
struct PlayHead {
    let lines: [String]
    /// Rows with a line across the screen.
    let rules: [Int]
    /// What is left for the dice and the pane.
    let body: Rect
    private let isOld: Bool
    /// The people at the table, in the row below the lines.
    private let seats: [Seat]
    /// Whose turn it is in a game.
    private let banner: (row: Int, text: String)?

    /// From this height on, a row shows who is at the table.
    private static let rowsForSeats = 12

    init(_ state: PlayState, size: Size, glyphs: Glyphs) {
        let foot = PlayFoot.height(of: size.rows)
        isOld = state.isOld
        seats = size.rows >= Self.rowsForSeats ? state.seats : []
        lines = Self.lines(
            of: state, columns: size.columns,
            // One row is for the dice.
            atMost: max(1, min(4, size.rows / 3 + 1, size.rows - foot - 1)),
            withScore: size.rows < Self.rowsForSeats, glyphs)
        let air = size.rows >= 16 ? 1 : 0
        let rows = lines.count + (seats.isEmpty ? 0 : 1)
        body = Rect(
            row: rows + air, column: 0, rows: max(0, size.rows - rows - foot - 2 * air), columns: size.columns)
        rules = air == 0 ? [] : [rows, body.row + body.rows]
        let row = rules.first ?? (seats.isEmpty ? nil : lines.count)
        banner = row.flatMap { row in
            PlayText.banner(of: state, columns: size.columns, glyphs).map { (row, $0) }
        }
    }

    /// The facts, and behind them in the last line what else has room there.
    private static func lines(
        of state: PlayState, columns: Int, atMost count: Int, withScore: Bool, _ glyphs: Glyphs
    ) -> [String] {
        var lines = glyphs.wrapped(
            PlayText.facts(of: state).map(glyphs.shown), separator: glyphs.separator, columns: columns, atMost: count)
        for aside in PlayText.asides(of: state, withScore: withScore).map(glyphs.shown) {
            guard let last = lines.last, DisplayWidth.of(last + glyphs.separator + aside) <= columns else { break }
            lines[lines.count - 1] = last + glyphs.separator + aside
        }
        return lines
    }

    func draw(_ glyphs: Glyphs, in buffer: inout CellBuffer) {
        for (row, line) in lines.enumerated() {
            buffer.write(line, row: row, column: 0, style: isOld ? .alert : .strong)
        }
        SeatsDrawing(glyphs: glyphs).draw(seats, row: lines.count, in: &buffer)
        for row in rules {
            buffer.write(String(repeating: glyphs.rule, count: buffer.width), row: row, column: 0, style: .faint)
        }
        if let banner { buffer.write(banner.text, row: banner.row, column: 0, style: .chosen) }
    }
}
