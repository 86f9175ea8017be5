/// How long to wait before trying again: up to 100 ms at first, doubling up to 5 s, with full jitter.
public struct Backoff: Sendable, Hashable {
    /// The longest that the first wait can be: 100 ms.
    public static let first = Duration.milliseconds(100)
    /// The longest that any wait can be: 5 s.
    public static let longest = Duration.seconds(5)
    private var ceiling = Backoff.first

    /// Begins with the shortest waits; to be made anew once trying has succeeded.
    public init() {}

    /// The next wait, 0 to 5 s: uniform between nothing and a ceiling that doubles with each call, so that many clients
    /// do not come back at once.
    public mutating func next(using generator: inout some RandomNumberGenerator) -> Duration {
        let milliseconds = ceiling.components.seconds * 1_000 + ceiling.components.attoseconds / 1_000_000_000_000_000
        ceiling = min(ceiling * 2, Self.longest)
        return .milliseconds(Int64.random(in: 0...milliseconds, using: &generator))
    }
}
