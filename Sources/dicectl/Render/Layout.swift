/// A terminal's room, in columns and rows.
struct Size: Hashable {
    var columns: Int
    var rows: Int
}

/// How a table's dice are laid out in the room there is: the largest shape that fits whole.
enum Layout: Hashable {
    /// Boxes with pips, this many in a row.
    case boxes(columns: Int)
    /// `12:[4]`, this many in a row, each this wide with the gap after it.
    case tokens(columns: Int, pitch: Int)
    /// All tokens in one line, cut off where the room ends.
    case line

    static let boxWidth = DieFace.columns + 2
    /// The box and the line with its number.
    static let boxHeight = 6
    private static let gap = 1
    private static let tokenGap = 2

    /// `tokenWidth` is that of the widest token. One row is kept for the line below the dice.
    static func fitting(dice: Int, tokenWidth: Int, in size: Size) -> Layout {
        let perRow = min(dice, (size.columns + gap) / (boxWidth + gap))
        if perRow > 0, rows(dice, perRow) * boxHeight + 1 <= size.rows { return .boxes(columns: perRow) }
        let pitch = tokenWidth + tokenGap
        let tokens = min(dice, (size.columns + tokenGap) / pitch)
        if tokens > 0, rows(dice, tokens) + 1 <= size.rows { return .tokens(columns: tokens, pitch: pitch) }
        return .line
    }

    /// Rows that the dice take.
    func height(dice: Int) -> Int {
        switch self {
        case .boxes(let columns): Self.rows(dice, columns) * Self.boxHeight
        case .tokens(let columns, _): Self.rows(dice, columns)
        case .line: 1
        }
    }

    /// Columns from one box to the next.
    static var boxPitch: Int { boxWidth + gap }

    private static func rows(_ dice: Int, _ perRow: Int) -> Int { (dice + perRow - 1) / perRow }
}
