/// How a cell stands out. The palette decides what that looks like, and whether it shows at all.
enum CellStyle: Hashable, CaseIterable {
    case plain
    case rolling, locked
    /// What accompanies the dice, what cannot be pressed now, and what is old.
    case faint
    /// What can be pressed, and headings.
    case strong
    /// What the keys act on.
    case chosen
    /// Something that needs to be noticed.
    case alert
    /// The body of a die: at rest, in flight, locked.
    case body, rollingBody, lockedBody
    /// The line below a locked die.
    case bar
    /// A die of a throw that does not count.
    case dropped
    /// The letters of players; and a die that is critical is green, a fumble red.
    case red, orange, yellow, green, teal, blue, violet, pink

    /// Whether a space in it may look like something.
    var hasGround: Bool { ![.plain, .faint, .strong].contains(self) }
}
