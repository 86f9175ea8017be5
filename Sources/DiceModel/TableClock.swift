/// A clock that carries out the steps of animations on the table's actor.
public protocol TableClock: Clock where Duration == Swift.Duration {
    /// Calls `step` with 0, 1, … at `times` after `start`, never early, and returns after the last, or as soon as
    /// `step` returns false.
    /// Of several that are overdue only the newest is carried out, so that a stall is not followed by a burst.
    ///
    /// - Parameter times: ascending.
    /// - Throws: `CancellationError` as soon as the task is cancelled; no step follows.
    @TableActor
    func run(
        from start: Instant, at times: [Swift.Duration], _ step: @escaping @TableActor (Int) -> Bool
    ) async throws
}

extension TableClock {
    @TableActor
    public func run(
        from start: Instant, at times: [Swift.Duration], _ step: @escaping @TableActor (Int) -> Bool
    ) async throws {
        for index in times.indices {
            if index + 1 < times.count, now >= start.advanced(by: times[index + 1]) { continue }
            try await sleep(until: start.advanced(by: times[index]), tolerance: .zero)
            try Task.checkCancellation()
            guard step(index) else { return }
        }
    }
}

extension ContinuousClock: TableClock {}
