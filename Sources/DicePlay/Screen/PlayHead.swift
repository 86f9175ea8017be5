import DiceDrawing
import DiceFollowing
import DiceGames
import DiceModel

/// Draws the text above the dice: facts about the table, the people at it, and the current player.
struct PlayHead {
    let lines: [String]
    /// The rows with a line across the screen.
    let rules: [Int]
    /// The space for the dice and the pane.
    let body: Rect
    private let isOld: Bool
    /// The people at the table, in the row below the lines.
    private let seats: [Seat]
    private let banner: (row: Int, text: String)?

    /// The minimum height at which a row shows the people at the table.
    private static let rowsForSeats = 12

    init(_ state: PlayState, size: Size, glyphs: Glyphs) {
        let foot = PlayFoot.height(of: size.rows)
        isOld = state.isOld
        seats = size.rows >= Self.rowsForSeats ? state.seats : []
        // One row is reserved for the dice. A sheet beside them keeps its rows, however long the
        // facts are.
        let hasSheet =
            state.table?.snapshot.game?.rounds != nil
            && size.columns >= PlayPane.wideForSheet
        var lines = glyphs.wrapped(
            Self.facts(of: state).map(glyphs.shown),
            separator: glyphs.separator,
            columns: size.columns,
            atMost: hasSheet
                ? 1 : max(1, min(4, size.rows / 3 + 1, size.rows - foot - 1))
        )
        for aside in Self.asides(of: state, withScore: size.rows < Self.rowsForSeats)
            .map(
                glyphs.shown
            )
        {
            let line = lines[lines.count - 1] + glyphs.separator + aside
            guard DisplayWidth.of(line) <= size.columns else { break }
            lines[lines.count - 1] = line
        }
        self.lines = lines
        let air = size.rows >= 16 ? 1 : 0
        let rows = lines.count + (seats.isEmpty ? 0 : 1)
        body = Rect(
            row: rows + air,
            column: 0,
            rows: max(0, size.rows - rows - foot - 2 * air),
            columns: size.columns
        )
        rules = air == 0 ? [] : [rows, body.row + body.rows]
        let row = rules.first ?? (seats.isEmpty ? nil : lines.count)
        banner = row.flatMap { row in
            Self.banner(of: state, columns: size.columns, glyphs).map { (row, $0) }
        }
    }

    func draw(_ glyphs: Glyphs, in buffer: inout CellBuffer) {
        for (row, line) in lines.enumerated() {
            buffer.write(line, row: row, column: 0, style: isOld ? .alert : .strong)
        }
        SeatsDrawing(glyphs: glyphs).draw(seats, row: lines.count, in: &buffer)
        for row in rules {
            buffer.write(
                String(repeating: glyphs.rule, count: buffer.width),
                row: row,
                column: 0,
                style: .faint
            )
        }
        if let banner {
            buffer.write(banner.text, row: banner.row, column: 0, style: .chosen)
        }
    }

    /// Returns the facts, most important first.
    static func facts(of state: PlayState) -> [String] {
        guard let table = state.table else {
            return [state.name.description, "loading"]
        }
        let flying = table.dice.count(where: \.animating)
        let snapshot = table.snapshot
        var facts =
            state.absence.map { [$0 == .daemon ? "DISCONNECTED" : "DELETED"] } ?? []
        facts.append(Printable.text(snapshot.table))
        let count = snapshot.rollsLeft.flatMap { left in
            snapshot.rollsPerTurn.map { "\($0 - left) of \($0)" }
        }
        facts.append("turn \(snapshot.turn), roll \(count ?? "\(snapshot.roll)")")
        let points = state.shownGame?.turn.map { "\($0) this turn" }
        let total = flying > 0 ? "\(flying) rolling" : points ?? "total \(table.total)"
        facts +=
            state.up.map { player(of: state, up: $0) + [total] }
            ?? ([total] + roller(of: table, flying > 0))
        if !state.isOld, let watchers = state.watchers {
            facts.append("\(watchers) watching")
        }
        return facts
    }

    /// Returns the current player and the person at the screen.
    private static func player(of state: PlayState, up: String) -> [String] {
        let player = PlayerTag.text(state.player, among: state.seated)
        if let game = state.table?.snapshot.game, game.over {
            return [game.result, "you are \(player)"]
        }
        return state.isUp
            ? ["YOUR TURN, \(player)"]
            : ["\(PlayerTag.text(up, among: state.seated))'s turn", "you are \(player)"]
    }

    private static func roller(of table: TableState, _ isRolling: Bool) -> [String] {
        if let by = table.snapshot.by {
            let roller = PlayerTag.text(by, among: table.snapshot.players ?? [])
            return ["\(roller) \(isRolling ? "rolls" : "rolled")"]
        }
        return table.snapshot.roll == 0 ? ["no roll yet"] : []
    }

    /// Returns what follows the facts in their last line if it fits.
    static func asides(of state: PlayState, withScore: Bool = true) -> [String] {
        guard let snapshot = state.table?.snapshot, !state.isOld else { return [] }
        let names = (snapshot.contributors ?? []).filter { $0.nextTurn != true }.map(
            \.by
        )
        return [
            withScore
                ? snapshot.game.map { $0.over ? $0.result : $0.standings[1] } : nil,
            names.isEmpty ? nil : EventText.contributing(names),
            snapshot.asking.map(EventText.asking),
        ].compactMap(\.self)
    }

    /// Returns the current player and the state of the match, as a full line; `nil` without a game.
    static func banner(of state: PlayState, columns: Int, _ glyphs: Glyphs) -> String? {
        guard let game = state.shownGame, !state.isOld else { return nil }
        let turn = glyphs.shown(
            game.over ? game.result : state.whoseTurn?.uppercased() ?? ""
        )
        let score = game.standings.map { glyphs.shown($0) + " " }.first {
            DisplayWidth.of(turn) + DisplayWidth.of($0) + 3 <= columns
        }
        let room = columns - DisplayWidth.of(score ?? "")
        let line = glyphs.cut(" \(turn)", to: room)
        return line
            + String(repeating: " ", count: max(0, room - DisplayWidth.of(line)))
            + (score ?? "")
    }
}
