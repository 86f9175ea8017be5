/// What a die shows inside its border.
struct DieFace {
    let body: Shape.Body
    let glyphs: Glyphs
    let isRolling: Bool

    private var columns: Int { body.columns - 2 }
    private var rowCount: Int { body.rows - 2 }

    /// The rows inside the border. Without a value nothing but the kind of the die, where that is not plain to see.
    func rows(sides: Int, value: Int?) -> [String] {
        guard sides == 6, (1...6).contains(value ?? 1) else {
            return numeral(value.map(String.init) ?? "?", kind: "d\(sides)", digits: String(sides - 1).count)
        }
        return pips(value.map { Self.patterns[$0 - 1] } ?? [])
    }

    /// The places of the pips of each value, row by row, from 0 to 8.
    private static let patterns = [
        [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8],
    ]

    private func pips(_ places: [Int]) -> [String] {
        let pip =
            body.pip.isEmpty
            ? [String(glyphs.pip)] : body.pip.map { glyphs.blocks($0, isShaded: isRolling) }
        let (width, height) = (pip[0].count, pip.count)
        let (left, top) = ((columns - 3 * width) / 4, (rowCount - 3 * height) / 4)
        let lefts = [left, (columns - width) / 2, columns - width - left]
        let tops = [top, (rowCount - height) / 2, rowCount - height - top]
        var rows = Array(repeating: Array(repeating: Character(" "), count: columns), count: rowCount)
        for place in places {
            for (offset, line) in pip.enumerated() {
                let start = lefts[place % 3]
                rows[tops[place / 3] + offset].replaceSubrange(start..<start + width, with: line)
            }
        }
        return rows.map { String($0) }
    }

    /// The number in blocks where they have room; else as it is, and the kind of the die below it.
    func numeral(_ text: String, kind: String, digits: Int) -> [String] {
        let drawn =
            body.pip.isEmpty ? nil : BlockDigits.rows(text, digits: digits, columns: columns - 2, rows: rowCount)
        let lines = drawn.map { $0.map { glyphs.blocks($0, isShaded: isRolling) } } ?? ["", text, kind]
        let above = (rowCount - lines.count) / 2
        let blank = String(repeating: " ", count: columns)
        return Array(repeating: blank, count: above) + lines.map { Self.centred($0, in: columns) }
            + Array(repeating: blank, count: rowCount - lines.count - above)
    }

    static func centred(_ text: String, in columns: Int) -> String {
        let room = max(0, columns - text.count)
        return String(repeating: " ", count: room / 2) + text + String(repeating: " ", count: room - room / 2)
    }
}
