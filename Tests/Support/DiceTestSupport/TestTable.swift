internal import DiceModel
internal import DiceProof
public import DiceTable

/// A table on a test clock with repeatable randomness.
@TableActor
public final class TestTable {
    public let clock: TestClock
    public private(set) var group: DiceGroup?
    /// What the table has told, in order.
    public private(set) var log: [Told] = []
    private var changes = 0
    private var awaited: (count: Int, continuation: CheckedContinuation<Void, Never>)?

    public enum Told {
        case started(Roll)
        case settled(Roll)
        case locks([Int])
        case thrown(Throw)
    }

    public init(_ stored: StoredTable, seed: UInt64 = 1, slowness: Int = 1, clock: TestClock = TestClock()) {
        self.clock = clock
        group = DiceGroup(
            stored, clock: clock,
            randomness: DiceRandomness(
                seeds: .derived(from: seed), animation: SeededGenerator(seed: seed ^ 0xD1CE), slowness: slowness))
        group?.observer = self
    }

    public convenience init(sides: [Int] = [6, 6, 6, 6, 6], seed: UInt64 = 1, clock: TestClock = TestClock()) {
        self.init(StoredTable(new: .default, sides: sides, seeds: .derived(from: seed)), seed: seed, clock: clock)
    }

    /// Draws and starts a roll.
    public func begin(
        _ group: DiceGroup, dice: [Int]? = nil, animate: Bool = true, restart: Bool = false, owner: RollOwner? = nil
    ) throws(DiceError) -> Roll {
        group.begin(
            try group.drawRoll(
                dice: dice, animate: animate, restart: restart, by: "test", at: Timestamp(millisecondsSinceEpoch: 0),
                owner: owner))
    }

    /// Rolls every unlocked die and returns when the last of them is at rest.
    @discardableResult
    public func rollAll(_ group: DiceGroup) async throws -> Roll {
        let roll = try begin(group)
        await roll.settled()
        return roll
    }

    /// Lets go of the group: the last reference, where the test holds none.
    public func release() {
        group = nil
    }

    /// Moves the clock from one step of a die to the next, until no die animates.
    public func run(_ group: DiceGroup) async {
        await run(group) {}
    }

    /// The same; `step` sees the table after each step.
    public func run(_ group: DiceGroup, step: () throws -> Void) async rethrows {
        while group.isAnyDieAnimating || !group.throwsInFlight.isEmpty {
            await nextStep(group)
            try step()
        }
    }

    /// Moves the clock to the next step of any die, and returns when that step has been made.
    public func nextStep(_ group: DiceGroup) async {
        let flying = group.throwsInFlight.reduce(0) { $0 + $1.animatingCount }
        await clock.waitForSleepers(group.dice.count { $0.isAnimating } + flying)
        guard let next = clock.nextDeadline else { return }
        let due = clock.deadlines(upTo: next)
        await withCheckedContinuation { continuation in
            awaited = (changes + due, continuation)
            clock.advance(to: next)
        }
    }
}

extension TestTable: DiceGroupObserver {
    public func diceGroup(_ group: DiceGroup, didChange flying: Throw, isPassing: Bool) {
        diceGroupDidChange(group, isPassing: isPassing)
    }
    public func diceGroup(_ group: DiceGroup, didSettle settled: Throw) { log.append(.thrown(settled)) }

    public func diceGroupDidChange(_ group: DiceGroup, isPassing: Bool) {
        changes += 1
        if let (count, continuation) = awaited, changes >= count {
            awaited = nil
            continuation.resume()
        }
    }

    public func diceGroup(_ group: DiceGroup, didStart roll: Roll) { log.append(.started(roll)) }
    public func diceGroup(_ group: DiceGroup, didSettle roll: Roll) { log.append(.settled(roll)) }
    public func diceGroup(_ group: DiceGroup, didChangeLocksOf dice: [Int], by: String) { log.append(.locks(dice)) }
}
