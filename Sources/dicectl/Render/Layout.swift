/// A terminal's room, in columns and rows.
struct Size: Hashable {
    var columns: Int
    var rows: Int
}

/// How a table's dice are laid out in the room there is: the largest shape that fits whole.
enum Layout: Hashable {
    /// Boxes with pips, this many in a row.
    case boxes(columns: Int)
    /// `12:[4]`, this many in a row, each this wide with the gap after it. Where even these are too many, the last
    /// place says so.
    case tokens(columns: Int, pitch: Int)
    /// All tokens in one line, cut off where the room ends.
    case line

    static let boxWidth = DieFace.columns + 2
    /// The box and the line with its number.
    static let boxHeight = 6
    /// Columns from one box to the next.
    static let boxPitch = boxWidth + 1

    /// `tokenWidth` is that of the widest token. One row is kept for the line below the dice.
    static func fitting(dice: Int, tokenWidth: Int, in size: Size) -> Layout {
        let rows = size.rows - 1
        let boxes = min(dice, (size.columns + 1) / boxPitch)
        if boxes > 0, Self.rows(dice, boxes) * boxHeight <= rows { return .boxes(columns: boxes) }
        for gap in [2, 1] {
            let tokens = min(dice, (size.columns + gap) / (tokenWidth + gap))
            guard tokens > 0 else { continue }
            if Self.rows(dice, tokens) <= rows || (gap == 1 && rows > 1) {
                return .tokens(columns: tokens, pitch: tokenWidth + gap)
            }
        }
        return .line
    }

    /// Rows that the dice take when there is room for all of them.
    func height(dice: Int) -> Int {
        switch self {
        case .boxes(let columns): Self.rows(dice, columns) * Self.boxHeight
        case .tokens(let columns, _): Self.rows(dice, columns)
        case .line: 1
        }
    }

    private static func rows(_ dice: Int, _ perRow: Int) -> Int { (dice + perRow - 1) / perRow }
}
