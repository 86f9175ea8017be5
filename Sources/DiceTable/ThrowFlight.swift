public import DiceModel
public import DiceNotation
internal import DiceProof

/// An expression evaluated on drawn faces.
public struct ThrowDraw: FlightDraw {
    /// The throw's number at its table, from 1.
    public let number: Int
    /// The expression as it was written.
    public let expression: String
    public let by: String
    /// What it is for; nil if nobody said.
    public let label: String?
    public let evaluation: Evaluation
    let table: String
    let owner: RollOwner?
    let animate: Bool
    let chance: AddedChance
    let seed: CommittedSeed?
    /// The seed of the throw after it.
    let nextSeed: CommittedSeed

    /// What is stored of it. History will say so, if the daemon dies before the dice settle.
    private var stored: StoredThrow {
        StoredThrow(
            result: result(animate ? .cancelled : .completed), sides: evaluation.draws.map(\.sides), seed: seed,
            nextSeed: nextSeed)
    }

    public func save(in store: any TableStore, at: Timestamp) async throws(StoreError) -> ThrowResult? {
        guard animate else { return try await store.add(stored, at: at) }
        try await store.begin(stored, at: at)
        return nil
    }

    @TableActor
    public func begin(at group: DiceGroup) -> ThrowFlight {
        (group.throwCount, group.throwSeed) = (number, nextSeed)
        let flight = ThrowFlight(self, at: group)
        group.throwsInFlight.append(flight)
        flight.begin()
        return flight
    }

    /// - Parameters:
    ///   - outcome: how it ended, if it did not fail.
    ///   - numbers: of each die of the evaluation; nil numbers them as they were drawn.
    func result(_ outcome: ThrowOutcome, reason: CancelReason? = nil, numbers: [Int]? = nil) -> ThrowResult {
        var result = ThrowResult(
            evaluation, table: table, number: number, expression: expression, by: by, label: label, outcome: outcome,
            reason: reason, numbers: numbers)
        result.faces = evaluation.draws.map(\.face)
        (result.entropy, result.reveals) = (chance.entropy, chance.reveals)
        result.commitment = seed?.commitment
        result.seeded = seed?.isDerived == true ? true : nil
        result.edition = seed == nil ? nil : Edition.current
        return result
    }
}

/// A throw that has started: its dice appear as the faces before them are told.
public final class ThrowFlight: Flight {
    public let draw: ThrowDraw
    /// The dice that have appeared, in that order.
    private var dice: [Die] = []
    /// Those dice by their place in the evaluation; nil for those still to come.
    private var diceOfEvaluation: [Die?]
    private var order: ThrowSchedule
    private let values: [Int]
    private let randomness: DiceRandomness
    /// nil while it is in flight.
    public private(set) var result: ThrowResult?
    /// The table's revision when it began. A watcher that has seen no later one hears of the throw for the first time.
    private let firstRevision: Int
    public private(set) var changes = LastChange()

    init(_ draw: ThrowDraw, at group: DiceGroup) {
        self.draw = draw
        randomness = group.randomness
        firstRevision = group.revision + 1
        values = draw.evaluation.shownValues
        diceOfEvaluation = Array(repeating: nil, count: draw.evaluation.dice.count)
        order = ThrowSchedule(draw.evaluation.draws)
        super.init(at: group, number: draw.number, by: draw.by, owner: draw.owner, isAnimated: draw.animate)
    }

    /// The SHA-256 of the next throw's seed, in hex.
    public var nextCommitment: String { draw.nextSeed.commitment }

    /// The throw with the dice that changed after `revision` of the table.
    public func frame(since revision: Int, _ frames: FrameKind = .values) -> ThrowFrame {
        let changed = dice.changed(since: revision, frames)
        return ThrowFrame(
            table: draw.table, revision: group?.revision ?? revision, number: number, by: by,
            expression: draw.expression, label: draw.label, rolling: result == nil, dice: changed.states,
            flight: frames == .plan ? clock?.plan(of: changed) : nil,
            result: result,
            throwCommitment: revision < firstRevision ? nextCommitment : nil)
    }

    override var flyingDice: [Die] { dice }

    override func start(after settled: Int?) -> [Tumbling] {
        guard let clock else { return [] }
        let draws = settled.map { order.settled($0) } ?? order.first
        var tumbling: [Tumbling] = []
        // If several faces are added to one die together, the die shows the last of them.
        let last = Dictionary(draws.map { (draw.evaluation.draws[$0].die, $0) }) { $1 }
        for index in draws {
            let next = draw.evaluation.draws[index]
            guard last[next.die] == index else { continue }
            let shown = diceOfEvaluation[next.die]
            // A face that is added to a die passes above what it has gathered.
            let gathered = shown?.value ?? 0
            let fate = draw.evaluation.dice[next.die].fate
            let passing = fate == nil ? gathered + 1...gathered + next.sides : gathered - 1...gathered + 1
            let die = shown ?? appear(next.die, showing: randomness.passingValue(in: passing, after: 0))
            let animation = die.startAnimation(
                to: values[index], passing: passing, by: randomness.plan(after: clock.elapsed), randomness: randomness)
            tumbling.append((index, animation))
        }
        countedDice += tumbling.count - (settled == nil ? 0 : 1)
        return tumbling
    }

