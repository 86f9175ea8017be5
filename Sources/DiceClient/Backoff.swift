/// The wait before the next attempt: up to 100 ms at first, doubling up to a limit, with full
/// jitter.
public struct Backoff: Sendable, Hashable {
    /// The maximum of the first wait: 100 ms.
    public static let first = Duration.milliseconds(100)
    /// The default maximum of any wait: 5 s.
    public static let longest = Duration.seconds(5)
    private let longest: Duration
    private var ceiling = Backoff.first

    /// Starts with the shortest waits. Make a new value after a successful attempt. No wait is
    /// longer than `longest`.
    public init(longest: Duration = Backoff.longest) {
        self.longest = longest
    }

    /// Returns the next wait: uniformly distributed between zero and a maximum that doubles with
    /// each call, so that many clients do not reconnect at once.
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
