internal import DiceModel

/// How one die tumbles in one roll. It does not keep the die alive, so a table that nobody needs any more is freed in
/// mid-roll.
@TableActor
final class DieAnimation {
    /// The final face, drawn when the roll started. Nothing shows it before the die settles.
    let face: Int
    private weak let die: Die?
    private let passing: ClosedRange<Int>
    private let plan: AnimationPlan
    private let randomness: DiceRandomness

    init(
        of die: Die, to face: Int, passing: ClosedRange<Int>, by plan: AnimationPlan, randomness: DiceRandomness
    ) {
        self.passing = passing
        self.die = die
        self.face = face
        self.plan = plan
        self.randomness = randomness
    }

    /// Shows each passing value at its time, counted from `start`, then settles the die and returns. Settles it at once
    /// when the task is cancelled, and shows nothing more when the die has been settled by another.
    ///
    /// After a stall (a stopped process) it goes on with the newest value that is due, not with a burst.
    func animateRoll<C: TableClock>(from start: C.Instant, on clock: C) async {
        var step = 0
        while step < AnimationPlan.stepCount {
            do {
                try await clock.sleep(until: start.advanced(by: plan.time(ofStep: step)))
                try Task.checkCancellation()
            } catch {
                break
            }
            step = plan.newestStep(at: start.duration(to: clock.now), from: step)
            guard step < AnimationPlan.valueCount, let die, die.isAnimated(by: self) else { break }
            die.show(randomness.passingValue(in: passing, after: die.value))
            step += 1
        }
        if let die, die.isAnimated(by: self) { die.settle() }
    }
}
