package import DiceModel
import DiceNotation
import DiceProof

/// A throw that has started. Its dice appear as the faces that cause them are shown.
///
/// A secret throw consists of two flights. The public flight has the dice known before any face is
/// drawn, shown without faces; it ends when these dice have settled, and the throw ends with it.
/// The other flight, for those who may see the throw, has all dice: its first dice animate like the
/// public ones, and the dice that follow from faces animate afterwards, invisible to strangers.
package final class ThrowFlight: Flight {
    package let draw: ThrowDraw
    /// The viewers who receive this flight.
    package let recipients: Recipients
    /// The flight for strangers; `nil` for a public throw and for the flight of strangers itself.
    private let others: ThrowFlight?
    private let evaluation: Evaluation
    private let numbers: [Int]?
    /// The dice in the order in which they appeared.
    private var dice: [Die] = []
    /// The dice by their position in the evaluation; `nil` for dice that have not appeared yet.
    private var diceOfEvaluation: [Die?]
    private var order: ThrowSchedule
    private let values: [Int]
    /// The distinct face lists of custom dice, each with the number of the die that lists it.
    private var faceLists: [(faces: [Face], words: [String], die: Int)] = []
    private let randomness: DiceRandomness
    /// The result; `nil` while the throw is in flight.
    package private(set) var result: SealedThrow?
    /// The user who cancelled the throw, if not the thrower.
    private var cancelledBy: String?
    /// The table's throw change count when the throw began. A watcher whose count is not higher has
    /// not received this throw yet.
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
        randomness = others == nil ? group.randomness : group.randomness.forSecrets
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

    /// Returns the flight for a viewer with these names; none for a stranger.
    package func part(for viewers: [String]) -> ThrowFlight {
        recipients.include(viewers) ? self : others ?? self
    }

    /// Returns the throw with the dice that changed after `change`, a count of throw changes at the
    /// table.
    package func frame(since change: Int, _ frames: FrameKind = .values) -> ThrowFrame {
        frame(of: dice.changed(since: change, frames), since: change, frames)
    }

    /// Returns the content of `frame` in parts, each of which fits the maximum line length. Dice
    /// with plans are split into several parts, and the result has its own part if there are many
    /// dice. The number of parts depends only on the number of dice.
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

    /// The number of dice in a line that also contains the dice's plans, or that leaves no room for
    /// the result.
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
            result: result?.redacted(for: recipients),
            throwCommitment: change < firstChange ? nextCommitment : nil,
            seenBy: recipients.names
        )
    }

    /// In the first frame that a watcher receives, a custom die has its list of faces, or the
    /// number of the die with the same list. Each list is sent once, however many dice share it.
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
        // If several faces are added to one die at once, the die shows the last of them.
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
            // The passing values of an added face are shown on top of the die's previous value.
            let gathered = shown?.value ?? 0
            let kind = evaluation.dice[next.die].kind
            let passing =
                if kind.customFaces != nil {
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
        let list = thrown.kind.customFaces.map { faceList($0, of: number) }
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

    /// Returns the symbols of these faces and the number of the die that lists them: `die` itself
    /// if it is the first one in the throw with them.
    private func faceList(_ faces: [Face], of die: Int) -> (words: [String], die: Int) {
        if let known = faceLists.last(where: { $0.faces == faces }) {
            return (known.words, known.die)
        }
        let words = faces.map(\.description)
        faceLists.append((faces, words, die))
        return (words, die)
    }

    /// Waits until every die is at rest, including the public dice.
    package override func settled() async {
        await others?.settled()
        await super.settled()
    }

    /// Ends both flights of a secret throw.
    @discardableResult
    package override func stop(_ reason: CancelReason) -> [Int] {
        let stopped = others?.stop(reason)
        let own = super.stop(reason)
        return stopped ?? own
    }

    /// Ends the throw at once for a user, whom its entry names. Returns the numbers of the dice
    /// that were still in flight.
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

    /// Dice that settle before the result exists are not reported.
    func dieDidChange(_ die: Die, isPassing: Bool) {
        guard let group, !hasSettled else { return }
        group.observer?.diceGroupDidChange(group, isPassing: isPassing, for: recipients)
    }
}

extension DieState {
    /// The die without its face; at rest, such a die shows nothing.
    fileprivate var withoutFace: DieState {
        var state = self
        if !animating {
            state.value = 0
            state.hidden = true
        }
        return state
    }
}
