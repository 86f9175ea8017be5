/// One die: its face, its lock and, while it tumbles, its animation.
@TableActor
public final class Die {
    /// 1, 2, … in table order.
    public let number: Int
    public let sides: Int
    /// The face that shows now.
    public private(set) var value: Int
    public private(set) var locked: Bool
    /// The table's revision at the last change of this die.
    public internal(set) var changedAt = 0
    weak var group: DiceGroup?

    /// What exists only while the die tumbles, and is never stored (the seeds' `@Transient`).
    private var animation: Animation?

    private struct Animation {
        /// The final face, drawn when the roll started. Nothing shows it before the die settles.
        var face: Int
        /// Nil until it has been made, which may already have carried out a step.
        var task: Task<Void, Never>?
    }

    init(number: Int, stored: StoredDie) {
        self.number = number
        sides = stored.sides
        value = stored.value
        locked = stored.locked
    }

    deinit { animation?.task?.cancel() }

    public var isAnimating: Bool { animation != nil }

    /// The task that changes the die while it tumbles; nil at rest.
    public var animationTask: Task<Void, Never>? { animation?.task }

    /// The face at rest: of a die that tumbles, the one it will settle on.
    var restingValue: Int { animation?.face ?? value }

    var state: DieState {
        DieState(die: number, sides: sides, value: value, locked: locked, animating: isAnimating)
    }

    var stored: StoredDie { StoredDie(sides: sides, value: restingValue, locked: locked) }

    /// Ignored while the die tumbles. Returns whether the lock changed.
    @discardableResult
    public func toggleLock() -> Bool {
        setLocked(!locked)
    }

    func setLocked(_ locked: Bool) -> Bool {
        guard !isAnimating, self.locked != locked else { return false }
        self.locked = locked
        changed()
        return true
    }

    /// Tumbles by `plan`, shows `face` at its end and then returns; returns early when the animation is stopped.
    public func animateRoll(
        to face: Int, by plan: AnimationPlan, randomness: DiceRandomness, clock: some TableClock
    ) async {
        await startAnimation(to: face, by: plan, from: clock.now, randomness: randomness, clock: clock).value
    }

    /// Starts to tumble; a newer animation cancels the one in flight. All times of `plan` count from `start`.
    ///
    /// The task holds the die only for the moment of each step, so a die that nobody needs any more is freed in
    /// mid-roll. After a stall (a stopped process) it goes on with the newest value that is due, not with a burst.
    func startAnimation<C: TableClock>(
        to face: Int, by plan: AnimationPlan, from start: C.Instant, randomness: DiceRandomness, clock: C
    ) -> Task<Void, Never> {
        stopAnimation()
        animation = Animation(face: face)
        changed()
        let reference = Reference(die: self)
        // Made here, since what a task keeps while it sleeps is memory for each die in flight.
        let times = plan.times
        let task = Task.immediate(executorPreference: TableActor.taskExecutor) {
            _ = try? await clock.run(from: start, at: times) { step in
                guard let die = reference.die else { return false }
                die.tumble(step, randomness)
                return true
            }
        }
        animation?.task = task
        return task
    }

    /// A die that may be gone.
    private struct Reference: Sendable {
        weak let die: Die?
    }

    /// Shows the next value, or settles after the last.
    private func tumble(_ step: Int, _ randomness: DiceRandomness) {
        if step == AnimationPlan.valueCount {
            settle()
        } else {
            value = randomness.passingValue(sides: sides, after: value)
            changed()
        }
    }

    /// Settles the die at once, on the face already drawn, and cancels its task. Does nothing at rest.
    public func stopAnimation() {
        animation?.task?.cancel()
        settle()
    }

    /// Shows `face` without tumbling.
    func show(_ face: Int) {
        stopAnimation()
        value = face
        changed()
    }

    private func settle() {
        guard let animation else { return }
        value = animation.face
        self.animation = nil
        changed()
        group?.dieDidSettle()
    }

    private func changed() {
        group?.dieDidChange(self)
    }
}
