public import DiceModel
internal import DiceNotation
internal import DiceProof

/// A throw that has started.
@TableActor
public final class Throw {
    public let draw: ThrowDraw
    /// The dice that have appeared, in that order.
    private var dice: [Die] = []
    /// Those dice by their place in the evaluation; nil for those still to come.
    private var diceOfEvaluation: [Die?]
    private var order: ThrowOrder
    /// Draws whose die has not settled on them yet.
    private var unsettled: Int
    private let values: [Int]
    private let randomness: DiceRandomness
    private weak var group: DiceGroup?
    /// The task that animates the dice; nil for a throw without animation. It is never stored.
    private(set) var animationTask: Task<Void, Never>?
    /// Whether dice are brought to rest of which nothing is told before the result is there.
    private var isEnding = false
    /// nil while it is in flight.
    public private(set) var result: ThrowResult?
    /// The table's revision when it began: who has seen no later one is told of the throw for the first time.
    private let firstRevision: Int
    /// The table's revision at its last change.
    private var changedAt = 0
    /// That of the last one that was not a value in passing.
    private var lastingChangeAt = 0
    /// Counts from its start; nil before, and for a throw without animation.
    private var clock: FlightClock?

    init(_ draw: ThrowDraw, of group: DiceGroup, randomness: DiceRandomness) {
        self.draw = draw
        self.group = group
        self.randomness = randomness
        firstRevision = group.revision + 1
        let evaluation = draw.evaluation
        unsettled = evaluation.draws.count
        values = evaluation.shownValues
        diceOfEvaluation = Array(repeating: nil, count: evaluation.dice.count)
        order = ThrowOrder(evaluation.draws)
    }

    /// Ends what is left of the animation where a table was freed off its actor, too late to end it there.
    deinit { animationTask?.cancel() }

    public var number: Int { draw.number }
    public var owner: RollOwner? { draw.owner }
    public var isAnimated: Bool { draw.animate }
    /// Whether it was not known from the expression how many dice it has.
    public var mayGrow: Bool { draw.mayGrow }
    /// The SHA-256 of the next throw's seed, in hex.
    public var nextCommitment: String { draw.nextSeed.commitment }
    /// How many of its dice animate now.
    public private(set) var animatingCount = 0 {
        didSet { group?.throwFlies(self, from: oldValue) }
    }

    func begin<C: TableClock>(on clock: C) {
        guard draw.animate, unsettled > 0 else { return end(nil) }
        let flightClock = FlightClock(clock)
        self.clock = flightClock
        let flights = start(order.first, after: .zero)
        animatingCount = flights.count
        animationTask = Task.immediate(executorPreference: TableActor.shared.taskExecutor) { @TableActor in
            await animate(flights, on: flightClock)
        }
    }

    /// Settles every die at once, those that were still to come among them. Returns the numbers of those it has settled.
    @discardableResult
    public func stop(_ reason: CancelReason) -> [Int] {
        guard result == nil else { return [] }
        var settled: [Int] = []
        for die in dice where die.isAnimating { settled.append(die.number) }
        let appeared = dice.count
        animationTask?.cancel()
        end(reason)
        return settled + (appeared..<dice.count).map { $0 + 1 }
    }

    /// Returns when every die of the throw is at rest.
    public func settled() async {
        await animationTask?.value
    }

    /// The table's revision at the last change that a frame of this kind tells of.
    public func changedAt(for frames: FrameKind) -> Int {
        switch frames {
        case .values: changedAt
        case .plan: lastingChangeAt
        }
    }

    /// The throw with the dice that changed after `revision` of the table.
    public func frame(since revision: Int, _ frames: FrameKind = .values) -> ThrowFrame {
        var changed: [FlyingDie] = []
        var plan: [DiePlan] = []
        for die in dice where die.changedAt(for: frames) > revision {
            if frames == .plan, let plans = die.plan { plan.append(plans) }
            changed.append(
                FlyingDie(
                    die: die.number, sides: die.sides, value: die.value, animating: die.isAnimating,
                    fate: isFate(die) ? true : nil))
        }
        return ThrowFrame(
            table: draw.table, revision: group?.revision ?? revision, number: number, by: draw.by,
            expression: draw.expression, label: draw.label, rolling: result == nil, dice: changed,
            flight: clock?.flight(plan),
            result: result,
            throwCommitment: revision < firstRevision ? nextCommitment : nil)
    }

