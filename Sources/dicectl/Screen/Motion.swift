import DiceModel

/// How much of a roll moves on the screen.
enum Motion: String, Hashable, CaseIterable {
    /// The dice tumble.
    case full
    /// One quiet change a die: it rolls, then it shows its value.
    case reduced
    /// Nothing until the last die has settled.
    case none
}

/// Keeps the dice as they were until all have settled, if nothing is to move.
struct FrozenDice {
    /// The last state of each table, by its name.
    private var last: [String: TableState] = [:]

    /// What to draw instead of `table`.
    mutating func shown(_ table: TableState, _ motion: Motion) -> TableState {
        guard motion == .none else { return table }
        var table = table
        table.hideFlyingThrows()
        if table.snapshot.rolling, let before = last[table.snapshot.table] {
            table.keepFaces(of: before)
        }
        if !table.snapshot.rolling {
            last[table.snapshot.table] = table
        }
        return table
    }
}

/// The clock by which dice in flight are drawn.
enum ScreenClock {
    private static let start = ContinuousClock.now
    /// At most 60 drawings a second.
    static let interval = Duration.nanoseconds(16_666_667)

    /// Since the first use.
    static var now: Duration { start.duration(to: .now) }
}
