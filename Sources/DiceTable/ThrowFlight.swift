package import DiceModel
import DiceNotation
import DiceProof

/// A throw that has started: it plays a `ThrowPlan`. Its dice appear as the faces that cause them
/// are shown.
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
    private let strangers: ThrowFlight?
    private let plan: ThrowPlan
    /// The draws that have not been shown yet.
    private var schedule: ThrowSchedule
    /// The motions of the first dice, the same in both flights of a secret throw.
    private var opening: [DieMotion] = []
    /// The dice in the order in which they appeared.
    private var dice: [Die] = []
    /// The dice by their position in the plan; `nil` for dice that have not appeared yet.
    private var diceOfPlan: [Die?]
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

    /// - Parameter strangers: The flight for strangers, which has started; `nil` unless the
    ///   recipients see a secret throw.
    init(
        _ draw: ThrowDraw,
        at group: DiceGroup,
        for recipients: Recipients,
        beside strangers: ThrowFlight? = nil,
        taking reservation: Reservation?
    ) {
        self.draw = draw
        self.recipients = recipients
        self.strangers = strangers
        randomness = strangers == nil ? group.randomness : group.randomness.forSecrets
        plan = draw.plan(for: recipients)
        schedule = plan.schedule
        diceOfPlan = Array(repeating: nil, count: plan.dice.count)
        firstChange = group.throwChanges + 1
        super.init(
            at: group,
            number: draw.number,
            by: draw.by,
            owner: draw.owner,
            isAnimated: draw.animate,
            taking: strangers == nil ? reservation : nil
        )
        guard isAnimated else { return }
        if let strangers, strangers.plan.firstSides == plan.firstSides {
            opening = strangers.opening
        } else {
            for draw in schedule.first {
                opening.append(motion(of: draw, after: .zero))
            }
        }
    }

    /// The SHA-256 of the next throw's seed, in hex.
    package var nextCommitment: String { draw.nextSeed.commitment }

    /// Returns the flight for a viewer with these names; none for a stranger.
    package func part(for viewers: [String]) -> ThrowFlight {
        recipients.include(viewers) ? self : strangers ?? self
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
            values: draw.values,
            group: draw.group,
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
        return plan.hidesFaces ? states.map(\.withoutFace) : states
    }

    package override var animatingCount: Int {
        recipients.includeStrangers ? super.animatingCount : 0
    }

    override var flyingDice: [Die] { dice }

    override func begin() {
        group?.throwsInFlight.append(self)
        super.begin()
    }

    override func start(after settled: Int?) -> [Tumbling] {
        guard let clock else { return [] }
        var tumbling: [Tumbling] = []
        if let settled {
            for draw in plan.shown(of: schedule.settled(settled)) {
                let motion = motion(of: draw, after: clock.elapsed)
                tumbling.append(start(draw, by: motion))
            }
            reservation?.dice += tumbling.count - 1
        } else {
            for (draw, motion) in zip(schedule.first, opening) {
                tumbling.append(start(draw, by: motion))
            }
            reservation?.dice = tumbling.count
        }
        return tumbling
    }

    private func motion(of draw: Int, after elapsed: Duration) -> DieMotion {
        let die = diceOfPlan[plan.draws[draw].die]
        let passing = plan.passing(draw, above: die?.value ?? 0)
        die?.settle()
        return randomness.motion(
            in: passing,
            from: die?.value,
            after: elapsed,
            pace: pace
        )
    }

    private func start(_ draw: Int, by motion: DieMotion) -> Tumbling {
        let index = plan.draws[draw].die
        let die = diceOfPlan[index] ?? appear(index, showing: motion.start)
        return (draw, die.startAnimation(to: plan.values[draw], by: motion))
    }

    private func appear(_ index: Int, showing value: Int) -> Die {
        let thrown = plan.dice[index]
        let number = plan.numbers?[index] ?? dice.count + 1
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
        diceOfPlan[index] = die
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
        await strangers?.settled()
        await super.settled()
    }

    /// Ends the throw for all its recipients, first for those who see its faces. Returns the
    /// numbers of the dice that strangers saw in flight.
    @discardableResult
    package override func stop(_ reason: CancelReason) -> [Int] {
        var stopped: [Int] = []
        for part in group?.throwsInFlight.reversed() ?? [] where part.number == number {
            stopped = part.stopPart(reason)
        }
        return stopped
    }

    /// Ends only this flight. Returns no number of a die that strangers do not know.
    private func stopPart(_ reason: CancelReason) -> [Int] {
        let stopped = super.stop(reason)
        return recipients.includeStrangers ? stopped : []
    }

    /// Ends the throw at once for a user, whom its entry names. Returns the numbers of the dice
    /// that were still in flight.
    package func cancel(by name: String) -> [Int] {
        if name != by {
            cancelledBy = name
            strangers?.cancelledBy = name
        }
        return stop(.cancel)
    }

    override func land(_ reason: CancelReason?) {
        var numbers: [Int] = []
        for (index, thrown) in plan.dice.enumerated() {
            let value = thrown.shownValue
            let die = diceOfPlan[index] ?? appear(index, showing: value)
            die.settle()
            if die.value != value || die.changedAt == 0 {
                die.show(value)
            }
            numbers.append(die.number)
        }
        let outcome: ThrowOutcome = reason == nil ? .completed : .cancelled
        result =
            strangers?.result
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
