/// How long to wait before trying again: up to 100 ms at first, doubling up to 5 s, with full jitter.
public struct Backoff: Sendable, Hashable {
    public static let first = Duration.milliseconds(100)
    public static let longest = Duration.seconds(5)
    private var ceiling = Backoff.first

    public init() {}

    /// Uniform between nothing and the ceiling, so that many clients do not come back at once.
    public mutating func next(using generator: inout some RandomNumberGenerator) -> Duration {
        let milliseconds = ceiling.components.seconds * 1_000 + ceiling.components.attoseconds / 1_000_000_000_000_000
        ceiling = min(ceiling * 2, Self.longest)
        return .milliseconds(Int64.random(in: 0...milliseconds, using: &generator))
    }
}
