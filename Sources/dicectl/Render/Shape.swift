/// The forms that a die is drawn in, the largest first.
enum Shape: Int, Hashable, CaseIterable, Comparable {
    /// A box with pips and a line with the die's number.
    case box
    /// A box of three rows, its number and its mark in the edges.
    case small
    /// `12:[4]`
    case token
    /// `[⚃]`
    case mark
    /// `4]`: the value and a mark.
    case digit

    static func < (a: Shape, b: Shape) -> Bool { a.rawValue < b.rawValue }

    var rows: Int {
        switch self {
        case .box: 5 + 1
        case .small: 3
        case .token, .mark, .digit: 1
        }
    }

    /// The width of dice of up to this many sides, of a table of this many dice.
    func columns(dice: Int, sides: Int) -> Int {
        switch self {
        case .box: DieFace.columns + 2
        case .small: 6
        case .token: "\(dice):[\(sides)]".count
        case .mark: sides <= 6 ? 3 : "[\(sides)]".count
        case .digit: "\(sides)]".count
        }
    }

    /// Columns that stay free between two dice.
    var gap: Int {
        switch self {
        case .box, .small, .token, .mark: 1
        case .digit: 0
        }
    }
}
