package import DiceModel
import DiceNotation
import DiceProof

/// A throw that has started: its dice appear as the faces before them are told.
///
/// A secret throw is two of them. The ghost, which strangers see, has the dice that were known before any face, and no
/// faces; it ends when these have settled, and the throw ends with it. The secret part is for those who may see it: its
/// first dice tumble as the ghost's do, and those that follow from faces go on after it, without a trace elsewhere.
package final class ThrowFlight: Flight {
    enum Part {
        case all
        case ghost
        case secret(of: ThrowFlight)
    }

    package let draw: ThrowDraw
    private let evaluation: Evaluation
    /// Whether strangers see it in the place of a secret throw.
    package let isGhost: Bool
    /// What strangers see in its place.
    package let ghost: ThrowFlight?
    /// What those see in the place of this ghost who may.
    private weak var secret: ThrowFlight?
    private let numbers: [Int]?
    /// The dice that have appeared, in that order.
    private var dice: [Die] = []
    /// Those dice by their place in the evaluation; nil for those still to come.
    private var diceOfEvaluation: [Die?]
    private var order: ThrowSchedule
    private let values: [Int]
    private let randomness: DiceRandomness
    /// nil while it is in flight.
    package private(set) var result: SealedThrow?
    /// The table's count of changes when it began. A watcher that knows no later one hears of the throw for the first
    /// time.
    private let firstChange: Int
    package private(set) var changes = LastChange()

    init(_ draw: ThrowDraw, at group: DiceGroup, part: Part, taking reservation: Reservation? = nil) {
        self.draw = draw
        firstChange = group.throwChanges + 1
        switch part {
        case .all: (isGhost, ghost, evaluation, numbers) = (false, nil, draw.evaluation, nil)
        case .ghost: (isGhost, ghost, evaluation, numbers) = (true, nil, Evaluation(withoutFaces: draw.first), nil)
        case .secret(let ghost):
            isGhost = false
            self.ghost = ghost
            evaluation = draw.evaluation
            numbers = draw.secretNumbers
        }
        randomness = ghost == nil ? group.randomness : group.randomness.unseen
        values = evaluation.shownValues
        diceOfEvaluation = Array(repeating: nil, count: evaluation.dice.count)
        order = ThrowSchedule(evaluation.draws)
        super.init(
            at: group, number: draw.number, by: draw.by, owner: draw.owner, isAnimated: draw.animate,
            taking: reservation)
        ghost?.secret = self
        group.throwsInFlight.append(self)
        begin()
    }

    /// The SHA-256 of the next throw's seed, in hex.
    package var nextCommitment: String { draw.nextSeed.commitment }

    /// Whether strangers never hear of it: the part of a secret throw that has the faces.
    package var isSecret: Bool { ghost != nil }

    /// What everybody knows of the throw: the ghost of a secret one.
    package var publicPart: ThrowFlight { ghost ?? self }

    /// Whether this is what the viewer is told of the throw, whose other part another one sees.
    ///
    /// - Parameter viewer: the name of who looks; nil for a stranger.
    package func isFor(_ viewer: @autoclosure () -> String?) -> Bool {
        guard let names = draw.seenBy else { return true }
        return (viewer().map(names.contains) == true) != isGhost
    }

    /// The throw with the dice that changed after this many changes of throws at the table.
    package func frame(since change: Int, _ frames: FrameKind = .values) -> ThrowFrame {
        let changed = dice.changed(since: change, frames)
        return ThrowFrame(
            table: draw.table, revision: group?.revision ?? change, number: number, by: by,
            expression: draw.expression, label: draw.label, rolling: result == nil,
            dice: isGhost ? changed.states.map(\.asGhost) : changed.states,
            flight: frames == .plan ? clock?.plan(of: changed) : nil,
            result: result?.shown(to: isGhost ? nil : draw.seenBy?.first),
            throwCommitment: change < firstChange ? nextCommitment : nil, seenBy: isGhost ? nil : draw.seenBy)
    }

    package override var animatingCount: Int { isSecret ? 0 : super.animatingCount }

    override var flyingDice: [Die] { dice }

    override func start(after settled: Int?) -> [Tumbling] {
        guard let clock else { return [] }
        let draws = settled.map { order.settled($0) } ?? order.first
        let shown = settled == nil ? ghost?.dice ?? [] : []
        let isLikeGhost = !shown.isEmpty && shown.map(\.sides) == draws.map { evaluation.draws[$0].sides }
        var tumbling: [Tumbling] = []
        // If several faces are added to one die together, the die shows the last of them.
        let last = Dictionary(draws.map { (evaluation.draws[$0].die, $0) }) { $1 }
        for (place, index) in draws.enumerated() {
            let next = evaluation.draws[index]
            if isLikeGhost,
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
            let fate = evaluation.dice[next.die].fate
            let passing = fate == nil ? gathered + 1...gathered + next.sides : gathered - 1...gathered + 1
            let die = shown ?? appear(next.die, showing: randomness.passingValue(in: passing, after: 0))
            let animation = die.startAnimation(
                to: values[index], passing: passing, by: randomness.plan(after: clock.elapsed, pace: pace),
                randomness: randomness)
            tumbling.append((index, animation))
        }
        if settled == nil { reservation?.dice = tumbling.count } else { reservation?.dice += tumbling.count - 1 }
        return tumbling
    }

    private func appear(_ index: Int, showing value: Int) -> Die {
        let thrown = evaluation.dice[index]
        let die = Die(
            number: numbers?[index] ?? dice.count + 1, sides: thrown.sides, value: value, isFate: thrown.fate != nil)
        die.owner = self
        dice.append(die)
        diceOfEvaluation[index] = die
        return die
    }

    /// Returns when every die is at rest, those that everybody knows of among them.
    package override func settled() async {
        await ghost?.settled()
        await super.settled()
    }

    /// Ends both parts of a secret throw.
    @discardableResult
    package override func stop(_ reason: CancelReason) -> [Int] {
        let stopped = ghost?.stop(reason) ?? []
        let own = super.stop(reason)
        return isSecret ? stopped : own
    }

    override func land(_ reason: CancelReason?) {
        if let reason { secret?.stop(reason) }
        var numbers: [Int] = []
        for (index, thrown) in evaluation.dice.enumerated() {
            let die = diceOfEvaluation[index] ?? appear(index, showing: thrown.value)
            die.settle()
            if die.value != thrown.value || die.changedAt == 0 { die.show(thrown.value) }
            numbers.append(die.number)
        }
        result = ghost?.result ?? draw.sealed(reason == nil ? .completed : .cancelled, reason: reason, numbers: numbers)
        guard let group else { return }
        group.touchThrow(inSecret: isSecret)
        group.throwsInFlight.removeAll { $0 === self }
        group.observer?.diceGroup(group, didSettle: self)
    }
}

extension ThrowFlight: DieOwner {
    func nextRevision(isPassing: Bool) -> Int {
        guard let group else { return changes.latest }
        group.touchThrow(inSecret: isSecret)
        changes.note(group.throwChanges, isPassing: isPassing)
        return group.throwChanges
    }

    /// Nothing is told of dice that are brought to rest before the result is there.
    func dieDidChange(_ die: Die, isPassing: Bool) {
        guard let group, !hasSettled else { return }
        if isSecret {
            group.observer?.diceGroupDidChangeInSecret(group)
        } else {
            group.observer?.diceGroupDidChange(group, isPassing: isPassing)
        }
    }
}

extension DieState {
    /// A die without a face: once it is at rest, it shows nothing.
    fileprivate var asGhost: DieState {
        var state = self
        if !animating { (state.value, state.hidden) = (0, true) }
        return state
    }
}
