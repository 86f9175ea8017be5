internal import DiceModel

/// Steps that are carried out one after the other, while a task sleeps until the last.
@TableActor
final class Timetable {
    private let times: [ContinuousClock.Instant]
    private let sleeper: Sleeper
    private let step: @TableActor (Int) -> Bool
    private var next = 0

    init(_ times: [ContinuousClock.Instant], _ sleeper: Sleeper, _ step: @escaping @TableActor (Int) -> Bool) {
        self.times = times
        self.sleeper = sleeper
        self.step = step
    }

    /// When the next step is due.
    var due: ContinuousClock.Instant { times[next] }

    /// Carries out the newest step that is due. Returns whether another follows; if not, the task has been woken.
    func advance(at now: ContinuousClock.Instant) -> Bool {
        guard sleeper.isAsleep else { return false }
        while next + 1 < times.count, now >= times[next + 1] { next += 1 }
        let goesOn = step(next)
        next += 1
        guard goesOn, next < times.count else {
            sleeper.end(nil)
            return false
        }
        return true
    }
}
