import DiceGames
import DiceModel
import DiceTable
import DiceTestSupport
import DiceVerifying
import DiceWire
import Testing

@testable import DiceServer

/// A table whose store was edited by hand in the middle of a match: it has no turns until another
/// match starts.
@Suite("A table that contradicts its match")
@TableActor
struct ContradictionTests {
    private let night: TableName

    init() throws {
        night = try #require(TableName("night"))
    }

    /// Returns a daemon with a table that has ended one turn of a match and rolled once in the
    /// next.
    private func rig(rolls: Int = 1) async throws -> (Rig, RigClient) {
        let before = try await Rig()
        let ann = try before.connect()
        let create = CreateParams(
            table: night,
            SettingsChange(players: ["ann", "bo"]),
            game: GameChoice("yahtzee")
        )
        _ = try await before.call(ann, Method.create(create))
        _ = try await before.call(
            ann,
            Method.roll(RollParams(table: night, animate: false, by: "ann"))
        )
        _ = try await before.call(
            ann,
            Method.endTurn(EndTurnParams(table: night, by: "ann", box: "chance"))
        )
        for _ in 0..<rolls {
            _ = try await before.call(
                ann,
                Method.roll(RollParams(table: night, animate: false, by: "bo"))
            )
        }
        var stored = try #require(try await before.store.table(night))
        stored.contradictions = [.rollsPerTurn]
        try await before.store.create(stored)
        let rig = try await before.restarted()
        return (rig, try rig.connect())
    }

    @Test("every step of a contradictory match is refused, and nothing else")
    func refused() async throws {
        let (rig, ann) = try await rig()
        for request in [
            Method.roll(RollParams(table: night, animate: false, by: "bo")),
            Method.lock(LockParams(table: night, dice: [1], by: "bo")),
            Method.endTurn(EndTurnParams(table: night, by: "bo", box: "chance")),
            Method.correct(CorrectParams(table: night, box: "ones", by: "ann")),
            Method.configure(ConfigureParams(table: night, SettingsChange(pace: 2))),
        ] {
            let error = try #require(try await rig.refusal(ann, request))
            #expect(error.known == .storageFailed)
            #expect(
                error.message.contains("its open match contradicts its rollsPerTurn")
            )
        }
        let thrown = ThrowParams(
            table: night,
            expression: "d20",
            animate: false,
            by: "bo"
        )
        #expect(
            try await rig.call(ann, Method.throw(thrown), as: ThrowResult.self).number
                == 1
        )
        let snapshot = try await rig.call(
            ann,
            Method.get(GetParams(table: night)),
            as: TableSnapshot.self
        )
        #expect(snapshot.turn == 2)
        #expect(snapshot.roll == 1)
        _ = try await rig.call(ann, Method.delete(DeleteParams(table: night)))
        #expect(
            try await rig.refusal(ann, Method.get(GetParams(table: night)))?.known
                == .tableNotFound
        )
    }

    @Test(
        "another match can begin, be played and be verified after a contradiction",
        arguments: [0, 1]
    )
    func mended(_ rolls: Int) async throws {
        let (rig, ann) = try await rig(rolls: rolls)
        let begun = try await rig.call(
            ann,
            Method.newGame(PlayerParams(table: night, by: "ann")),
            as: TableSnapshot.self
        )
        #expect(begun.game?.match == 2)
        #expect(begun.roll == 0)
        #expect(begun.settings.rollsPerTurn == 3)
        #expect(try await rig.store.table(night)?.contradictions == [])
        let by = try #require(begun.settings.up)
        _ = try await rig.call(
            ann,
            Method.roll(RollParams(table: night, animate: false, by: by))
        )
        _ = try await rig.call(
            ann,
            Method.endTurn(EndTurnParams(table: night, by: by, box: "chance"))
        )
        let entries = try await rig.store.history(
            HistoryQuery(.one(night), limit: 100, kind: .all)
        )
        .entries
        #expect(entries.count == 2 + rolls)
        var verifier = HistoryVerifier(.daemon)
        for entry in entries.reversed() {
            try verifier.check(entry)
        }
        try verifier.finish()
    }
}
