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
    package var total: Int { dice.total }

    init(_ draw: RollDraw, at group: DiceGroup, taking reservation: Reservation?) {
        record = draw.record
        turn = group.turn
        commitment = group.seed?.commitment
        revisionBefore = group.changes.lasting
        before = draw.animate ? group.stored : nil
        super.init(
            at: group,
            number: draw.record.roll,
            by: draw.record.by,
            owner: draw.owner,
            isAnimated: draw.animate,
            taking: reservation
        )
    }

    override var flyingDice: [Die] { group?.dice ?? [] }

    override func start(after draw: Int?) -> [Tumbling] {
        guard draw == nil, let group else { return [] }
        var tumbling: [Tumbling] = []
        for number in rolled {
            let die = group.dice[number - 1]
            let face = record.values[number - 1]
            if isAnimated {
                let animation = die.startAnimation(
                    to: face,
                    passing: 1...die.sides,
                    by: group.randomness.plan(pace: pace),
                    randomness: group.randomness
                )
                tumbling.append((number, animation))
            } else {
                die.show(face)
            }
        }
        reservation?.dice = tumbling.count
        // What is void does not start.
        if record.outcome != .void {
            group.observer?.diceGroup(group, didStart: self)
        }
        return tumbling
    }

    override func land(_ reason: CancelReason?) {
        guard let group else { return }
        for die in group.dice {
            die.settle()
        }
        group.roll = nil
        dice = group.snapshot.dice
        rollsLeft = group.rollsLeft
        self.reason = record.reason ?? reason
        let ending: RollOutcome = reason == nil ? .completed : .cancelled
        outcome = record.outcome == .void ? .void : ending
        group.observer?.diceGroup(group, didSettle: self)
    }
}

extension DiceGroup {
    /// The seed that faces are drawn from. If it is lost, a seed that nobody learns.
    func secret(_ seed: CommittedSeed?) -> Seed {
        seed?.seed ?? .random()
    }

    /// Settles every die of the table at once and cancels the tasks that animate them. Returns
    /// their numbers.
    @discardableResult
    package func stopAnimation(_ reason: CancelReason) -> [Int] {
        roll?.stop(reason) ?? []
    }
}
