package import DiceModel

/// One die: its face, its lock and, while it is in flight, its animation.
@TableActor
package final class Die {
    /// The die's number, from 1, in table order.
    package let number: Int
    package let sides: Int
    /// The value that the die shows now.
    package private(set) var value: Int
    package private(set) var locked: Bool
    let isFate: Bool
    /// The symbols on the faces of a custom die.
    let faces: [String]?
    /// The number of the die in the same throw that lists the faces for both; `nil` for that die
    /// and for dice with numbers.
    let facesOf: Int?
    package internal(set) var changes = LastChange()
    weak var owner: (any DieOwner)?

    /// The animation, which exists only while the die is in flight and is never stored (like
    /// `@Transient` properties in the seeds).
    private var animation: DieAnimation?

    /// The value of a thrown die need not be one of its faces.
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

    /// The table's revision at the last change to this die.
    package var changedAt: Int { changes.latest }

    /// The table's revision at the first change to this die; 0 before that change.
    var appearedAt: Int { changes.first }

    /// The remaining plan of the die; `nil` at rest.
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

    /// The die's stored state. A die in flight has its final face.
    var stored: TurnDie {
        TurnDie(
            die: number,
            sides: sides,
            value: animation?.face ?? value,
            locked: locked,
            faces: faces
        )
    }

    /// Toggles the lock; ignored while the die is in flight. Returns true if the lock changed.
    @discardableResult
    package func toggleLock() -> Bool {
        guard !isAnimating else { return false }
        locked.toggle()
        changed()
        return true
    }

    /// Starts an animation that ends on `face`. An animation in flight ends first, on its own face.
    func startAnimation(to face: Int, by motion: DieMotion) -> DieAnimation {
        settle()
        let animation = DieAnimation(of: self, to: face, by: motion)
        self.animation = animation
        changed()
        return animation
    }

    /// Shows another face.
    func show(_ face: Int) {
        value = face
        changed()
    }

    /// Shows a passing value, which reveals nothing about the final face.
    func showInPassing(_ passing: Int) {
        value = passing
        changed(isPassing: true)
    }

    /// Ends the animation at once on the face already drawn. Does nothing at rest.
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

/// The table or throw that a die belongs to.
@TableActor
protocol DieOwner: AnyObject {
    /// Returns the revision for a change to a die.
    func nextRevision(isPassing: Bool) -> Int
    /// - Parameter isPassing: True if the die shows a passing value.
    func dieDidChange(_ die: Die, isPassing: Bool)
}

/// The revisions of the table at the changes to a die or to another part of the table.
package struct LastChange: Sendable {
    package private(set) var latest = 0
    package private(set) var first = 0
    /// The revision at the latest change other than a passing value.
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

    /// The revision at the latest change that a frame of this kind shows.
    package subscript(frames: FrameKind) -> Int {
        switch frames {
        case .values: latest
        case .plan: lasting
        }
    }
}

// Plain loops, because there may be thousands of dice: whenever the standard library calls an
// isolated closure, Swift checks the executor, which takes about 400 instructions.

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
