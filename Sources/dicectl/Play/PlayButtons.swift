/// What can be pressed with the mouse besides the dice, each for a key.
enum PlayButtons {
    /// `[ Roll ]  [ End Turn ]`, without the brackets where they cannot be pressed.
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

    /// What has room at the right end of the buttons' row: as many hints as do, and which dice show where some do not.
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
