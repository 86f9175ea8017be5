import DiceModel
import DiceTable
import DiceTestSupport
import Testing

@Suite("A table's events")
@TableActor
struct ChangeTests {
    @Test(
        "a frame holds the dice that changed after a revision, and a snapshot holds every die"
    )
    func frames() throws {
        let group = try #require(TestTable(sides: [6, 6, 6]).group)
        let untouched = group.revision
        #expect(group.snapshot.dice.map(\.die) == [1, 2, 3])
        group.dice[1].toggleLock()
        let once = group.revision
        #expect(once > untouched)
        #expect(group.frame(since: untouched).dice == [group.snapshot.dice[1]])
        group.dice[2].toggleLock()
        #expect(group.frame(since: once).dice.map(\.die) == [3])
        #expect(group.frame(since: group.revision).dice.isEmpty)
    }

    @Test("the dice of a roll are marked as changed and animating when it starts")
    func start() throws {
        let table = TestTable(sides: [6, 6, 6])
        let group = try #require(table.group)
        group.dice[0].toggleLock()
        let before = group.revision
        _ = try table.begin(group)
        let frame = group.frame(since: before)
        #expect(frame.rolling)
        #expect(frame.roll == 1)
        #expect(frame.dice.map(\.die) == [2, 3])
        #expect(frame.dice.allSatisfy { $0.animating })
    }

    @Test(
        "a roll is reported once when it starts and once when it has settled",
        arguments: [true, false]
    )
    func order(animate: Bool) async throws {
        let table = TestTable(sides: [6, 6])
        let group = try #require(table.group)
        let roll = try table.begin(group, animate: animate)
        try await table.run(group)
        try #require(table.log.count == 2)
        guard case .started(let started) = table.log[0],
            case .settled(let settled) = table.log[1]
        else {
            Issue.record("told in another order")
            return
        }
        #expect(started === roll)
        #expect(settled === roll)
    }

    @Test(
        "a roll is stored as completed only if it cannot be interrupted"
    )
    func outcomeBeforehand() throws {
        let group = try #require(TestTable().group)
        let at = Timestamp(millisecondsSinceEpoch: 7)
        let animated = try group.drawRoll(by: "ann", at: at).record
        let immediate = try group.drawRoll(animate: false, by: "bo", at: at).record
        #expect(animated.outcome == .cancelled)
        #expect(immediate.outcome == .completed)
        #expect(animated.by == "ann")
        #expect(immediate.by == "bo")
        #expect(animated.at == at)
    }

    @Test("the end of a turn is sent to everyone even if no die changes")
    func turn() throws {
        let table = TestTable(sides: [6])
        let group = try #require(table.group)
        let observer = Counter()
        _ = try table.begin(group, animate: false)
        group.observer = observer
        let before = group.revision
        group.beginTurn(
            try group.planEndTurn(by: "ann", at: Timestamp(millisecondsSinceEpoch: 0))
                .stored
        )
        #expect(group.revision == before + 1)
        #expect(observer.changes == 1)
    }

    @Test("setting locks that are already set changes and sends nothing")
    func sameLocks() throws {
        let table = TestTable(sides: [6, 6])
        let group = try #require(table.group)
        group.apply(try group.planLocks(.lock, dice: [1], by: "ann"))
        let before = (group.snapshot, table.log.count)
        group.apply(try group.planLocks(.lock, dice: [1], by: "ann"))
        group.apply(try group.planLocks(.unlock, dice: [2], by: "ann"))
        #expect(group.snapshot == before.0)
        #expect(table.log.count == before.1)
    }

    @Test(
        "a busy table is refused first, then a missing die, then a locked die"
    )
    func refusals() throws {
        let table = TestTable(sides: [6, 6])
        let group = try #require(table.group)
        func refusal(_ dice: [Int]?, restart: Bool = false) -> DiceError? {
            do {
                _ = try group.drawRoll(
                    dice: dice,
                    restart: restart,
                    by: "test",
                    at: Timestamp(millisecondsSinceEpoch: 0)
                )
                return nil
            } catch {
                return error
            }
        }
        group.dice[0].toggleLock()
        _ = try table.begin(group)
        #expect(refusal([1]) == .busy)
        #expect(refusal([3]) == .busy)
        #expect(refusal([3], restart: true) == .noSuchDie([3]))
        #expect(refusal([1], restart: true) == .dieLocked([1]))
        #expect(refusal(nil, restart: true) == nil)
        #expect(throws: DiceError.noSuchDie([0, 3])) {
            try group.planLocks(.lock, dice: [0, 2, 3], by: "ann")
        }
        group.stopAnimation(.cancel)
        #expect(refusal([2]) == nil)
    }

    private final class Counter: DiceGroupObserver {
        var changes = 0
        func diceGroupDidChange(
            _ group: DiceGroup,
            isPassing: Bool,
            for recipients: Recipients
        ) {
            changes += 1
        }
        func diceGroup(_ group: DiceGroup, didStart roll: RollFlight) {}
        func diceGroup(_ group: DiceGroup, didSettle roll: RollFlight) {}
        func diceGroup(_ group: DiceGroup, didMake change: LockPlan) {}
        func diceGroup(_ group: DiceGroup, didSettle thrown: ThrowFlight) {}
    }
}