    private func appear(_ index: Int, showing value: Int) -> Die {
        let thrown = draw.evaluation.dice[index]
        let die = Die(number: dice.count + 1, sides: thrown.sides, value: value, isFate: thrown.fate != nil)
        die.owner = self
        dice.append(die)
        diceOfEvaluation[index] = die
        return die
    }

    override func land(_ reason: CancelReason?) {
        var numbers: [Int] = []
        for (index, thrown) in draw.evaluation.dice.enumerated() {
            let die = diceOfEvaluation[index] ?? appear(index, showing: thrown.value)
            die.settle()
            if die.value != thrown.value || die.changedAt == 0 { die.show(thrown.value) }
            numbers.append(die.number)
        }
        result = draw.result(reason == nil ? .completed : .cancelled, reason: reason, numbers: numbers)
        guard let group else { return }
        group.touchThrow()
        group.throwsInFlight.removeAll { $0 === self }
        group.observer?.diceGroup(group, didSettle: self)
    }
}

extension ThrowFlight: DieOwner {
    func nextRevision(isPassing: Bool) -> Int {
        guard let group else { return changes.latest }
        group.touchThrow()
        changes.note(group.revision, isPassing: isPassing)
        return group.revision
    }

    /// Nothing is told of dice that are brought to rest before the result is there.
    func dieDidChange(_ die: Die, isPassing: Bool) {
        if let group, !hasSettled { group.observer?.diceGroupDidChange(group, isPassing: isPassing) }
    }
}

extension DiceGroup {
    /// Draws the faces of a throw and changes nothing.
    ///
    /// - Parameter chance: what others than the daemon have added to it.
    public func drawThrow(
        _ expression: Expression, text: String, label: String? = nil, animate: Bool = true, by: String,
        chance: AddedChance = AddedChance(), owner: RollOwner? = nil
    ) throws -> ThrowDraw {
        let (table, number, chance) = (name.description, throwCount + 1, chance.used(with: throwSeed))
        var faces = FaceStream(
            secret(throwSeed), table: table, throw: number, entropy: chance.entropy, reveals: chance.reveals)
        let evaluation = try Edition.evaluate(expression, of: Edition.current) { faces.face(sides: $0) }
        return ThrowDraw(
            number: number, expression: text, by: by, label: label, evaluation: evaluation,
            table: table, owner: owner, animate: animate, chance: chance, seed: throwSeed,
            nextSeed: randomness.seeds.seed(table: table, throw: number + 1))
    }
}

/// When the draws of a throw are told: each once those have settled that told of it. A chain, in which each tells of the
/// next, is told link by link; from `lastLink` on all that is left of it comes at once, so that it ends within about 10 s.
struct ThrowSchedule {
    /// The draws that nothing is waited for.
    private(set) var first: [Int] = []
    private var waiting: [Waiting] = []
    /// Which link of a chain each draw is.
    private var links: [Int] = []

    private static let lastLink = 8

    /// Draws that wait for the same others.
    private struct Waiting {
        let after: Range<Int>
        var missing: Int
        var draws: [Int]
    }

    init(_ draws: [Draw]) {
        var causes: [Range<Int>] = []
        for (index, draw) in draws.enumerated() {
            var (link, cause) = (0, draw.after)
            if index > 0, draws[index - 1].after == draw.after {
                (link, cause) = (links[index - 1], causes[index - 1])
            } else if !draw.after.isEmpty {
                var (lower, upper) = (index, 0)
                for other in draw.after {
                    link = max(link, min(links[other] + 1, Self.lastLink))
                    // What comes at once is not waited for, except for what it waits for itself.
                    let waitedFor = isLate(other) ? causes[other] : other..<other + 1
                    (lower, upper) = (min(lower, waitedFor.lowerBound), max(upper, waitedFor.upperBound))
                }
                cause = lower..<upper
            }
            links.append(link)
            causes.append(cause)
            wait(index, after: cause)
        }
    }

    private func isLate(_ draw: Int) -> Bool { links[draw] == Self.lastLink }

    private mutating func wait(_ draw: Int, after cause: Range<Int>) {
        if cause.isEmpty {
            first.append(draw)
        } else if waiting.last?.after == cause {
            waiting[waiting.count - 1].draws.append(draw)
        } else {
            waiting.append(Waiting(after: cause, missing: cause.count { !isLate($0) }, draws: [draw]))
        }
    }

    /// The draws that have waited for this one, and now for none.
    mutating func settled(_ draw: Int) -> [Int] {
        if isLate(draw) { return [] }
        var free: [Int] = []
        for place in waiting.indices where waiting[place].after.contains(draw) {
            waiting[place].missing -= 1
            if waiting[place].missing == 0 { free += waiting[place].draws }
        }
        return free
    }
}
