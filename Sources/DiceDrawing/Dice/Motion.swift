/// How much of a roll moves on the screen.
package enum Motion: String, Hashable, CaseIterable {
    /// The dice tumble.
    case full
    /// One change per die: it starts rolling, then shows its value.
    case reduced
    /// No change until the last die has settled.
    case none
}

/// The clock for the animation of dice in flight.
package enum ScreenClock {
    private static let start = ContinuousClock.now
    /// The interval of at most 60 drawings per second.
    package static let interval = Duration.nanoseconds(16_666_667)

    /// The time since the clock's first use.
    package static var now: Duration { start.duration(to: .now) }
}
