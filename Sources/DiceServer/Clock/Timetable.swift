internal import DiceModel

/// Steps that are carried out one after the other, while a task sleeps until the last.
@TableActor
final class Timetable {
    private let start: ContinuousClock.Instant
    private let times: [Duration]
    nonisolated let sleeper = Sleeper()
    private let step: @TableActor (Int) -> Bool
    private var next = 0

    init(from start: ContinuousClock.Instant, _ times: [Duration], _ step: @escaping @TableActor (Int) -> Bool) {
        self.start = start
        self.times = times
        self.step = step
    }

    /// When the next step is due.
    var due: ContinuousClock.Instant { start + times[next] }

    /// Carries out the newest step that is due. Returns whether another follows; if not, the task has been woken.
    func advance(at now: ContinuousClock.Instant) -> Bool {
        guard sleeper.isAsleep else { return false }
        while next + 1 < times.count, now >= start + times[next + 1] { next += 1 }
        let goesOn = step(next)
        next += 1
        guard goesOn, next < times.count else {
            sleeper.end(isCancelled: false)
            return false
        }
        return true
    }
}
