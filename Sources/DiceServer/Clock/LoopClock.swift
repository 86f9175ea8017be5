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
        try await run(from: deadline, at: [.zero]) { _ in true }
    }

    /// One continuation for all steps: to resume a task costs several times what a step does.
    @TableActor
    public func run(
        from start: ContinuousClock.Instant, at times: [Duration], _ step: @escaping @TableActor (Int) -> Bool
    ) async throws {
        guard !times.isEmpty else { return }
        let timetable = Timetable(from: start, times, step)
        let isCancelled = await withTaskCancellationHandler {
            await withUnsafeContinuation { continuation in
                if timetable.sleeper.begin(continuation) { alarms.add(timetable) }
            }
        } onCancel: {
            timetable.sleeper.end(isCancelled: true)
        }
        if isCancelled { throw CancellationError() }
    }
}
