import DiceDrawing
import DiceFollowing
import DiceGames
import DiceModel
import DiceWire

/// The text of the pane beside the dice.
struct PaneText {
    let title: String
    /// The lines, created lazily, since a screen shows few of a long history.
    let lines: AnyRandomAccessCollection<String>

    init(
        _ kind: PlayState.Pane,
        of state: PlayState,
        _ sheet: ScoreSheet?,
        glyphs: Glyphs,
        columns: Int = .max
    ) {
        switch kind {
        case .history:
            title = "History"
            lines = Self.history(state, columns, glyphs)
        case .tables:
            title = "Tables: arrows, enter"
            lines = .init(
                state.tables.isEmpty
                    ? ["loading" + glyphs.ellipsis] : Self.tables(state)
            )
        case .sheet:
            let text = sheet?.lines(
                in: columns - 2,
                up: state.correcting?.by ?? state.up,
                glyphs
            )
            title = "  " + (text?.head ?? "Score")
            lines = .init(
                text.map { text in
                    zip(text.body, 0...).map {
                        (state.pane == .sheet && $1 == state.paneRow ? "> " : "  ") + $0
                    }
                } ?? [WireError(.noGame).problem]
            )
        case .hint, .end:
            title = kind == .end ? "The match is over" : "Hint"
            // A sentence is wrapped into lines.
            lines = .init(
                (kind == .end ? state.end : HintText.answer(state.table, state.search))
                    .flatMap {
                        glyphs.wrapped(
                            $0.split(separator: " ", omittingEmptySubsequences: false)
                                .map(String.init),
                            separator: " ",
                            columns: columns,
                            atMost: .max
                        )
                    }
            )
        case .help:
            title = "Keys"
            let game = state.table?.game
            let bank = game?.bank
            let keys =
                Self.help + (sheet == nil ? [] : Self.gameHelp)
                + (state.table?.snapshot.hand == true ? Self.realDiceHelp : [])
                + (bank == nil ? [] : Self.bankHelp)
            lines = .init(
                keys.flatMap { Self.wrapped($0, indent: 10, columns: columns, glyphs) }
                    + (bank.map { ["", "What scores:"] + $0.lines(of: game?.dice ?? []) } ?? [])
                    .flatMap {
                        Self.wrapped($0, indent: 2, columns: columns, glyphs)
                    }
            )
        }
    }

    /// Returns a line, or several if it is too long, whose later ones are indented.
    private static func wrapped(
        _ line: String,
        indent: Int,
        columns: Int,
        _ glyphs: Glyphs
    ) -> [String] {
        guard DisplayWidth.of(line) > columns else { return [line] }
        let lines = glyphs.wrapped(
            line.dropFirst(indent).split(separator: " ").map(String.init),
            separator: " ",
            columns: max(indent, columns - indent),
            atMost: .max
        )
        let blanks = String(repeating: " ", count: indent)
        return lines.enumerated().map { ($0 == 0 ? line.prefix(indent) : blanks[...]) + $1 }
    }

    private static func history(_ state: PlayState, _ columns: Int, _ glyphs: Glyphs)
        -> AnyRandomAccessCollection<
            String
        >
    {
        guard let history = state.history else {
            return .init(["loading" + glyphs.ellipsis])
        }
        guard !history.isEmpty else { return .init(["no turn has ended yet"]) }
        let turns = history.compactMap(\.turn)
        let head = turns.isEmpty ? [] : totals(turns, state.seated) + [""]
        return .init(
            (0..<head.count + history.count).lazy.map { row in
                row < head.count
                    ? head[row]
                    : line(
                        history[row - head.count],
                        columns,
                        state.clock,
                        glyphs,
                        state.table?.game,
                        state.seated
                    )
            }
        )
    }

    /// Returns a row for each player of these turns.
    private static func totals(_ history: [Turn], _ players: [String]) -> [String] {
        var totals = Totals()
        totals.count(history)
        return Columns.lines(
            [Totals.header]
                + totals.rows.map { row in
                    row.prefix(1).map { PlayerTag.text($0, among: players) }
                        + row.dropFirst()
                }
        )
    }

    /// `11-20 23:59 turn 3 ann: 19 = 4 6 [3] 1 5, 2 rolls`, `11-20 23:59 turn 3 ann: 19 in Chance,
    /// 4 6 [3] 1 5, 2 rolls`, `11-20 23:59 throw 4 ann attack: 1d20+9: 15 + 9 = 24`, or if that is
    /// too wide `11-20 23:59 throw 4 attack · ann · total 24`
    private static func line(
        _ entry: HistoryEntry,
        _ columns: Int,
        _ clock: WallClock,
        _ glyphs: Glyphs,
        _ game: Game?,
        _ players: [String]
    ) -> String {
        func time(_ at: Timestamp) -> Substring {
            clock.text(at).dropFirst(5).prefix(11)
        }
        switch entry {
        case .turn(let turn):
            let rolls =
                "\(turn.rolls.count) \(turn.rolls.count == 1 ? "roll" : "rolls")"
            let told =
                turn.score == nil
                ? "\(turn.total) = \(EventText.values(turn))"
                : EventText.turnText(turn, game)
            return
                "\(time(turn.endedAt)) turn \(turn.turn) \(PlayerTag.text(turn.by, among: players)): \(told), \(rolls)"
        case .thrown(let thrown):
            let at = thrown.endedAt.map(time) ?? ""
            let words = ThrowWords(glyphs: glyphs, players: players)
            let starts = ["\(at) throw \(thrown.number) ", "\(at.suffix(5)) "]
            return words.line(thrown, after: starts, columns: columns)
        case .corrected(let correction):
            return
                "\(time(correction.endedAt)) \(EventText.corrected(correction, game))"
        case .rested(let rest): return "\(time(rest.endedAt)) \(EventText.rested(rest))"
        }
    }

    private static func tables(_ state: PlayState) -> [String] {
        let rows = state.tables.map { table in
            let known = state.others[table.table]
            let title = known?.game.map {
                (state.table?.document).title(ofGame: $0.name)
            }
            let score = known?.game.map { $0.over ? $0.result : $0.standings[3] }
            return [
                Printable.text(table.table),
                Printable.text(title ?? "\(table.dice) dice"),
                "turn \(table.turn)",
                "\(table.watchers) watching",
                score ?? known?.players.map(EventText.names) ?? "",
            ]
        }
        return zip(Columns.lines(rows), state.tables.indices).map {
            ($1 == state.paneRow ? "> " : "  ") + $0
        }
    }

    private static let gameHelp = [
        "s         score sheet; arrows, enter: fill a box",
        "u         move your last turn to another box",
        "o         go on without a player who is away; play again if you rest",
        "n         next match, or ask to be in it", "?         again: hint",
    ]

    private static let bankHelp = [
        "1 enter   choose a die to keep, or take it back",
        "a         take all chosen dice back",
    ]

    private static let realDiceHelp = ["u         enter the last roll's faces again"]

    static let help = [
        "r space   roll",
        "1 2 ...   lock or unlock a die",
        "arrows    select a die; or tab, b l j k",
        "enter     lock or unlock it",
        "a         unlock all dice",
        "e         end the turn",
        "c         settle the dice in flight",
        "/         throw dice notation: 4d6kh3",
        "v         contribute to others' rolls, or stop",
        "h         history",
        "t         switch table",
        "?         these keys",
        "q         quit",
        "mouse     dice and buttons",
    ]
}
