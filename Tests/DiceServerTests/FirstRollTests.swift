import DiceModel
import DiceProof
import DiceTable
import DiceTestSupport
import DiceWire
import Testing

@testable import DiceServer

/// The first roll of a turn, and void rolls, as clients receive them.
@Suite("The first roll at a table with rules")
struct FirstRollTests {
    @Test(
        "a first roll that omits dice is refused with these dice; void rolls count in the totals"
    )
    func told() async throws {
        try await TestDaemon.with { daemon in
            let ann = try await daemon.connect()
            let bo = try await daemon.connect()
            let configure = ConfigureParams(
                table: .default,
                SettingsChange(players: ["ann", "bo"], rollsPerTurn: 3)
            )
            try await ann.call(.configure, configure)
            var told: TableSnapshot = try await ann.call(
                Method.watch(WatchParams(table: .default))
            )
            #expect(told.rollsLeft == 3)
            let partial = Method.roll(
                RollParams(table: .default, dice: [1, 3], animate: false, by: "ann")
            )
            let refused = try await ann.refusal(of: partial)
            #expect(refused?.known == .rollAllFirst)
            #expect(refused?.data.dice == [2, 4, 5])
            let lock = Method.lock(LockParams(table: .default, dice: [1], by: "ann"))
            #expect(try await ann.refusal(of: lock)?.known == .nothingRolled)

            // Bo commits, and has already disconnected when he is asked.
            try await bo.call(.watch, WatchParams(table: .default))
            let commitment = try #require(
                Entropy.commitment(String(repeating: "b0", count: 16))
            )
            let promise = ContributeParams(
                table: .default,
                commitment: commitment,
                by: "bo"
            )
            try await bo.call(.contribute, promise)
            let roll = Method.roll(
                RollParams(table: .default, animate: false, by: "ann")
            )
            try await ann.send(roll, id: 7)
            try await bo.event("rollAsked")
            try await bo.call(.unwatch, TableParams(table: .default))
            let (line, before) = try await ann.reply(to: 7)
            var reply = line
            for notification in before {
                told.apply(notification)
            }
            let void = try reply.result(as: RollResult.self)
            #expect(void.outcome == .void)
            #expect(void.rollsLeft == 3)
            #expect(void.roll == 1)
            #expect(told.rollsLeft == 3)
            #expect(told.by == nil)
            #expect(told.roll == 1)
            #expect(try await ann.refusal(of: partial)?.known == .rollAllFirst)
            #expect(try await ann.refusal(of: lock)?.known == .nothingRolled)
            let end = Method.endTurn(EndTurnParams(table: .default, by: "ann"))
            #expect(try await ann.refusal(of: end)?.known == .nothingRolled)

            for left in [2, 1, 0] {
                try await ann.send(left == 2 ? roll : partial, id: 8)
                let (line, before) = try await ann.reply(to: 8)
                reply = line
                for notification in before {
                    told.apply(notification)
                }
                #expect(try reply.result(as: RollResult.self).rollsLeft == left)
                #expect(told.rollsLeft == left)
                #expect(told.by == "ann")
                #expect(told.roll == 4 - left)
            }
            #expect(try await ann.refusal(of: roll)?.data.limit == 3)
            try await ann.send(end, id: 9)
            let (last, beforeLast) = try await ann.reply(to: 9)
            reply = last
            for notification in beforeLast {
                told.apply(notification)
            }
            let now = try await ann.call(.get, GetParams(table: .default))
            #expect(now.rollsLeft == 3)
            #expect(now.by == nil)
            #expect((told.rollsLeft, told.by, told.up, told.roll) == (3, nil, "bo", 0))
        }
    }

    @Test(
        "lock with only sets all locks in one stored change; lock without it needs a die"
    )
    func only() async throws {
        let store = TestStore()
        try await TestDaemon.with(store: store) { daemon in
            let ann = try await daemon.connect()
            try await ann.call(.lock, LockParams(table: .default, dice: [1, 2]))
            try await ann.call(.watch, WatchParams(table: .default))
            let writes = store.writes
            try await ann.send(
                Method.lock(
                    LockParams(table: .default, dice: [2, 5], only: true, by: "ann")
                ),
                id: 7
            )
            let (reply, before) = try await ann.reply(to: 7)
            let dice = try reply.result(as: TableSnapshot.self).dice
            #expect(dice.filter(\.locked).map(\.die) == [2, 5])
            #expect(store.writes == writes + 1)
            #expect(store.stored()?.dice.filter(\.locked).map(\.die) == [2, 5])
            let changed = before.compactMap { notification -> [Int]? in
                guard case .event(let event) = notification,
                    case .lockChanged(let dice) = event.kind
                else {
                    return nil
                }
                return dice.map(\.die)
            }
            #expect(changed == [[1, 5]])
            let none = try await ann.refusal(
                of: Method.lock(LockParams(table: .default, dice: []))
            )
            #expect(none?.known == .invalidParams)
            #expect(none?.data.param == "dice")
            let free = try await ann.call(.lock, LockParams(table: .default, dice: [], only: true))
            #expect(free.dice.allSatisfy { !$0.locked })
        }
    }
}
