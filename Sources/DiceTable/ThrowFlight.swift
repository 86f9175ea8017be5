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
    /// The only names that see the faces; nil for everybody.
    let seenBy: [String]?
    /// The dice that were known before any face.
    let first: [FirstDie]

    /// What is stored of it. History will say so, if the daemon dies before the dice settle.
    private var stored: StoredThrow {
        let (result, ghost) = sealed(animate ? .cancelled : .completed).unsealed
        return StoredThrow(
            result: result, ghost: ghost, sides: evaluation.draws.map(\.sides), seed: seed, nextSeed: nextSeed)
    }

    public func save(in store: any TableStore, at: Timestamp) async throws(StoreError) -> SealedThrow? {
        guard animate else { return try await store.add(stored, at: at) }
        try await store.begin(stored, at: at)
        return nil
    }

    @TableActor
    public func begin(at group: DiceGroup) -> ThrowFlight {
        (group.throwCount, group.throwSeed) = (number, nextSeed)
        guard seenBy != nil else { return ThrowFlight(self, at: group, part: .all) }
        let ghost = ThrowFlight(self, at: group, part: .ghost)
        return ThrowFlight(self, at: group, part: .secret(of: ghost))
    }

    /// The dice without their faces, for those who may not see them: neither their number nor anything else of them
    /// depends on a face.
    fileprivate var ghostEvaluation: Evaluation { Evaluation(withoutFaces: first) }

    /// The result with what strangers are told of it.
    func sealed(_ outcome: ThrowOutcome, reason: CancelReason? = nil, numbers: [Int]? = nil) -> SealedThrow {
        guard let seenBy else { return SealedThrow(result(outcome, reason: reason, numbers: numbers)) }
        var whole = result(outcome, reason: reason, numbers: secretNumbers)
        whole.seenBy = seenBy
        let dice = first.enumerated().map { index, die in
            ThrowDie(
                die: index + 1, sides: die.sides, value: 0, kept: true, flags: [], fate: die.isFate ? true : nil,
                hidden: true)
        }
        return SealedThrow(whole, ghost: whole.hidden(dice: dice))
    }

    /// The numbers of the dice of a secret throw: first those that everybody knows of, whenever the others appear.
    fileprivate var secretNumbers: [Int] {
        var isFirst = [Bool](repeating: false, count: evaluation.dice.count)
        for draw in evaluation.draws where draw.after.isEmpty { isFirst[draw.die] = true }
        var numbers = isFirst.map { _ in 0 }
        let order = isFirst.indices.filter { isFirst[$0] } + isFirst.indices.filter { !isFirst[$0] }
        for (index, die) in order.enumerated() { numbers[die] = index + 1 }
        return numbers
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
///
/// A secret throw is two of them. The ghost, which strangers see, has the dice that were known before any face, and no
/// faces; it ends when these have settled, and the throw ends with it. The secret part is for those who may see it: its
/// first dice tumble as the ghost's do, and those that follow from faces go on after it, without a trace elsewhere.
public final class ThrowFlight: Flight {
    enum Part {
        case all
        case ghost
        case secret(of: ThrowFlight)
    }

    public let draw: ThrowDraw
    private let evaluation: Evaluation
    private let isGhost: Bool
    /// What strangers see in its place.
    public let ghost: ThrowFlight?
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
    public private(set) var result: SealedThrow?
    /// The table's count of changes when it began. A watcher that knows no later one hears of the throw for the first
    /// time.
    private let firstChange: Int
    public private(set) var changes = LastChange()

    init(_ draw: ThrowDraw, at group: DiceGroup, part: Part) {
        self.draw = draw
        randomness = group.randomness
        firstChange = group.throwChanges + 1
        switch part {
        case .all: (isGhost, ghost, evaluation, numbers) = (false, nil, draw.evaluation, nil)
        case .ghost: (isGhost, ghost, evaluation, numbers) = (true, nil, draw.ghostEvaluation, nil)
        case .secret(let ghost):
            (isGhost, self.ghost, evaluation, numbers) = (false, ghost, draw.evaluation, draw.secretNumbers)
        }
        values = evaluation.shownValues
        diceOfEvaluation = Array(repeating: nil, count: evaluation.dice.count)
        order = ThrowSchedule(evaluation.draws)
        super.init(at: group, number: draw.number, by: draw.by, owner: draw.owner, isAnimated: draw.animate)
        ghost?.secret = self
        group.throwsInFlight.append(self)
        begin()
    }

    /// The SHA-256 of the next throw's seed, in hex.
    public var nextCommitment: String { draw.nextSeed.commitment }

    /// Whether strangers never hear of it: the part of a secret throw that has the faces.
    public var isSecret: Bool { ghost != nil }

    /// What everybody knows of the throw: the ghost of a secret one.
    public var publicPart: ThrowFlight { ghost ?? self }

    /// Whether this is what the viewer is told of the throw, whose other part another one sees.
    ///
    /// - Parameter viewer: the name of who looks; nil for a stranger.
    public func isFor(_ viewer: @autoclosure () -> String?) -> Bool {
        guard let names = draw.seenBy else { return true }
        return (viewer().map(names.contains) == true) != isGhost
    }

    /// The throw with the dice that changed after this many changes of throws at the table.
    public func frame(since change: Int, _ frames: FrameKind = .values) -> ThrowFrame {
        let changed = dice.changed(since: change, frames)
        return ThrowFrame(
            table: draw.table, revision: group?.revision ?? change, number: number, by: by,
            expression: draw.expression, label: draw.label, rolling: result == nil,
            dice: isGhost ? changed.states.map(\.asGhost) : changed.states,
            flight: frames == .plan ? clock?.plan(of: changed) : nil,
            result: result?.shown(to: isGhost ? nil : draw.seenBy?.first),
            throwCommitment: change < firstChange ? nextCommitment : nil, seenBy: isGhost ? nil : draw.seenBy)
    }

    public override var animatingCount: Int { isSecret ? 0 : super.animatingCount }

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
                to: values[index], passing: passing, by: randomness.plan(after: clock.elapsed), randomness: randomness)
            tumbling.append((index, animation))
        }
        if !isSecret { countedDice += tumbling.count - (settled == nil ? 0 : 1) }
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
    public override func settled() async {
        await ghost?.settled()
        await super.settled()
    }

    /// Ends both parts of a secret throw.
    @discardableResult
    public override func stop(_ reason: CancelReason) -> [Int] {
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

extension DiceGroup {
    /// Draws the faces of a throw and changes nothing.
    ///
    /// - Parameter chance: what others than the daemon have added to it.
    public func drawThrow(
        _ expression: Expression, text: String, label: String? = nil, animate: Bool = true, by: String,
        chance: AddedChance = AddedChance(), owner: RollOwner? = nil, seenBy: [String]? = nil
    ) throws -> ThrowDraw {
        let (table, number, chance) = (name.description, throwCount + 1, chance.used(with: throwSeed))
        var faces = FaceStream(
            secret(throwSeed), table: table, throw: number, entropy: chance.entropy, reveals: chance.reveals)
        let evaluation = try Edition.evaluate(expression, of: Edition.current) { faces.face(sides: $0) }
        return ThrowDraw(
            number: number, expression: text, by: by, label: label, evaluation: evaluation,
            table: table, owner: owner, animate: animate, chance: chance, seed: throwSeed,
            nextSeed: randomness.seeds.seed(table: table, throw: number + 1),
            seenBy: seenBy.map { $0.isEmpty ? [by] : $0 }, first: seenBy == nil ? [] : expression.firstDice.dice)
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
