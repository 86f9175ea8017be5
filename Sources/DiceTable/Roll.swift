public import DiceModel

/// Who a roll belongs to: the connection that asked for it.
public struct RollOwner: Sendable, Hashable {
    public let number: Int

    public init(_ number: Int) {
        self.number = number
    }
}

/// Faces drawn for a roll that has changed nothing yet, so that it can be stored before anyone sees it.
public struct RollDraw: Sendable {
    /// What history will say, should the daemon die before the dice settle.
    public let record: RollRecord
    /// The table's stored state once the roll has started.
    public let stored: StoredTable
    let owner: RollOwner?
    let animate: Bool

    /// The face on which the die of this number comes to rest.
    func face(ofDie number: Int) -> Int { stored.dice[number - 1].value }
}

/// A roll that has started.
@TableActor
public final class Roll {
    public let turn: Int
    public let number: Int
    public let by: String
    public let owner: RollOwner?
    /// The numbers of the dice that were rolled, ascending.
    public let rolled: [Int]
    /// What every die of the table showed before it; empty of a roll without animation.
    public let valuesBefore: [Int]
    /// Whether the dice tumble first.
    public let isAnimated: Bool
    /// What history keeps of it, with the faces that are not to be told before they settle.
    let record: RollRecord
    /// The SHA-256 of the turn's seed, in hex.
    public let commitment: String?
    /// Nil while any of the dice tumbles.
    public private(set) var outcome: RollOutcome?
    /// Why the roll was cut short, when it was.
    public private(set) var reason: CancelReason?
    /// Every die of the table as it stood when the last die of the roll settled; empty before.
    public private(set) var dice: [DieState] = []
    /// Counts from its start; nil for a roll without animation.
    let clock: FlightClock?
    /// The revision of the table's last lasting change before it.
    public let revisionBefore: Int
    /// The task of `DiceGroup.rollAllWithAnimation`; nil for a roll without animation. It is never stored.
    public internal(set) var animationTask: Task<Void, Never>?

    /// Who did not answer, of a void roll.
    public var absent: [String]? { record.absent }
    /// The roller's, in hex, or empty.
    public var entropy: String? { record.entropy }
    /// The contributors', in hex, in the order of their list.
    public var reveals: [String]? { record.reveals }

    init(
        turn: Int, draw: RollDraw, commitment: String?, valuesBefore: [Int], revisionBefore: Int, clock: FlightClock?
    ) {
        self.turn = turn
        self.valuesBefore = valuesBefore
        self.revisionBefore = revisionBefore
        self.clock = clock
        self.commitment = commitment
        record = draw.record
        number = draw.record.roll
        by = draw.record.by
        owner = draw.owner
        rolled = draw.record.rolled
        isAnimated = draw.animate
    }

    /// Ends what is left of the animation where a table was freed off its actor, too late to end it there.
    deinit { animationTask?.cancel() }

    /// The sum of every die of the table.
    public var total: Int { dice.reduce(0) { $0 + $1.value } }

    func end(_ dice: [DieState], reason: CancelReason?) {
        self.dice = dice
        self.reason = record.reason ?? reason
        outcome = record.outcome == .void ? .void : reason == nil ? .completed : .cancelled
    }

    /// Returns when every die of the roll is at rest. It holds neither the table nor its dice.
    public func settled() async {
        await animationTask?.value
    }
}
