/// The forms of a drawn die, largest first.
package enum Shape: Hashable, CaseIterable, Comparable {
    /// Bodies with pips or a numeral, and a caption with the die's number and state.
    case giant, huge, large, box, compact
    /// A body of three rows, with the number and the mark in its edges.
    case small
    /// `12:[4]`
    case token
    /// `[⚃]`
    case mark
    /// `4]`: the value and a mark.
    case digit

    /// A body including its border, and the size of a pip in blocks; without blocks a pip is one
    /// character.
    struct Body: Hashable {
        let columns, rows: Int
        let pip: [String]
    }

    /// `nil` if there is no space for pips.
    var body: Body? {
        switch self {
        case .giant: Body(columns: 32, rows: 15, pip: [" ▄██▄ ", "██████", " ▀██▀ "])
        case .huge: Body(columns: 24, rows: 12, pip: ["▄██▄", "▀██▀"])
        case .large: Body(columns: 15, rows: 7, pip: ["▐█▌"])
        case .box: Body(columns: 9, rows: 5, pip: [])
        case .compact: Body(columns: 7, rows: 5, pip: [])
        case .small, .token, .mark, .digit: nil
        }
    }

    /// True if it has several rows; otherwise it is a word in a text.
    var isBody: Bool { rows > 1 }

    var rows: Int { body.map { $0.rows + 1 } ?? (self == .small ? 3 : 1) }

    /// Returns the width of a die of up to this many sides, at a table of this many dice.
    package func columns(dice: Int, sides: Int) -> Int {
        switch self {
        case .small: 2 + max(3, "\(sides)".count, "\(dice)".count)
        case .token: "\(dice):[\(sides)]".count
        case .mark: sides <= 6 ? 3 : "[\(sides)]".count
        case .digit: "\(sides)]".count
        default: body?.columns ?? 0
        }
    }

    package var gap: Int {
        switch self {
        case .giant, .huge: 3
        case .large: 2
        case .digit: 0
        default: 1
        }
    }

    /// Returns the number of `rows` that the dice may use: large forms leave some for the text
    /// below them.
    func share(of rows: Int) -> Int {
        self <= .large ? rows * 3 / 5 : rows
    }
}
