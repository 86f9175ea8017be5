package import DiceModel
import DiceProof
package import DiceTable

/// A table on a test clock with repeatable randomness.
@TableActor
package final class TestTable {
    package let clock: TestClock
    package private(set) var group: DiceGroup?
    /// The table's messages, in order.
    package private(set) var log: [Told] = []
    private var changes = 0

    package enum Told {
        case started(RollFlight)
        case settled(RollFlight)
        case locks([Int])
        case thrown(ThrowFlight)
    }

    package init(
        _ stored: StoredTable,
        seed: UInt64 = 1,
        slowness: Double = 1,
        clock: TestClock = TestClock()
    ) {
        self.clock = clock
        group = DiceGroup(
            stored,
            clock: clock,
            randomness: DiceRandomness(
                seeds: .derived(from: seed),
                animation: SeededGenerator(seed: seed ^ 0xD1CE),
                slowness: slowness
            )
        )
        group?.observer = self
    }

    package convenience init(
        sides: [DieShape] = [6, 6, 6, 6, 6],
        seed: UInt64 = 1,
        clock: TestClock = TestClock()
    ) {
        self.init(
            StoredTable(new: .default, sides: sides, seeds: .derived(from: seed)),
            seed: seed,
            clock: clock
        )
    }

    /// Draws and starts a roll.
    package func begin(
        _ group: DiceGroup,
        dice: [Int]? = nil,
        animate: Bool = true,
        restart: Bool = false,
        owner: RollOwner? = nil
    ) throws(DiceError) -> RollFlight {
        group.begin(
            try group.drawRoll(
                dice: dice,
                animate: animate,
                restart: restart,
                by: "test",
                at: Timestamp(millisecondsSinceEpoch: 0),
                owner: owner
            )
        )
    }

    /// Rolls every unlocked die and returns when the last of them has settled.
    @discardableResult
    package func rollAll(_ group: DiceGroup) async throws -> RollFlight {
        let roll = try begin(group)
        try await Self.settled(roll)
        return roll
    }

    /// Returns when every die of the roll has settled. Throws `Missing` if that takes too long.
    package static func settled(_ roll: RollFlight) async throws {
        try await Task { await roll.settled() }.ended(
            "roll \(roll.number) has not settled"
        )
    }

    /// Releases the group; this is the last reference to the group if the test holds none.
    package func release() {
        group = nil
    }

    /// Advances the clock from one step of a die to the next, until no die is animating.
    package func run(_ group: DiceGroup) async throws {
        try await run(group) {}
    }

    /// Settles all dice in the same way, and calls `step` after each step.
    package func run(_ group: DiceGroup, step: () throws -> Void) async throws {
        while group.isAnyDieAnimating || !group.throwsInFlight.isEmpty {
            try await nextStep(group)
            try step()
        }
    }

    /// Advances the clock to the next step of any die, and returns when that step is done.
    package func nextStep(_ group: DiceGroup) async throws {
        let moving = group.throwsInFlight.reduce(group.dice.count { $0.isAnimating }) {
            $0 + $1.animatingCount
        }
        try await Wait.until("\(moving) dice animate, and not all of them sleep") {
            clock.sleeperCount >= moving
        }
        guard let next = clock.nextDeadline else {
            throw Missing(description: "no die of what is in flight sleeps")
        }
        let expected = changes + clock.deadlines(upTo: next)
        clock.advance(to: next)
        try await Wait.until("a die whose time has come does not move") {
            changes >= expected
        }
    }
}

extension DiceGroup {
    package func begin<Draw: FlightDraw>(_ draw: Draw) -> Draw.Started {
        draw.begin(at: self, taking: nil)
    }

    /// Draws a legal roll.
    package func drawRoll(
        dice numbers: [Int]? = nil,
        animate: Bool = true,
        restart: Bool = false,
        by: String,
        at: Timestamp,
        chance: RollChance = .nothing,
        owner: RollOwner? = nil
    ) throws(DiceError) -> RollDraw {
        drawRoll(
            try diceToRoll(numbers, restart: restart, by: by),
            animate: animate,
            by: by,
            at: at,
            chance: chance,
            owner: owner
        )
    }
}

extension TestTable: DiceGroupObserver {
    package func diceGroup(_ group: DiceGroup, didSettle thrown: ThrowFlight) {
        log.append(.thrown(thrown))
    }

    package func diceGroupDidChange(
        _ group: DiceGroup,
        isPassing: Bool,
        for recipients: Recipients
    ) {
        changes += 1
    }

    package func diceGroup(_ group: DiceGroup, didStart roll: RollFlight) {
        log.append(.started(roll))
    }
    package func diceGroup(_ group: DiceGroup, didSettle roll: RollFlight) {
        log.append(.settled(roll))
    }
    package func diceGroup(_ group: DiceGroup, didMake change: LockPlan) {
        log.append(.locks(change.changing))
    }
}

extension Wait {
    /// Lets other tasks run until `holds` returns true. Throws `Missing` if it does not in time,
    /// but not before the other tasks have run a thousand times: next to other tests, running them
    /// once may take seconds.
    @TableActor
    package static func until(_ what: String, _ holds: () throws -> Bool) async throws {
        let end = ContinuousClock.now + patience
        var turns = 0
        while try !holds() {
            guard ContinuousClock.now < end || turns < 1_000 else {
                throw Missing(description: what)
            }
            turns += 1
            await Task.yield()
        }
    }
}

extension SealedThrow {
    /// The result of the throw as everyone receives it.
    package var told: ThrowResult { shown(to: []) }
}
