import DiceModel
import DiceTable
import DiceTestSupport
import Testing

/// The seeds' Roll and End Turn buttons: the daemon refuses requests where the buttons would be
/// dimmed.
@Suite("Roll and End Turn while dice animate")
@TableActor
struct AnyDieAnimatingTests {
    @Test(
        "Roll and End Turn are refused if and only if at least one die animates",
        arguments: RandomCase.hundred
    )
    func refusedIfAndOnlyIfAnimating(_ random: RandomCase) async throws {
        var random = random
        let table = TestTable(random.table(upTo: 4))
        let group = try #require(table.group)
        func check() {
            let animating = group.dice.contains { $0.isAnimating }
            #expect(group.isAnyDieAnimating == animating)
            #expect(group.snapshot.rolling == animating)
            #expect(
                isBusy {
                    try group.drawRoll(
                        by: "x",
                        at: Timestamp(millisecondsSinceEpoch: 0)
                    )
                }
                    == animating
            )
            #expect(
                isBusy {
                    try group.planEndTurn(
                        by: "x",
                        at: Timestamp(millisecondsSinceEpoch: 0)
                    )
                }
                    == animating
            )
        }
        check()
        _ = try table.begin(group)
        check()
        try await table.run(group) { check() }
        check()
    }

    private func isBusy<Value>(_ request: () throws -> Value) -> Bool {
        do {
            _ = try request()
            return false
        } catch {
            return error as? DiceError == .busy
        }
    }

    @Test("ending a turn needs a roll; it then unlocks every die and increments the turn")
    func endTurn() throws {
        let table = TestTable(sides: [6, 20])
        let group = try #require(table.group)
        #expect(throws: DiceError.nothingRolled) {
            try group.planEndTurn(by: "x", at: Timestamp(millisecondsSinceEpoch: 0))
        }
        _ = try table.begin(group, animate: false)
        group.dice[1].toggleLock()
        let (ending, stored) = try group.planEndTurn(
            by: "ann",
            at: Timestamp(millisecondsSinceEpoch: 5)
        )
        #expect(ending.turn == 1)
        #expect(ending.by == "ann")
        #expect(ending.dice.map(\.locked) == [false, true])
        #expect(ending.endedAt == Timestamp(millisecondsSinceEpoch: 5))
        #expect(ending.table == "default")
        #expect(ending.dice.map(\.die) == [1, 2])
        #expect(ending.dice.map(\.sides) == [6, 20])
        #expect(ending.dice.map(\.value) == group.dice.map(\.value))
        #expect(ending.total == group.dice[0].value + group.dice[1].value)
        #expect(group.turn == 1, "planning changes nothing")
        group.beginTurn(stored)
        #expect(group.stored == stored)
        #expect(group.turn == 2)
        #expect(group.rollCount == 0)
        #expect(group.dice.allSatisfy { !$0.locked })
    }
}
