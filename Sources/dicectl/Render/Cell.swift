/// How a cell stands out. The encoder decides what that looks like, and whether it shows at all.
enum Style: Hashable {
    case plain
    /// A die in flight.
    case rolling
    /// A die that is locked.
    case held
    /// What accompanies the dice.
    case faint
}

/// One column of one row of a terminal.
struct Cell: Hashable {
    /// Nil in the right half of a character that takes two columns.
    var character: Character?
    var style: Style

    static let blank = Cell(character: " ", style: .plain)
}
