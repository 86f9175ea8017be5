package import DiceModel

/// One die: its face, its lock and, while it tumbles, its animation.
@TableActor
package final class Die {
    /// 1, 2, … in table order.
    package let number: Int
    package let sides: Int
    /// The face that shows now.
    package private(set) var value: Int
    package private(set) var locked: Bool
    let isFate: Bool
    /// The words of each face of a die of one's own.
    let faces: [String]?
    /// The die of the same throw that tells the faces for both; nil for that one, and for dice of
    /// numbers.
    let facesOf: Int?
    package internal(set) var changes = LastChange()
    weak var owner: (any DieOwner)?

    /// What exists only while the die tumbles, and is never stored (the seeds' `@Transient`).
    private var animation: DieAnimation?

    /// The value of a die of a throw need not be a face.
    init(
        number: Int,
        sides: Int,
        value: Int,
        locked: Bool = false,
        isFate: Bool = false,
        faces: [String]? = nil,
        facesOf: Int? = nil
    ) {
        self.number = number
        self.sides = sides
        self.value = value
        self.locked = locked
        self.isFate = isFate
        self.faces = faces
        self.facesOf = facesOf
    }

    package var isAnimating: Bool { animation != nil }

    /// The table's revision at the last change of this die.
    package var changedAt: Int { changes.latest }

    /// The table's revision at the first of them; 0 before.
    var appearedAt: Int { changes.first }

    /// What it will show until it settles; nil at rest.
    var plan: DiePlan? { animation?.plan(ofDie: number) }

    func isAnimated(by animation: DieAnimation) -> Bool {
        self.animation === animation
    }

    var state: DieState {
        DieState(
            die: number,
            sides: sides,
            value: value,
            locked: locked,
            animating: isAnimating,
            fate: isFate ? true : nil
        )
    }

    /// The die as it is stored: one that tumbles has the face on which it will settle.
    var stored: TurnDie {
        TurnDie(
            die: number,
            sides: sides,
            value: animation?.face ?? value,
            locked: locked,
            faces: faces
        )
    }

    /// Ignored while the die tumbles. Returns whether the lock changed.
    @discardableResult
    package func toggleLock() -> Bool {
        guard !isAnimating else { return false }
        locked.toggle()
        changed()
        return true
    }

    /// Tumbles from now on, until it settles. An animation in flight ends first, on its own face.
    ///
    /// - Parameter passing: the values that it may show meanwhile.
    func startAnimation(
        to face: Int,
        passing: ClosedRange<Int>,
        by plan: AnimationPlan,
        randomness: DiceRandomness
    ) -> DieAnimation {
        settle()
        let values = randomness.passingValues(in: passing, after: value)
        let animation = DieAnimation(of: self, to: face, passing: values, by: plan)
        self.animation = animation
        changed()
        return animation
    }

    /// Tumbles from now on as `other` does, to a face of its own; nil if that one is at rest.
    func startAnimation(to face: Int, like other: Die) -> DieAnimation? {
        guard let model = other.animation else { return nil }
        let animation = DieAnimation(of: self, to: face, like: model)
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
        changed(isPassing: true)
    }

    /// Ends the animation at once, on the face already drawn. Does nothing at rest.
    func settle() {
        guard let animation else { return }
        self.animation = nil
        show(animation.face)
    }

    private func changed(isPassing: Bool = false) {
        guard let owner else { return }
        changes.note(owner.nextRevision(isPassing: isPassing), isPassing: isPassing)
        owner.dieDidChange(self, isPassing: isPassing)
    }
}

/// What a die is part of.
@TableActor
protocol DieOwner: AnyObject {
    /// The revision of a change that a die makes.
    func nextRevision(isPassing: Bool) -> Int
    /// - Parameter isPassing: whether it shows a value in passing.
    func dieDidChange(_ die: Die, isPassing: Bool)
}

/// The table's revision when something last changed.
package struct LastChange: Sendable {
    package private(set) var latest = 0
    package private(set) var first = 0
    /// The revision at the last change that was not a value in passing.
    package private(set) var lasting = 0

    mutating func note(_ revision: Int, isPassing: Bool = false) {
        latest = revision
        if first == 0 {
            first = revision
        }
        if !isPassing {
            lasting = revision
        }
    }

    /// The revision at the last change that a frame of this kind shows.
    package subscript(frames: FrameKind) -> Int {
        switch frames {
        case .values: latest
        case .plan: lasting
        }
    }
}

// Loops, because there may be thousands of dice: each time the standard library calls an isolated
// closure, Swift checks the executor, which takes about 400 instructions.

@TableActor
extension [Die] {
    var isAnyAnimating: Bool {
        for die in self where die.isAnimating {
            return true
        }
        return false
    }

    func changed(since revision: Int, _ frames: FrameKind) -> [Die] {
        var changed: [Die] = []
        changed.reserveCapacity(count)
        for die in self where die.changes[frames] > revision {
            changed.append(die)
        }
        return changed
    }

    var states: [DieState] {
        var states: [DieState] = []
        states.reserveCapacity(count)
        for die in self {
            states.append(die.state)
        }
        return states
    }
}

/// The values that a die shows in passing, in their order.
typealias PassingValues = InlineArray<10, Int>
