/// The forms that a die is drawn in, the largest first.
enum Shape: Hashable, CaseIterable, Comparable {
    /// Bodies with pips or a numeral, and a line below them with the die's number and its state.
    case giant, huge, large, box, compact
    /// A body of three rows, its number and its mark in the edges.
    case small
    /// `12:[4]`
    case token
    /// `[⚃]`
    case mark
    /// `4]`: the value and a mark.
    case digit

    /// A body with its border, and one of its pips in blocks; without blocks a pip is one
    /// character.
    struct Body: Hashable {
        let columns, rows: Int
        let pip: [String]
    }

    /// Nil if there is no room for pips.
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

    /// Whether it has several rows; else it is a word in a text.
    var isBody: Bool { rows > 1 }

    var rows: Int { body.map { $0.rows + 1 } ?? (self == .small ? 3 : 1) }

    /// The width of dice of up to this many sides, of a table of this many dice.
    func columns(dice: Int, sides: Int) -> Int {
        switch self {
        case .small: 2 + max(3, "\(sides)".count, "\(dice)".count)
        case .token: "\(dice):[\(sides)]".count
        case .mark: sides <= 6 ? 3 : "[\(sides)]".count
        case .digit: "\(sides)]".count
        default: body?.columns ?? 0
        }
    }

    var gap: Int {
        switch self {
        case .giant, .huge: 3
        case .large: 2
        case .digit: 0
        default: 1
        }
    }

    /// How many of `rows` the dice may take: the large forms leave some for the text below them.
    func share(of rows: Int) -> Int {
        self <= .large ? rows * 3 / 5 : rows
    }
}
