import DiceGames
import DiceModel
import DiceProof
import DiceTable
import DiceTestSupport
import DiceWire
import Testing

@testable import DiceServer

/// Turns of bank games that continue, and that end automatically.
extension GameTests {
    /// Creates a table with two dice; faces up to `highest` score one point each.
    func makeBank(highest: Int) async throws {
        let sets = (1...highest).map { #"{"needs":{"faces":[\#($0)]},"points":1}"# }
            .joined(
                separator: ","
            )
        let text =
            #"{"name":"points","title":"Points","dice":[6,6],"sets":[\#(sets)],"target":99}"#
        try await make(
            GameChoice(json: try JSONValue(parsing: Array(text.utf8))),
            players: nil
        )
    }

    /// Rolls, each time in a new match, until a roll that `settle` settles is lost. Returns the
    /// turn of that roll.
    private func lose(_ settle: (DiceGroup) async throws -> Void) async throws -> (
        group: DiceGroup, turn: Int
    ) {
        try await makeBank(highest: 1)
        let group = try #require(try rig.tables.loaded(night)).group
        var turn = 0
        repeat {
            _ = try await rig.call(client, Method.newGame(PlayerParams(table: night)))
            turn = group.turn
            client.send([Method.roll(RollParams(table: night, by: "ann"))])
            try await rig.turn { group.isAnyDieAnimating }
            try await settle(group)
        } while group.dice.contains { $0.value == 1 }
        return (group, turn)
    }

    @Test("all dice are rolled again once all have scored, and the points so far are kept")
    func hot() async throws {
        try await makeBank(highest: 6)
        _ = try await roll()
        _ = try await rig.call(
            client,
            Method.lock(LockParams(table: night, dice: [1, 2], by: "ann"))
        )
        _ = try await roll()
        let again = try await table()
        #expect(again.roll == 2)
        #expect(again.dice.allSatisfy { !$0.locked })
        #expect(again.game?.turn == 2)
        _ = try await rig.call(
            client,
            Method.lock(LockParams(table: night, dice: [2], by: "ann"))
        )
        #expect(try await end().score?.points == 3)
        #expect(try await finding() == nil)
    }

    @Test(
        "a lost turn ends when its dice settle, without any request"
    )
    func lostInFlight() async throws {
        let (group, turn) = try await lose { _ in await rig.advance(by: .seconds(2)) }
        try await rig.turn { group.turn == turn + 1 }
        #expect(try await history().last?.score?.isBust == true)
    }

    @Test(
        "a turn lost by a roll with contributors has ended when the roll is answered"
    )
    func lostWithContributors() async throws {
        try await makeBank(highest: 1)
        let table = try #require(try rig.tables.loaded(night))
        let secret = String(repeating: "b0", count: 16)
        var turn = 0
        repeat {
            _ = try await rig.call(client, Method.newGame(PlayerParams(table: night)))
            turn = table.group.turn
            _ = try table.contribute(
                try #require(Entropy.commitment(secret)),
                by: "bo",
                owner: RollOwner(9)
            )
            client.send([
                Method.roll(RollParams(table: night, animate: false, by: "ann"))
            ])
            try await rig.turn { table.asked != nil }
            try table.reveal(secret, from: RollOwner(9))
            try await rig.turn { client.connection.state.unsettled == 0 }
        } while table.group.dice.contains { $0.value == 1 }
        #expect(table.group.turn == turn + 1)
    }

    @Test("a lost turn ends even if its dice were settled by hand")
    func cancelledAndLost() async throws {
        let (group, turn) = try await lose { $0.stopAnimation(.cancel) }
        try await rig.turn { group.turn == turn + 1 }
        #expect(try await history().last?.rolls.map(\.outcome) == [.cancelled])
    }

    @Test("a lost turn whose end could not be stored ends by itself a little later")
    func lostAndStoredLater() async throws {
        let (group, turn) = try await lose { _ in
            rig.store.fail(true)
            await rig.advance(by: .seconds(2))
            rig.store.fail(false)
        }
        #expect(group.turn == turn)
        #expect(group.isTurnLost)
        await rig.advance(by: .seconds(1))
        try await rig.turn { group.turn == turn + 1 }
        let entry = try #require(try await history().last)
        #expect(entry.score?.isBust == true)
        #expect(entry.rolls.map(\.outcome) == [.completed])
    }

    @Test("the reply to a roll that loses the turn has the current sheets")
    func lostWithoutSheets() async throws {
        try await makeBank(highest: 1)
        var result: RollResult
        repeat {
            _ = try await rig.call(client, Method.newGame(PlayerParams(table: night)))
            let params = RollParams(
                table: night,
                animate: false,
                by: "ann",
                sheets: false
            )
            result = try await rig.call(
                client,
                Method.roll(params),
                as: RollResult.self
            )
            #expect(
                result.game?.sheets.isEmpty == result.dice.contains { $0.value == 1 }
            )
        } while result.dice.contains { $0.value == 1 }
    }

    @Test(
        "matches are listed newest first, before a given one, with a flag if there are more"
    )
    func pagesOfMatches() async throws {
        try await makeBank(highest: 6)
        for _ in 1...3 {
            _ = try await roll()
            _ = try await rig.call(
                client,
                Method.lock(LockParams(table: night, dice: [1], by: "ann"))
            )
            _ = try await end()
            _ = try await rig.call(client, Method.newGame(PlayerParams(table: night)))
        }
        func page(limit: Int, before: Int? = nil) async throws -> ([Int], Bool) {
            let params = MatchesParams(table: night, limit: limit, before: before)
            let result = try await rig.call(
                client,
                Method.matches(params),
                as: MatchesResult.self
            )
            return (result.matches.map(\.match), result.more)
        }
        #expect(try await page(limit: 2) == ([3, 2], true))
        #expect(try await page(limit: 2, before: 2) == ([1], false))
        #expect(try await page(limit: 1, before: 3) == ([2], true))
        #expect(try await page(limit: 3) == ([3, 2, 1], false))
        #expect(try await page(limit: 3, before: 1) == ([], false))
    }
}
