/// The inside of a die's border.
struct DieFace {
    let body: Shape.Body
    let glyphs: Glyphs
    let isRolling: Bool

    private var columns: Int { body.columns - 2 }
    private var rowCount: Int { body.rows - 2 }

    /// The positions of the pips of each value, row by row, from 0 to 8.
    private static let patterns = [
        [4],
        [0, 8],
        [0, 4, 8],
        [0, 2, 6, 8],
        [0, 2, 4, 6, 8],
        [0, 2, 3, 5, 6, 8],
    ]

    /// Returns the pips of `value`; none without a value.
    func pips(_ value: Int?) -> [String] {
        let pip =
            body.pip.isEmpty
            ? [String(glyphs.pip)]
            : body.pip.map { glyphs.blocks($0, isShaded: isRolling) }
        let width = pip[0].count
        let height = pip.count
        let left = (columns - 3 * width) / 4
        let top = (rowCount - 3 * height) / 4
        let lefts = [left, (columns - width) / 2, columns - width - left]
        let tops = [top, (rowCount - height) / 2, rowCount - height - top]
        var rows = Array(
            repeating: Array(repeating: Character(" "), count: columns),
            count: rowCount
        )
        for place in value.map({ Self.patterns[$0 - 1] }) ?? [] {
            for (offset, line) in pip.enumerated() {
                let start = lefts[place % 3]
                rows[tops[place / 3] + offset].replaceSubrange(
                    start..<start + width,
                    with: line
                )
            }
        }
        return rows.map { String($0) }
    }

    /// Returns the number in blocks if they fit, else as text, with the die's kind below it.
    func numeral(_ text: String, kind: String, digits: Int) -> [String] {
        let room = body.pip.isEmpty ? 0 : rowCount
        let drawn = BlockDigits.rows(
            text,
            digits: digits,
            columns: columns - 2,
            rows: room
        )
        let lines =
            drawn?.map { glyphs.blocks($0, isShaded: isRolling) } ?? [
                "", glyphs.cut(text, to: columns), kind,
            ]
        let above = (rowCount - lines.count) / 2
        return (0..<rowCount).map { row in
            Self.centred(
                lines.indices.contains(row - above) ? lines[row - above] : "",
                in: columns
            )
        }
    }

    static func centred(_ text: String, in columns: Int) -> String {
        let room = max(0, columns - DisplayWidth.of(text))
        return String(repeating: " ", count: room / 2) + text
            + String(repeating: " ", count: room - room / 2)
    }
}

/// The characters around the body of a die.
package struct Border: Hashable {
    package let topLeft, topRight, bottomLeft, bottomRight, horizontal, vertical: Character

    /// Takes six characters: the top left corner, a horizontal line, the top right corner, a
    /// vertical line, then the bottom corners.
    init(_ characters: String) {
        let all = Array(characters)
        precondition(all.count == 6, "a border has six characters")
        topLeft = all[0]
        horizontal = all[1]
        topRight = all[2]
        vertical = all[3]
        bottomLeft = all[4]
        bottomRight = all[5]
    }

    /// Returns the first row of a body of this width.
    func top(_ columns: Int) -> String {
        edge(topLeft, "", topRight, columns)
    }

    /// Returns the last row, with a text in its middle.
    func bottom(_ columns: Int, with text: String) -> String {
        edge(bottomLeft, text, bottomRight, columns)
    }

    private func edge(
        _ left: Character,
        _ text: String,
        _ right: Character,
        _ columns: Int
    )
        -> String
    {
        let room = max(0, columns - 2 - text.count)
        let line = { String(repeating: horizontal, count: $0) }
        return "\(left)\(line(room / 2))\(text)\(line(room - room / 2))\(right)"
    }
}