    private var fateDice: Set<Int> = []
    private func isFate(_ die: Die) -> Bool { fateDice.contains(die.number) }

    // MARK: the dice

    /// Starts the dice of these draws.
    ///
    /// - Parameter elapsed: how long after the start of the throw.
    private func start(_ draws: [Int], after elapsed: Duration) -> [FlyingDraw] {
        var flights: [FlyingDraw] = []
        // Of faces that are added to one die together, the die shows the last.
        let last = Dictionary(draws.map { (draw.evaluation.draws[$0].die, $0) }) { $1 }
        for index in draws {
            let next = draw.evaluation.draws[index]
            guard last[next.die] == index else {
                unsettled -= 1
                continue
            }
            let shown = diceOfEvaluation[next.die]
            // A face that is added to a die passes above what it has gathered.
            let gathered = shown?.value ?? 0
            let fate = draw.evaluation.dice[next.die].fate
            let passing = fate == nil ? gathered + 1...gathered + next.sides : gathered - 1...gathered + 1
            let die = shown ?? appear(next.die, showing: randomness.passingValue(in: passing, after: 0))
            flights.append(
                FlyingDraw(
                    flying: self, draw: index,
                    animation: die.startAnimation(
                        to: values[index], passing: passing, by: randomness.plan(after: elapsed),
                        randomness: randomness)))
        }
        return flights
    }

    private func appear(_ index: Int, showing value: Int) -> Die {
        let thrown = draw.evaluation.dice[index]
        let die = Die(number: dice.count + 1, sides: thrown.sides, value: value)
        die.owner = self
        if thrown.fate != nil { fateDice.insert(die.number) }
        dice.append(die)
        diceOfEvaluation[index] = die
        return die
    }

    /// The die of this draw has settled on it. Returns the flights of those which that has set free.
    fileprivate func drawDidSettle(_ index: Int) -> [FlyingDraw] {
        guard !isEnding else { return [] }
        unsettled -= 1
        guard unsettled > 0 else {
            end(nil)
            return []
        }
        let next = start(order.settled(index), after: clock?.elapsed ?? .zero)
        animatingCount += next.count - 1
        return next
    }

    /// Brings every die to rest on what it counts for, and tells.
    private func end(_ reason: CancelReason?) {
        let evaluation = draw.evaluation
        var numbers: [Int] = []
        isEnding = true
        for (index, thrown) in evaluation.dice.enumerated() {
            let die = diceOfEvaluation[index] ?? appear(index, showing: thrown.value)
            die.settle()
            if die.value != thrown.value || die.changedAt == 0 { die.show(thrown.value) }
            numbers.append(die.number)
        }
        animatingCount = 0
        result = draw.result(reason == nil ? .completed : .cancelled, reason: reason, numbers: numbers)
        group?.throwDidSettle(self)
    }
}

extension Throw: DieOwner {
    func nextRevision(isPassing: Bool) -> Int {
        guard let group else { return changedAt }
        group.touchThrow()
        changedAt = group.revision
        if !isPassing { lastingChangeAt = changedAt }
        return changedAt
    }

    func dieDidChange(_ die: Die, isPassing: Bool) {
        if !isEnding { group?.throwDidChange(self, isPassing: isPassing) }
    }

    func dieDidSettle(_ die: Die) {}
}

/// A die that tumbles towards a drawn face.
private struct FlyingDraw {
    weak let flying: Throw?
    let draw: Int
    let animation: DieAnimation
}

/// Animates the dice, each in a child task of its own, and those that they set free behind them. Returns when all are at rest.
@TableActor
private func animate(_ flights: [FlyingDraw], on clock: FlightClock) async {
    await withDiscardingTaskGroup { group in
        for flight in flights {
            group.addImmediateTask { @TableActor in
                await flight.animation.animateRoll(on: clock)
                let next = flight.flying?.drawDidSettle(flight.draw) ?? []
                if !next.isEmpty { await animate(next, on: clock) }
            }
        }
    }
}
