package import DiceModel
import DiceNotation
import DiceProof

/// A throw that has started: its dice appear as the faces before them are told.
///
/// A secret throw is two of them. The one for the others has the dice that were known before any
/// face, and no faces; it ends when these have settled, and the throw ends with it. The one for
/// those who may see the throw has all of it: its first dice tumble as those of the others do, and
/// those that follow from faces go on after them, without a trace elsewhere.
package final class ThrowFlight: Flight {
    package let draw: ThrowDraw
    /// Who is told of it.
    package let recipients: Recipients
    /// What the others are told of in its place; nil if there are no others, or they are the ones
    /// who are told of this.
    private let others: ThrowFlight?
    private let evaluation: Evaluation
    private let numbers: [Int]?
    /// The dice that have appeared, in that order.
    private var dice: [Die] = []
    /// Those dice by their place in the evaluation; nil for those still to come.
    private var diceOfEvaluation: [Die?]
    private var order: ThrowSchedule
    private let values: [Int]
    /// The distinct lists of faces on its custom dice, each with the number of the die that tells
    /// it.
    private var faceLists: [(faces: [Face], words: [String], die: Int)] = []
    private let randomness: DiceRandomness
    /// nil while it is in flight.
    package private(set) var result: SealedThrow?
    /// Who cancels it, if that is not the thrower.
    private var cancelledBy: String?
    /// The table's count of changes when it began. A watcher that knows no later one hears of the
    /// throw for the first time.
    private let firstChange: Int
    package private(set) var changes = LastChange()

    init(
        _ draw: ThrowDraw,
        at group: DiceGroup,
        for recipients: Recipients,
        taking reservation: Reservation?
    ) {
        self.draw = draw
        self.recipients = recipients
        others = recipients.names.map {
            ThrowFlight(draw, at: group, for: .without($0), taking: reservation)
        }
        firstChange = group.throwChanges + 1
        evaluation =
            recipients == draw.recipients
            ? draw.evaluation : Evaluation(withoutFaces: draw.first)
        numbers = others == nil ? nil : draw.secretNumbers
        randomness = others == nil ? group.randomness : group.randomness.unseen
        values = evaluation.shownValues
        diceOfEvaluation = Array(repeating: nil, count: evaluation.dice.count)
        order = ThrowSchedule(evaluation.draws)
        super.init(
            at: group,
            number: draw.number,
            by: draw.by,
            owner: draw.owner,
            isAnimated: draw.animate,
            taking: others == nil ? reservation : nil
        )
        group.throwsInFlight.append(self)
        begin()
    }

    /// The SHA-256 of the next throw's seed, in hex.
    package var nextCommitment: String { draw.nextSeed.commitment }

    /// What somebody who looks under these names is told of the throw; none for a stranger.
    package func part(for viewers: [String]) -> ThrowFlight {
        recipients.include(viewers) ? self : others ?? self
    }

    /// The throw with the dice that changed after this many changes of throws at the table.
    package func frame(since change: Int, _ frames: FrameKind = .values) -> ThrowFrame {
        frame(of: dice.changed(since: change, frames), since: change, frames)
    }

    /// The same in parts, none of which is longer than a line may be: the dice in several where
    /// they have plans, and the result alone where the dice are many. How many parts there are
    /// depends on nothing but the number of dice.
    package func frames(since change: Int, _ frames: FrameKind = .values)
        -> [ThrowFrame]
    {
        let changed = dice.changed(since: change, frames)
        guard changed.count > Self.diceOfLine, frames == .plan || result != nil else {
            return [frame(of: changed, since: change, frames)]
        }
        var parts: [ThrowFrame] = []
        for start in stride(from: 0, to: changed.count, by: Self.diceOfLine) {
            let dice = Array(
                changed[start..<min(start + Self.diceOfLine, changed.count)]
            )
            var part = frame(of: dice, since: change, frames)
            part.result = nil
            part.rolling = true
            if start > 0 {
                part.throwCommitment = nil
            }
            parts.append(part)
        }
        if result != nil {
            var last = frame(of: [], since: change, frames)
            last.throwCommitment = nil
            parts.append(last)
        }
        return parts
    }

    /// Dice of a line that has their plans, or no room for them beside the result.
    private static let diceOfLine = 200

    private func frame(of changed: [Die], since change: Int, _ frames: FrameKind)
        -> ThrowFrame
    {
        ThrowFrame(
            table: draw.table,
            revision: group?.revision ?? change,
            number: number,
            by: by,
            expression: draw.expression,
            label: draw.label,
            saved: draw.saved,
            rolling: result == nil,
            dice: states(of: changed, since: change),
            flight: frames == .plan ? clock?.plan(of: changed) : nil,
            result: result?.told(to: recipients),
            throwCommitment: change < firstChange ? nextCommitment : nil,
            seenBy: recipients.names
        )
    }

    /// In the first that is told of it a custom die has its faces, or the number of the die that
    /// has the same ones: however many dice have them, they are sent once.
    private func states(of changed: [Die], since change: Int) -> [DieState] {
        var states = changed.states
        for (place, die) in changed.enumerated()
        where die.faces != nil && die.appearedAt > change {
            if let other = die.facesOf {
                states[place].facesOf = other
            } else {
                states[place].faces = die.faces
            }
        }
        return recipients == draw.recipients ? states : states.map(\.withoutFace)
    }

    package override var animatingCount: Int {
        recipients.includeStrangers ? super.animatingCount : 0
    }

    override var flyingDice: [Die] { dice }

    override func start(after settled: Int?) -> [Tumbling] {
        guard let clock else { return [] }
        let draws = settled.map { order.settled($0) } ?? order.first
        let shown = settled == nil ? others?.dice ?? [] : []
        let isLikeShown =
            !shown.isEmpty
            && shown.map(\.sides) == draws.map { evaluation.draws[$0].sides }
        var tumbling: [Tumbling] = []
        // If several faces are added to one die together, the die shows the last of them.
        let last = Dictionary(draws.map { (evaluation.draws[$0].die, $0) }) { $1 }
        for (place, index) in draws.enumerated() {
            let next = evaluation.draws[index]
            if isLikeShown,
                let animation = appear(next.die, showing: shown[place].value)
                    .startAnimation(to: values[index], like: shown[place])
            {
                tumbling.append((index, animation))
                continue
            }
            guard last[next.die] == index else { continue }
            let shown = diceOfEvaluation[next.die]
            // A face that is added to a die passes above what it has gathered.
            let gathered = shown?.value ?? 0
            let kind = evaluation.dice[next.die].kind
            let passing =
                if kind.own != nil {
                    1...next.sides
                } else {
                    kind.fate == nil
                        ? gathered + 1...gathered + next.sides
                        : gathered - 1...gathered + 1
                }
            let die =
                shown
                ?? appear(
                    next.die,
                    showing: randomness.passingValue(in: passing, after: 0)
                )
            let animation = die.startAnimation(
                to: values[index],
                passing: passing,
                by: randomness.plan(after: clock.elapsed, pace: pace),
                randomness: randomness
            )
            tumbling.append((index, animation))
        }
        if settled == nil {
            reservation?.dice = tumbling.count
        } else {
            reservation?.dice += tumbling.count - 1
        }
        return tumbling
    }

    private func appear(_ index: Int, showing value: Int) -> Die {
        let thrown = evaluation.dice[index]
        let number = numbers?[index] ?? dice.count + 1
        let list = thrown.kind.own.map { faceList($0, of: number) }
        let die = Die(
            number: number,
            sides: thrown.sides,
            value: value,
            isFate: thrown.fate != nil,
            faces: list?.words,
            facesOf: list.flatMap { $0.die == number ? nil : $0.die }
        )
        die.owner = self
        dice.append(die)
        diceOfEvaluation[index] = die
        return die
    }

    /// The words of these faces, and the die that tells them: this one if it is the first of the
    /// throw that has them.
    private func faceList(_ faces: [Face], of die: Int) -> (words: [String], die: Int) {
        if let known = faceLists.last(where: { $0.faces == faces }) {
            return (known.words, known.die)
        }
        let words = faces.map(\.description)
        faceLists.append((faces, words, die))
        return (words, die)
    }

    /// Returns when every die is at rest, those that everybody knows of among them.
    package override func settled() async {
        await others?.settled()
        await super.settled()
    }

    /// Ends both parts of a secret throw.
    @discardableResult
    package override func stop(_ reason: CancelReason) -> [Int] {
        let stopped = others?.stop(reason)
        let own = super.stop(reason)
        return stopped ?? own
    }

    /// Ends it at once for somebody, whom its entry names. Returns the numbers of the dice that
    /// were still moving.
    package func cancel(by name: String) -> [Int] {
        if name != by {
            cancelledBy = name
            others?.cancelledBy = name
        }
        return stop(.cancel)
    }

    override func land(_ reason: CancelReason?) {
        if let reason {
            group?.throwsInFlight.first { $0.number == number && $0 !== self }?.stop(
                reason
            )
        }
        var numbers: [Int] = []
        for (index, thrown) in evaluation.dice.enumerated() {
            let value = thrown.shownValue
            let die = diceOfEvaluation[index] ?? appear(index, showing: value)
            die.settle()
            if die.value != value || die.changedAt == 0 {
                die.show(value)
            }
            numbers.append(die.number)
        }
        let outcome: ThrowOutcome = reason == nil ? .completed : .cancelled
        result =
            others?.result
            ?? draw.sealed(
                outcome,
                reason: reason,
                cancelledBy: cancelledBy,
                numbers: numbers
            )
        guard let group else { return }
        group.touchThrow(for: recipients)
        group.throwsInFlight.removeAll { $0 === self }
        group.observer?.diceGroup(group, didSettle: self)
    }
}

extension ThrowFlight: DieOwner {
    func nextRevision(isPassing: Bool) -> Int {
        guard let group else { return changes.latest }
        group.touchThrow(for: recipients)
        changes.note(group.throwChanges, isPassing: isPassing)
        return group.throwChanges
    }

    /// Nothing is told of dice that are brought to rest before the result is there.
    func dieDidChange(_ die: Die, isPassing: Bool) {
        guard let group, !hasSettled else { return }
        group.observer?.diceGroupDidChange(group, isPassing: isPassing, for: recipients)
    }
}

extension DieState {
    /// A die without a face: once it is at rest, it shows nothing.
    fileprivate var withoutFace: DieState {
        var state = self
        if !animating {
            state.value = 0
            state.hidden = true
        }
        return state
    }
}
