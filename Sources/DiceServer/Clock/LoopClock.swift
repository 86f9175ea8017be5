public import DiceModel
public import NIOCore

/// The continuous clock, with the timers of the event loop that the tables live on: whatever is due is carried out on
/// the loop, and no other thread wakes.
public struct LoopClock: TableClock {
    private let alarms: LoopAlarms

    /// - Parameter eventLoop: the one that `TableActor` runs on.
    public init(_ eventLoop: any EventLoop) {
        alarms = LoopAlarms(eventLoop)
    }

    public var now: ContinuousClock.Instant { .now }
    public var minimumResolution: Duration { LoopAlarms.tick }

    public func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        try await run(at: [deadline]) { _ in true }
    }

    /// One continuation for all steps: to resume a task costs several times what a step does.
    @TableActor
    public func run(
        at times: [ContinuousClock.Instant], _ step: @escaping @TableActor (Int) -> Bool
    ) async throws {
        guard !times.isEmpty else { return }
        let sleeper = Sleeper()
        try await withTaskCancellationHandler {
            try await withUnsafeThrowingContinuation { continuation in
                if sleeper.begin(continuation) { alarms.add(Timetable(times, sleeper, step)) }
            }
        } onCancel: {
            sleeper.end(CancellationError())
        }
    }
}
