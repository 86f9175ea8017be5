/// How a cell stands out. The palette decides what that looks like, and whether it shows at all.
enum Style: Hashable, CaseIterable {
    case plain
    /// A die in flight.
    case rolling
    /// A die that is locked.
    case locked
    /// What accompanies the dice, what cannot be pressed now, and what is old.
    case faint
    /// What can be pressed, and headings.
    case strong
    /// What the keys act on.
    case chosen
    /// Something that needs to be noticed.
    case alert
    /// The body of a die at rest.
    case body
    /// The body of a die in flight.
    case rollingBody
    /// The body of a locked die.
    case lockedBody
    /// The line below a locked die.
    case bar
    /// A die of a throw that does not count.
    case dropped

    /// Whether a space in it may look like something.
    var hasGround: Bool {
        switch self {
        case .plain, .faint, .strong: false
        case .rolling, .locked, .chosen, .alert, .body, .rollingBody, .lockedBody, .bar, .dropped: true
        }
    }
}

/// One column of one row of a terminal.
struct Cell: Hashable {
    /// Nil in the right half of a character that takes two columns.
    var character: Character?
    var style: Style

    static let blank = Cell(character: " ", style: .plain)

    /// Whether nothing of it shows.
    var isBlank: Bool { character == " " && !style.hasGround }
}
