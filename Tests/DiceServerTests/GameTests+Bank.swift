import DiceGames
import DiceModel
import DiceTable
import DiceWire
import Testing

@testable import DiceServer

/// Turns of bank games that go on, and that end by themselves.
extension GameTests {
    /// Two dice; faces up to this one bring a point each.
    private func makeBank(highest: Int) async throws {
        let sets = (1...highest).map { #"{"needs":{"faces":[\#($0)]},"points":1}"# }.joined(separator: ",")
        let text = #"{"name":"points","title":"Points","dice":[6,6],"sets":[\#(sets)],"target":99}"#
        try await make(GameChoice(json: try JSONValue(parsing: Array(text.utf8))), players: nil)
    }

    @Test("once all dice have scored all are rolled again, and what they brought stays")
    func hot() async throws {
        try await makeBank(highest: 6)
        _ = try await roll()
        _ = try await rig.call(client, Method.lock(LockParams(table: night, dice: [1, 2], by: "ann")))
        _ = try await roll()
        let again = try await table()
        #expect(again.roll == 2 && again.dice.allSatisfy { !$0.locked } && again.game?.turn == 2)
        _ = try await rig.call(client, Method.lock(LockParams(table: night, dice: [2], by: "ann")))
        #expect(try await end().score?.points == 3)
        #expect(try await finding() == nil)
    }

    @Test("a turn that is lost ends as its dice have settled, though nobody asks for anything")
    func lostInFlight() async throws {
        try await makeBank(highest: 1)
        let group = try #require(try rig.tables.loaded(night)).group
        var turn = 0
        repeat {
            _ = try await rig.call(client, Method.newGame(PlayerParams(table: night)))
            turn = group.turn
            client.send([Method.roll(RollParams(table: night, by: "ann"))])
            try await rig.turn { group.isAnyDieAnimating }
            await rig.advance(by: .seconds(2))
        } while group.dice.contains { $0.value == 1 }
        try await rig.turn { group.turn == turn + 1 }
        #expect(try await history().last?.score?.isBust == true)
    }
}
