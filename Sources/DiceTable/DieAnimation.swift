import DiceModel

/// What a die shows before it settles, and when.
struct DieMotion: Sendable {
    /// The value that the die shows at its start.
    let start: Int
    let values: PassingValues
    let plan: AnimationPlan
}

/// The passing values of a die, in order.
typealias PassingValues = InlineArray<10, Int>

/// The animation of one die in one roll. It holds the die weakly, so a table that is no longer
/// needed is freed in mid-roll.
@TableActor
final class DieAnimation {
    /// The final face, drawn when the roll started. Nothing shows it before the die settles.
    let face: Int
    private weak let die: Die?
    private let values: PassingValues
    private let plan: AnimationPlan

    init(of die: Die, to face: Int, by motion: DieMotion) {
        self.die = die
        self.face = face
        values = motion.values
        plan = motion.plan
    }

    /// Returns the plan that clients receive in advance: everything except the face.
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

    /// Shows each passing value at its scheduled time, then settles the die and returns. If the
    /// task is cancelled, settles the die at once; if something else has settled the die, shows
    /// nothing more.
    ///
    /// After a stall (a stopped process) the animation continues with the newest value that is due,
    /// without a burst.
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
