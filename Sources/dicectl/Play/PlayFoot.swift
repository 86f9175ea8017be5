/// The last rows of the screen: buttons, what else can be pressed, which dice show, and below a line of words.
struct PlayFoot {
    /// A text to press with the mouse, which does what a key does.
    struct Button {
        let key: Character
        let text: String
        let place: Rect
        var isEnabled = true
    }

    let buttons: [Button]
    let hints: [Button]
    /// Which dice show, if not all do.
    private let range: (text: String, place: Rect)?
    private let notice: String?
    private let isOld: Bool

    private static let words: [(key: Character, text: String)] = [
        ("/", "/ dice"), ("h", "h history"), ("t", "t tables"), ("?", "? help"), ("q", "q quit"),
    ]

    /// How many of `rows` it takes.
    static func height(of rows: Int) -> Int { max(0, min(2, rows - 2)) }

    init(_ state: PlayState, _ sheet: ScoreSheet?, _ dice: PlayDice, size: Size, glyphs: Glyphs) {
        isOld = state.isOld
        let height = Self.height(of: size.rows)
        notice = height > 1 ? glyphs.cut(glyphs.shown(PlayText.bottom(of: state, sheet)), to: size.columns) : nil
        buttons = height > 0 ? Self.buttons(state, row: size.rows - height, columns: size.columns, glyphs) : []
        let keys: [(Character, String)] =
            sheet == nil ? [] : [state.isMatchOver ? ("n", "n next match") : ("s", "s score")]
        (range, hints) = Self.hints(keys, beside: buttons.last?.place, dice, columns: size.columns, glyphs)
    }

    /// `[ Roll ]  [ End Turn ]`, without the brackets if they cannot be pressed.
    private static func buttons(_ state: PlayState, row: Int, columns: Int, _ glyphs: Glyphs) -> [Button] {
        let (pad, gap) = columns >= 24 ? (" ", 2) : ("", 1)
        let buttons: [(key: Character, name: String, isEnabled: Bool)] = [
            ("r", "Roll", state.canRoll), ("e", "End Turn", state.canEndTurn),
        ]
        let texts = buttons.map { button in
            let (left, right): (Character, Character) =
                button.isEnabled ? ("[", "]") : (glyphs.disabled, glyphs.disabled)
            return "\(left)\(pad)\(button.name)\(pad)\(right)"
        }
        var column = max(0, (columns - texts[0].count - texts[1].count - gap) / 2)
        return zip(buttons, texts).map { button, text in
            defer { column += text.count + gap }
            return Button(
                key: button.key, text: text, place: Rect(row: row, column: column, rows: 1, columns: text.count),
                isEnabled: button.isEnabled)
        }
    }

    /// What fits at the right end of the buttons' row: as many hints as fit, and which dice show if not all do.
    private static func hints(
        _ keys: [(key: Character, text: String)], beside last: Rect?, _ dice: PlayDice, columns: Int, _ glyphs: Glyphs
    ) -> ((text: String, place: Rect)?, [Button]) {
        guard let last else { return (nil, []) }
        let visible = dice.grid.visible(top: dice.top)
        let range =
            dice.grid.isCut ? "\(visible.lowerBound + 1)-\(visible.upperBound) of \(dice.grid.dice)" : nil
        let help = words.filter { $0.key == "?" }
        let few = words.filter { $0.key == "/" } + help
        let choices = [keys + words, keys + few, keys + help, help, []].map { ($0, range) } + [(help, nil)]
        for (hints, range) in choices {
            let texts = [range].compactMap(\.self) + hints.map(\.text)
            let width = texts.joined(separator: glyphs.separator).count
            guard width > 0, width <= columns - last.column - last.columns - 2 else { continue }
            var column = columns - width
            var places = texts.map { text in
                defer { column += text.count + glyphs.separator.count }
                return Rect(row: last.row, column: column, rows: 1, columns: text.count)
            }
            let shown = range.map { ($0, places.removeFirst()) }
            return (shown, zip(hints, places).map { Button(key: $0.key, text: $0.text, place: $1) })
        }
        return (nil, [])
    }

    func draw(_ glyphs: Glyphs, in buffer: inout CellBuffer) {
        for button in buttons {
            let style: CellStyle = button.isEnabled ? .strong : .faint
            buffer.write(button.text, row: button.place.row, column: button.place.column, style: style)
        }
        if let range { buffer.write(range.text, row: range.place.row, column: range.place.column, style: .faint) }
        for place in ([range?.place].compactMap(\.self) + hints.map(\.place)).dropFirst() {
            let column = place.column - glyphs.separator.count
            buffer.write(glyphs.separator, row: place.row, column: column, style: .faint)
        }
        for hint in hints {
            let (row, column) = (hint.place.row, hint.place.column)
            let end = buffer.write(String(hint.text.prefix(1)), row: row, column: column, style: .strong)
            buffer.write(String(hint.text.dropFirst()), row: row, column: end, style: .faint)
        }
        if let notice { buffer.write(notice, row: buffer.height - 1, column: 0, style: isOld ? .alert : .plain) }
    }
}
