package import DiceModel
import DiceProof

/// A roll that has started. It moves dice of the table.
package final class RollFlight: Flight {
    package let turn: Int
    /// The table before the roll; `nil` for a roll without animation.
    package let before: StoredTable?
    /// The record for history, with faces that stay secret until the dice settle.
    private let record: RollRecord
    /// The SHA-256 of the turn's seed, in hex.
    package let commitment: String?
    /// The outcome; `nil` while any of the dice is in flight.
    package private(set) var outcome: RollOutcome?
    /// The reason why the roll was cancelled.
    package private(set) var reason: CancelReason?
    /// Every die of the table at the moment when the roll's last die settled; empty until then.
    package private(set) var dice: [DieState] = []
    /// The number of rolls left at that moment; `nil` without a limit.
    package private(set) var rollsLeft: Int?
    /// The table's revision at its last lasting change before the roll.
    package let revisionBefore: Int

    /// The numbers of the dice that were rolled, ascending.
    package var rolled: [Int] { record.rolled }
    /// The contributors who did not reveal, if the roll is void.
    package var absent: [String]? { record.absent }
    package var chance: RollChance { record.chance }
    /// True if a bot made the roll.
    package var isBot: Bool { record.bot == true }
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
                let motion = group.randomness.motion(
                    in: 1...die.sides,
                    from: die.value,
                    pace: pace
                )
                tumbling.append((number, die.startAnimation(to: face, by: motion)))
            } else {
                die.show(face)
            }
        }
        reservation?.dice = tumbling.count
        // A void roll has no start.
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
    /// Returns the seed for the faces. If that seed is lost, returns a seed that is never
    /// disclosed.
    func secret(_ seed: CommittedSeed?) -> Seed {
        seed?.seed ?? .random()
    }

    /// Settles every die of the table at once and cancels the animation tasks. Returns the numbers
    /// of the settled dice.
    @discardableResult
    package func stopAnimation(_ reason: CancelReason) -> [Int] {
        roll?.stop(reason) ?? []
    }
}
