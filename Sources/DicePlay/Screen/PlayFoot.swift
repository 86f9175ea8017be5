import DiceDrawing
import DiceFollowing
import DiceGames
import DiceModel

/// Draws the last rows of the screen: buttons, other keys and the range of visible dice beside
/// them, and a line of text.
struct PlayFoot {
    /// A text, and the key that a click on it presses; `nil` if none.
    struct Button {
        let key: Character?
        let text: String
        let place: Rect
        var isEnabled = true
    }

    let buttons: [Button]
    let hints: [Button]
    /// The lines of the notice: one in the last row, or several above the buttons.
    private let notice: [String]
    private let noticeRow: Int
    private let isOld: Bool

    private static let maximumLines = 6
    /// The minimum height at which a notice may have several lines.
    private static let rowsForLines = 16

    /// Returns how many of `rows` the foot uses.
    static func height(of rows: Int) -> Int {
        max(0, min(2, rows - 2))
    }

    init(
        _ state: PlayState,
        _ sheet: ScoreSheet?,
        _ dice: PlayDice,
        size: Size,
        glyphs: Glyphs
    ) {
        isOld = state.isOld
        let height = Self.height(of: size.rows)
        let words = glyphs.shown(Self.text(of: state, sheet))
        let lines = glyphs.wrapped(
            words.split(separator: " ", omittingEmptySubsequences: false).map(String.init),
            separator: " ",
            columns: size.columns,
            atMost: Self.maximumLines
        )
        if lines.count > 1, size.rows >= Self.rowsForLines {
            notice = lines
            noticeRow = size.rows - height - 1 - lines.count
        } else {
            notice = height > 1 ? [glyphs.cut(words, to: size.columns)] : []
            noticeRow = size.rows - 1
        }
        buttons =
            height > 0
            ? Self.buttons(
                state,
                row: size.rows - height,
                columns: size.columns,
                glyphs
            ) : []
        let key: Hint = state.isMatchOver ? ("n", "n next match") : ("s", "s score")
        let keys: [Hint] = sheet == nil ? [] : [key]
        hints =
            buttons.last.map {
                Self.hints(keys, beside: $0.place, dice, columns: size.columns, glyphs)
            } ?? []
    }

    /// `[ Roll ]  [ End Turn ]`; without brackets while disabled.
    private static func buttons(
        _ state: PlayState,
        row: Int,
        columns: Int,
        _ glyphs: Glyphs
    )
        -> [Button]
    {
        let (pad, gap) = columns >= 24 ? (" ", 2) : ("", 1)
        let isEnding = state.isPending { $0 == .endTurn }
        let buttons = [
            (Character("r"), "Roll", state.canRoll, state.awaitsRoll),
            ("e", "End Turn", state.endsTurnByButton, isEnding),
        ]
        .map { key, name, isPossible, isPending in
            let isEnabled = isPossible && !isPending
            let mark = isPending ? glyphs.inFlight : String(glyphs.disabled)
            let (left, right) = isEnabled ? ("[", "]") : (mark, mark)
            return (key, "\(left)\(pad)\(name)\(pad)\(right)", isEnabled)
        }
        var column = max(0, (columns - buttons.reduce(gap) { $0 + $1.1.count }) / 2)
        return buttons.map { key, text, isEnabled in
            defer {
                column += text.count + gap
            }
            let place = Rect(row: row, column: column, rows: 1, columns: text.count)
            return Button(key: key, text: text, place: place, isEnabled: isEnabled)
        }
    }

    private typealias Hint = (key: Character?, text: String)

    private static let allHints: [Hint] = [
        ("/", "/ dice"),
        ("h", "h history"),
        ("t", "t tables"),
        ("?", "? help"),
        ("q", "q quit"),
    ]

