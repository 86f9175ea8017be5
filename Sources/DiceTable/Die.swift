internal import DiceModel

/// One die: its face, its lock and, while it tumbles, its animation.
@TableActor
public final class Die {
    /// 1, 2, … in table order.
    public let number: Int
    public let sides: Int
    /// The face that shows now.
    public private(set) var value: Int
    public private(set) var locked: Bool
    /// The table's revision at the last change of this die that was not a value in passing.
    public internal(set) var lastingChangeAt = 0
    weak var owner: (any DieOwner)?

    /// What exists only while the die tumbles, and is never stored (the seeds' `@Transient`).
    private var animation: DieAnimation?

    init(number: Int, stored: StoredDie) {
        self.number = number
        sides = stored.sides
        value = stored.value
        locked = stored.locked
    }

    /// Of a throw: nothing stores it, and its value need not be a face.
    init(number: Int, sides: Int, value: Int) {
        self.number = number
        self.sides = sides
        self.value = value
        locked = false
    }

    public var isAnimating: Bool { animation != nil }

    /// The table's revision at the last change of this die.
    public var changedAt: Int { max(lastingChangeAt, animation?.changedAt ?? 0) }

    /// The same, as a watcher of this kind is told of changes.
    func changedAt(for frames: FrameKind) -> Int {
        switch frames {
        case .values: changedAt
        case .plan: lastingChangeAt
        }
    }

    /// What it will show until it settles; nil at rest.
    var plan: DiePlan? { animation?.plan(ofDie: number) }

    func isAnimated(by animation: DieAnimation) -> Bool { self.animation === animation }

    var state: DieState {
        DieState(die: number, sides: sides, value: value, locked: locked, animating: isAnimating)
    }

    /// The die as it is stored: one that tumbles has the face on which it will settle.
    var stored: StoredDie { StoredDie(sides: sides, value: animation?.face ?? value, locked: locked) }

    /// Ignored while the die tumbles. Returns whether the lock changed.
    @discardableResult
    public func toggleLock() -> Bool {
        guard !isAnimating else { return false }
        locked.toggle()
        changed()
        return true
    }

    /// Tumbles from now on, until it settles. An animation in flight ends first, on its own face.
    ///
    /// - Parameter passing: the values that it may show meanwhile.
    func startAnimation(
        to face: Int, passing: ClosedRange<Int>, by plan: AnimationPlan, randomness: DiceRandomness
    ) -> DieAnimation {
        settle()
        let values = randomness.passingValues(in: passing, after: value)
        let animation = DieAnimation(of: self, to: face, passing: values, by: plan)
        self.animation = animation
        changed()
        return animation
    }

    /// Shows another face.
    func show(_ face: Int) {
        value = face
        changed()
    }

    /// Shows a value that says nothing of the face to come.
    func showInPassing(_ passing: Int) {
        value = passing
        guard let owner else { return }
        animation?.changedAt = owner.nextRevision(isPassing: true)
        owner.dieDidChange(self, isPassing: true)
    }

    /// Ends the animation at once, on the face already drawn. Does nothing at rest.
    func settle() {
        guard let animation else { return }
        self.animation = nil
        show(animation.face)
        owner?.dieDidSettle(self)
    }

    private func changed() {
        guard let owner else { return }
        lastingChangeAt = owner.nextRevision(isPassing: false)
        owner.dieDidChange(self, isPassing: false)
    }
}

/// What a die is part of.
@TableActor
protocol DieOwner: AnyObject {
    /// The revision of a change that a die makes.
    func nextRevision(isPassing: Bool) -> Int
    /// - Parameter isPassing: whether it shows a value in passing.
    func dieDidChange(_ die: Die, isPassing: Bool)
    /// The die has ended its animation.
    func dieDidSettle(_ die: Die)
}
