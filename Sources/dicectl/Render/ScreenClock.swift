/// The clock by which dice in flight are drawn.
enum ScreenClock {
    private static let start = ContinuousClock.now

    /// Since the first use.
    static var now: Duration { start.duration(to: .now) }
}
