import DiceDrawing
import DiceGames
import DiceModel

/// Draws the last turns and throws that ended, newest first, in the rows that the dice leave free,
/// or beside the dice.
struct LastEntries {
    var glyphs: Glyphs

    /// The number of entries to request.
    static let count = 50
    static let below = 10
    /// The minimum width beside the dice, in columns.
    static let narrowest = 36
    static let widest = 60
    /// Returns how many of the free rows below the dice to use: none, or a heading and at least one
    /// entry.
    static func rows(of free: Int) -> Int {
        free >= 2 ? min(free, below + 1) : 0
    }

    /// Draws the entries; `entries` is `nil` until they arrive. Turns of a game show their scores,
    /// with the titles of `game`.
    func draw(
        _ entries: [HistoryEntry]?,
        of game: Game? = nil,
        players: [String] = [],
        at place: Rect,
        in buffer: inout CellBuffer
    ) {
        guard place.rows > 0 else { return }
        let line = { String(repeating: glyphs.rule, count: max(0, $0)) }
        let shown = (entries ?? []).corrected.filter { $0.turn != nil || $0.thrown != nil }
            .prefix(
                place.rows - 1
            )
        let turns = shown.map(\.turn)
        let kinds =
            turns.contains(nil)
            ? (turns.contains { $0 != nil } ? "turns and throws" : "throws") : "turns"
        let title = glyphs.cut("\(line(2)) Last \(kinds) ", to: place.columns)
        buffer.write(title, row: place.row, column: place.column, style: .faint)
        buffer.write(
            line(place.columns - title.count),
            row: place.row,
            column: place.column + title.count,
            style: .faint
        )
        if entries != nil, shown.isEmpty {
            buffer.write(
                "no turn has ended yet",
                row: place.row + 1,
                column: place.column + 1,
                style: .faint
            )
        }
        let heads = Columns.lines(
            turns.map {
                [
                    String($0?.turn ?? 0),
                    author(of: $0, among: players),
                ]
                    + ($0.flatMap { EventText.points($0, game) }.map {
                        [glyphs.cut(glyphs.shown($0), to: 30)]
                    } ?? [])
                    + [""]
            }
        )
        let dice = turns.map {
            ($0?.dice ?? []).map { $0.locked ? "[\($0.text)]" : " \($0.text) " }
                .joined()
        }
        let totalColumns = turns.map { String($0?.total ?? 0).count }.max() ?? 0
        // The bars use the space beside the longest line.
        let room =
            place.columns - 2 - (heads.first.map { DisplayWidth.of($0) } ?? 0)
            - totalColumns
        let diceColumns = min(max(0, room), dice.map { DisplayWidth.of($0) }.max() ?? 0)
        for (offset, entry) in shown.enumerated() {
            let row = place.row + 1 + offset
            if let thrown = entry.thrown {
                let line = ThrowDrawing(glyphs: glyphs, players: players).line(
                    ThrowFrame(thrown),
                    columns: place.columns - 1
                )
                buffer.place(line, row: row, column: place.column + 1)
            }
            guard let turn = entry.turn else { continue }
            let start = buffer.write(
                glyphs.cut(heads[offset], to: place.columns - 1),
                row: row,
                column: place.column + 1
            )
            if diceColumns > glyphs.ellipsis.count {
                buffer.write(
                    glyphs.cut(dice[offset], to: diceColumns),
                    row: row,
                    column: start
                )
            }
            guard turn.score == nil else { continue }
            let total = String(turn.total)
            let end = start + diceColumns + 1 + totalColumns
            buffer.write(total, row: row, column: end - total.count, style: .strong)
            drawBar(
                turn,
                row: row,
                column: end + 2,
                columns: place.column + place.columns - end - 3,
                &buffer
            )
        }
    }

    /// `R robo (bot)`, with a shortened name.
    private func author(of turn: Turn?, among players: [String]) -> String {
        let name = glyphs.shown(PlayerTag.text(turn?.by ?? "", among: players))
        return EventText.author(glyphs.cut(name, to: 18), turn?.bot)
    }

    /// Draws a bar for the total, relative to the maximum total of the dice.
    private func drawBar(
        _ turn: Turn,
        row: Int,
        column: Int,
        columns: Int,
        _ buffer: inout CellBuffer
    ) {
        let maximum = turn.dice.reduce(0) { $0 + $1.countedSides }
        guard maximum > 0, columns > 8, turn.total > 0 else { return }
        let bar = String(
            repeating: glyphs.lower,
            count: min(columns, turn.total * columns / maximum)
        )
        buffer.write(bar, row: row, column: column, style: .faint)
    }
}
