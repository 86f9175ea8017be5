import DiceGames
package import DiceModel
import DiceProof

/// A roll that has started: it moves dice of the table.
package final class RollFlight: Flight {
    package let turn: Int
    /// The table before it; nil for a roll without animation.
    package let before: StoredTable?
    /// What history keeps of it, with the faces that are not to be told before they settle.
    private let record: RollRecord
    /// The SHA-256 of the turn's seed, in hex.
    package let commitment: String?
    /// Nil while any of the dice tumbles.
    package private(set) var outcome: RollOutcome?
    /// Why the roll was cut short, when it was.
    package private(set) var reason: CancelReason?
    /// Every die of the table as it stood when the last die of the roll settled; empty before.
    package private(set) var dice: [DieState] = []
    /// How many rolls the turn had left then; nil for any number.
    package private(set) var rollsLeft: Int?
    /// The revision of the table's last lasting change before it.
    package let revisionBefore: Int

    /// The numbers of the dice that were rolled, ascending.
    package var rolled: [Int] { record.rolled }
    /// Who did not answer, if the roll is void.
    package var absent: [String]? { record.absent }
    package var chance: RollChance { record.chance }
    /// The sum of every die of the table.
    package var total: Int { dice.reduce(0) { $0 + $1.value } }

    init(_ draw: RollDraw, at group: DiceGroup, taking reservation: Reservation?) {
        record = draw.record
        turn = group.turn
        commitment = group.seed?.commitment
        revisionBefore = group.changes.lasting
        before = draw.animate ? group.stored : nil
        super.init(
            at: group, number: draw.record.roll, by: draw.record.by, owner: draw.owner, isAnimated: draw.animate,
            taking: reservation)
    }

    override var flyingDice: [Die] { group?.dice ?? [] }

    override func start(after draw: Int?) -> [Tumbling] {
        guard draw == nil, let group else { return [] }
        var tumbling: [Tumbling] = []
        for number in rolled {
            let (die, face) = (group.dice[number - 1], record.values[number - 1])
            if isAnimated {
                let animation = die.startAnimation(
                    to: face, passing: 1...die.sides, by: group.randomness.plan(pace: pace),
                    randomness: group.randomness)
                tumbling.append((number, animation))
            } else {
                die.show(face)
            }
        }
        reservation?.dice = tumbling.count
        // What is void does not start.
        if record.outcome != .void { group.observer?.diceGroup(group, didStart: self) }
        return tumbling
    }

    override func land(_ reason: CancelReason?) {
        guard let group else { return }
        for die in group.dice { die.settle() }
        group.roll = nil
        (dice, rollsLeft) = (group.snapshot.dice, group.rollsLeft)
        self.reason = record.reason ?? reason
        outcome = record.outcome == .void ? .void : reason == nil ? .completed : .cancelled
        group.observer?.diceGroup(group, didSettle: self)
    }
}

extension DiceGroup {
    /// The numbers of the dice that a roll would roll. Changes nothing.
    ///
    /// - Parameters:
    ///   - numbers: the dice to roll, ascending; nil for every unlocked one.
    ///   - restart: whether dice in flight are settled first instead of the roll being refused.
    /// - Throws: `notYourTurn`, `noRollsLeft`, `noSuchDie`, `busy`, `rollAllFirst`, `dieLocked`, `allLocked` or `game`.
    package func diceToRoll(_ numbers: [Int]?, restart: Bool, by: String) throws(DiceError) -> [Int] {
        try checkTurn(of: by)
        guard match?.isOver != true else { throw .game(.over) }
        if let limit = settings.rollsPerTurn, rollsLeft == 0 { throw .noRollsLeft(limit) }
        let named = try dice(numbered: numbers ?? [])
        guard restart || !isAnyDieAnimating else { throw .busy }
        if let numbers, stored.mustRollAll {
            let leftOut = dice.map(\.number).filter { !numbers.contains($0) }
            guard leftOut.isEmpty else { throw .rollAllFirst(leftOut) }
        }
        let lockedNames = named.filter(\.locked).map(\.number)
        guard lockedNames.isEmpty else { throw .dieLocked(lockedNames) }
        var rolled = numbers ?? []
        if numbers == nil {
            for die in dice where !die.locked || isHot { rolled.append(die.number) }
        }
        try checkRoll(rolled)
        guard !rolled.isEmpty else { throw .allLocked }
        return rolled
    }

    /// Draws the faces of a roll and changes nothing.
    ///
    /// - Parameters:
    ///   - rolled: the dice of `diceToRoll`; none of a void roll.
    ///   - chance: what others than the daemon have contributed.
    package func drawRoll(
        _ rolled: [Int], animate: Bool, by: String, at: Timestamp, chance: RollChance, owner: RollOwner? = nil
    ) -> RollDraw {
        let chance = chance.used(with: seed)
        var stored = self.stored
        stored.rollCount += 1
        if !rolled.isEmpty {
            stored.lastRoller = by
            rollOn(&stored)
        }
        var faces = FaceStream(
            secret(seed), table: name.description, turn: turn, roll: stored.rollCount, chance: chance)
        for number in rolled {
            stored.dice[number - 1].value = faces.face(sides: stored.dice[number - 1].sides)
        }
        let record = RollRecord(
            roll: stored.rollCount, by: by, at: at, outcome: animate ? .cancelled : .completed, rolled: rolled,
            values: stored.dice.map { $0.value }, chance: chance)
        return RollDraw(record: record, stored: stored, owner: owner, animate: animate)
    }

    /// A roll that moves no die, as its contributors have not all answered. Changes nothing.
    ///
    /// - Parameters:
    ///   - entropy: what the roller has added.
    ///   - absent: who is to blame.
    package func voidRoll(
        by: String, at: Timestamp, entropy: String?, reason: CancelReason, absent: [String]
    ) -> RollDraw {
        var void = drawRoll([], animate: false, by: by, at: at, chance: RollChance(adding: entropy))
        (void.record.outcome, void.record.reason, void.record.absent) = (.void, reason, absent)
        void.stored.voids.add(absent)
        return void
    }

    /// The seed that faces are drawn from. If it is lost, a seed that nobody learns.
    func secret(_ seed: CommittedSeed?) -> Seed { seed?.seed ?? .random() }

    /// Settles every die of the table at once and cancels the tasks that animate them. Returns their numbers.
    @discardableResult
    package func stopAnimation(_ reason: CancelReason) -> [Int] { roll?.stop(reason) ?? [] }
}