    /// Returns the right end of the buttons' row: the range of visible dice, if not all are, and as
    /// many hints as fit.
    private static func hints(
        _ keys: [Hint],
        beside last: Rect,
        _ dice: PlayDice,
        columns: Int,
        _ glyphs: Glyphs
    ) -> [Button] {
        let visible = dice.grid.visible(top: dice.top)
        let range: Hint = (
            nil, "\(visible.lowerBound + 1)-\(visible.upperBound) of \(dice.grid.dice)"
        )
        let help = allHints.filter { $0.key == "?" }
        let few = allHints.filter { $0.key == "/" } + help
        let choices = [keys + allHints, keys + few, keys + help, help, []].map {
            (dice.grid.isCut ? [range] : []) + $0
        }
        for hints in choices + [help] {
            let width = hints.map(\.text).joined(separator: glyphs.separator).count
            guard width > 0, width <= columns - last.column - last.columns - 2 else {
                continue
            }
            var column = columns - width
            return hints.map { key, text in
                defer {
                    column += text.count + glyphs.separator.count
                }
                let place = Rect(
                    row: last.row,
                    column: column,
                    rows: 1,
                    columns: text.count
                )
                return Button(key: key, text: text, place: place)
            }
        }
        return []
    }

    /// Returns the last notice, or else a description of the selected item.
    static func text(of state: PlayState, _ sheet: ScoreSheet?) -> String {
        if !state.notice.isEmpty {
            return state.notice
        }
        if state.pane == .sheet, let sheet, let row = sheet.row(ofLine: state.paneRow) {
            let enter =
                if state.correcting != nil {
                    "; enter moves the turn there"
                } else {
                    state.canEndTurn ? "; enter fills it" : ""
                }
            return sheet.sentence(of: row) + (row.option == nil ? "" : enter)
        }
        if state.isMatchOver {
            return "n: next match"
        }
        if let absence = state.absenceText {
            return absence
        }
        if state.mustChoose, state.canEndTurn {
            return "no rolls left; press s to choose a box"
        }
        if let game = state.table?.game, let bank = game.bank, state.isUp,
            state.table?.snapshot.roll == 0
        {
            return ([state.danger].compactMap(\.self) + [bank.summary(of: game.dice)])
                .joined(separator: "; ")
        }
        let die = state.chosenDie.map { [description(of: $0, state)] } ?? []
        return (state.stakes + die).joined(separator: "; ")
    }

    /// `die 3 of 5: 6 of d6, locked`
    private static func description(of die: DieState, _ state: PlayState) -> String {
        let name = "die \(die.die) of \(state.dice.count)"
        if die.animating {
            return "\(name): rolling"
        }
        let isChosen = state.choice?.place(of: die.die) != nil
        let atRest = isChosen ? ", chosen" : ""
        let mark = die.locked ? ", locked" : atRest
        return "\(name): \(die.text) of d\(die.sides)\(mark)"
    }

    func draw(_ glyphs: Glyphs, in buffer: inout CellBuffer) {
        for button in buttons {
            let style: CellStyle = button.isEnabled ? .strong : .faint
            buffer.write(
                button.text,
                row: button.place.row,
                column: button.place.column,
                style: style
            )
        }
        for (index, hint) in hints.enumerated() {
            let row = hint.place.row
            let column = hint.place.column
            let separator = index > 0 ? glyphs.separator : ""
            buffer.write(
                separator,
                row: row,
                column: column - separator.count,
                style: .faint
            )
            let key = hint.text.prefix(hint.key == nil ? 0 : 1)
            let end = buffer.write(
                String(key),
                row: row,
                column: column,
                style: .strong
            )
            buffer.write(
                String(hint.text.dropFirst(key.count)),
                row: row,
                column: end,
                style: .faint
            )
        }
        for (offset, line) in notice.enumerated() {
            let blanks = String(repeating: " ", count: max(0, buffer.width - DisplayWidth.of(line)))
            buffer.write(
                line + blanks,
                row: noticeRow + offset,
                column: 0,
                style: isOld ? .alert : .plain
            )
        }
    }
}
