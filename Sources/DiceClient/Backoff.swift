/// How long to wait before trying again: up to 100 ms at first, doubling up to a limit, with full
/// jitter.
public struct Backoff: Sendable, Hashable {
    /// The longest that the first wait can be: 100 ms.
    public static let first = Duration.milliseconds(100)
    /// The longest that any wait can be by default: 5 s.
    public static let longest = Duration.seconds(5)
    private let longest: Duration
    private var ceiling = Backoff.first

    /// Begins with the shortest waits; to be made again once trying has succeeded. No wait is
    /// longer than `longest`.
    public init(longest: Duration = Backoff.longest) {
        self.longest = longest
    }

    /// The next wait: uniform between nothing and a ceiling that doubles with each call, so that
    /// many clients do not come back at once.
    public mutating func next(using generator: inout some RandomNumberGenerator)
        -> Duration
    {
        let milliseconds =
            ceiling.components.seconds * 1_000 + ceiling.components.attoseconds
            / 1_000_000_000_000_000
        ceiling = min(ceiling * 2, longest)
        return .milliseconds(Int64.random(in: 0...milliseconds, using: &generator))
    }
}
