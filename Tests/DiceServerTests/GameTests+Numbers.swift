import DiceGames
import DiceModel
import DiceProof
import DiceTable
import DiceVerifying
import DiceWire
import Testing

@testable import DiceServer

/// How matches are numbered.
extension GameTests {
    /// Plays a turn for the current player.
    private func turn(_ box: String? = nil) async throws {
        let by = try await table().up ?? "ann"
        _ = try await roll(by)
        _ = try await end(box, by)
    }

    private func breakOff() async throws {
        _ = try await roll(try await table().up ?? "ann")
        _ = try await rig.call(client, Method.newGame(PlayerParams(table: night)))
    }

    private func forged(_ match: Int) async throws -> Finding.Reason? {
        try await finding { $0[$0.count - 1].score?.match = match }
    }

    @Test(
        "the match after an abandoned one has the next number or the one after it, and no other",
        arguments: [1, 4, .max]
    )
    func brokenOff(_ wrong: Int) async throws {
        try await make(document())
        try await turn("ones")
        try await breakOff()
        try await turn("chance")
        #expect(try await history().last?.score?.match == 2)
        #expect(try await finding() == nil)
        #expect([.matchNumber, .otherMatch].contains(try await forged(wrong)))
    }

    @Test("a match can be abandoned between two turns, and the next one in its first turn")
    func brokenOffTwice() async throws {
        try await make(document())
        try await turn("ones")
        _ = try await rig.call(client, Method.newGame(PlayerParams(table: night)))
        try await breakOff()
        try await turn("chance")
        #expect(try await history().last?.score?.match == 3)
        #expect(try await finding() == nil)
    }

    @Test(
        "an abandoned match without a score uses at most one number",
        arguments: [0, 4]
    )
    func withoutScore(_ wrong: Int) async throws {
        try await make(document())
        for _ in 1...2 {
            try await breakOff()
        }
        try await turn("ones")
        #expect(try await history().last?.score?.match == 3)
        #expect(try await finding() == nil)
        #expect([.matchNumber, .otherMatch].contains(try await forged(wrong)))
    }

    @Test(
        "a table that gets a game again continues numbering after its last match",
        arguments: [1, 4]
    )
    func again(_ wrong: Int) async throws {
        try await make(document(), players: nil)
        try await turn("ones")
        try await turn()
        _ = try await rig.call(
            client,
            Method.configure(ConfigureParams(table: night, game: GameChoice("")))
        )
        try await turn()
        _ = try await rig.call(
            client,
            Method.configure(ConfigureParams(table: night, game: document()))
        )
        try await turn("ones")
        #expect(try await history().last?.score?.match == 2)
        let kept = try await rig.call(
            client,
            Method.matches(MatchesParams(table: night)),
            as: MatchesResult.self
        )
        #expect(kept.matches.map(\.match) == [2, 1])
        #expect(try await finding() == nil)
        #expect([.matchNumber, .otherMatch].contains(try await forged(wrong)))
    }

    @Test(
        "the second of two turn ends in one batch is refused, and its box stays open"
    )
    func batch() async throws {
        try await make(document(), players: nil)
        _ = try await roll()
        client.send(
            batch: ["ones", "chance"].map {
                Method.endTurn(EndTurnParams(table: night, by: "ann", box: $0))
            }
        )
        await rig.advance(by: .zero)
        #expect(
            try #require(try client.lines().first).contains(
                #""reason":"nothingRolled""#
            )
        )
        #expect(try await table().game?.sheets.first?.boxes.map(\.name) == ["ones"])
    }

    /// Changes to the history that possibly only the chain reveals.
    nonisolated static let chained: [@Sendable (inout Turn) -> Void] = [
        { $0.score?.match = 2 }, { $0.score?.box = "chance" }, { $0.score?.box = nil },
        { $0.score?.points += 1 },
        { $0.score?.bonuses = [NamedPoints("both", 10)] }, { $0.score = nil },
        { $0.game?.title = "Other" },
        { $0.game = nil }, { $0.players?.reverse() }, { $0.winners = ["bo"] },
        { $0.winners = nil },
    ]

    @Test(
        "the chain hash covers the turn's score, the winner and the rules",
        arguments: chained.indices
    )
    func chained(_ index: Int) async throws {
        try await make(document())
        try await turn("ones")
        var turn = try #require(try await history().first)
        turn.winners = ["ann"]
        let link = Chain.link(turn, after: Chain.start) { $0.jsonBytes() }
        Self.chained[index](&turn)
        #expect(Chain.link(turn, after: Chain.start) { $0.jsonBytes() } != link)
    }
}
