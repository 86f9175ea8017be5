/// A cell's emphasis. The palette decides how it looks and whether it is visible at all.
package enum CellStyle: Hashable, CaseIterable {
    case plain
    case rolling, locked
    /// Text beside the dice, disabled buttons and old content.
    case faint
    /// Enabled buttons and headings.
    case strong
    /// The selected item, on which the keys act.
    case chosen
    /// Text that must be noticed.
    case alert
    /// The body of a die: at rest, in flight, locked.
    case body, rollingBody, lockedBody
    /// The line below a locked die.
    case bar
    /// A dropped die of a throw.
    case dropped
    /// The colors of the players' letters. A critical die is green, a fumble red.
    case red, orange, yellow, green, teal, blue, violet, pink
    /// The color of a player from the ninth on, by the number of the color.
    case player(UInt8)

    /// All styles but those of the players from the ninth on.
    package static let allCases: [CellStyle] = [
        .plain, .rolling, .locked, .faint, .strong, .chosen, .alert,
        .body, .rollingBody, .lockedBody, .bar, .dropped,
        .red, .orange, .yellow, .green, .teal, .blue, .violet, .pink,
    ]

    /// True if a space in this style may be visible.
    var hasGround: Bool { ![.plain, .faint, .strong].contains(self) }
}
