import DiceModel

/// How much of a roll moves on the screen.
enum Motion: String, Hashable, CaseIterable {
    /// The dice tumble.
    case full
    /// One change per die: it starts rolling, then shows its value.
    case reduced
    /// No change until the last die has settled.
    case none
}

/// Keeps the dice unchanged until all have settled, if nothing is to move.
struct FrozenDice {
    /// The last state of each table, by its name.
    private var last: [String: TableState] = [:]

    /// Returns the state to draw for `table`.
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

/// The clock for the animation of dice in flight.
enum ScreenClock {
    private static let start = ContinuousClock.now
    /// The interval of at most 60 drawings per second.
    static let interval = Duration.nanoseconds(16_666_667)

    /// The time since the clock's first use.
    static var now: Duration { start.duration(to: .now) }
}
