import DiceModel

/// A table's clock that measures the time since a roll or throw began.
@TableActor
struct FlightClock {
    private let read: @TableActor () -> Duration
    private let wait: @TableActor (Duration) async throws -> Void

    /// - Parameter elapsed: The time that has passed since the start.
    init<C: TableClock>(_ clock: C, elapsed: Duration = .zero) {
        let start = clock.now.advanced(by: .zero - elapsed)
        read = { start.duration(to: clock.now) }
        wait = { try await clock.sleep(until: start.advanced(by: $0)) }
    }

    var elapsed: Duration { read() }

    /// Returns the remaining plans of the dice in flight; `nil` if none is in flight.
    func plan(of dice: [Die]) -> FlightPlan? {
        var plan: [DiePlan] = []
        for die in dice {
            if let plans = die.plan {
                plan.append(plans)
            }
        }
        return plan.isEmpty
            ? nil
            : FlightPlan(
                elapsed: elapsed.milliseconds(by: .microseconds(1)),
                plan: plan
            )
    }

    /// Throws `CancellationError` as soon as the task is cancelled.
    func sleep(until elapsed: Duration) async throws {
        try await wait(elapsed)
    }
}
