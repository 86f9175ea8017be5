import DiceModel

/// How one die tumbles in one roll. It does not keep the die alive, so a table that nobody needs
/// any more is freed in mid-roll.
@TableActor
final class DieAnimation {
    /// The final face, drawn when the roll started. Nothing shows it before the die settles.
    let face: Int
    private weak let die: Die?
    private let values: PassingValues
    private let plan: AnimationPlan

    init(
        of die: Die,
        to face: Int,
        passing values: PassingValues,
        by plan: AnimationPlan
    ) {
        self.values = values
        self.die = die
        self.face = face
        self.plan = plan
    }

    convenience init(of die: Die, to face: Int, like other: DieAnimation) {
        self.init(of: die, to: face, passing: other.values, by: other.plan)
    }

    /// What is told of it in advance: all except the face.
    func plan(ofDie number: Int) -> DiePlan {
        var values: [Int] = []
        var times: [Double] = []
        values.reserveCapacity(AnimationPlan.valueCount)
        times.reserveCapacity(AnimationPlan.stepCount)
        for step in 0..<AnimationPlan.valueCount {
            values.append(self.values[step])
        }
        for step in 0..<AnimationPlan.stepCount {
            times.append(plan.time(ofStep: step).milliseconds(by: .microseconds(100)))
        }
        return DiePlan(die: number, values: values, times: times)
    }

    /// Shows each passing value at its time, then settles the die and returns. Settles it at once
    /// when the task is cancelled, and shows nothing more when the die has been settled by another.
    ///
    /// After a stall (a stopped process) it goes on with the newest value that is due, not with a
    /// burst.
    func animateRoll(on clock: FlightClock) async {
        var step = 0
        while step < AnimationPlan.stepCount {
            do {
                try await clock.sleep(until: plan.time(ofStep: step))
                try Task.checkCancellation()
            } catch {
                break
            }
            step = plan.newestStep(at: clock.elapsed, from: step)
            guard step < AnimationPlan.valueCount, let die, die.isAnimated(by: self)
            else { break }
            die.showInPassing(values[step])
            step += 1
        }
        if let die, die.isAnimated(by: self) {
            die.settle()
        }
    }
}
