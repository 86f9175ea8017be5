/// A clock on which what is isolated to `TableActor` sleeps without leaving its thread.
///
/// `Clock.sleep(until:tolerance:)` belongs to no actor, so each call of it leaves the actor and comes back: a turn of the
/// loop more for each step of each die.
public protocol TableClock: Clock where Duration == Swift.Duration {
    /// Throws `CancellationError` as soon as the task is cancelled.
    @TableActor func sleep(until deadline: Instant) async throws
}

extension TableClock {
    public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try await sleep(until: deadline)
    }
}
