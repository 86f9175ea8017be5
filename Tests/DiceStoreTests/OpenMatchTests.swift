import DiceGames
import DiceModel
import DiceProof
import DiceTable
import Foundation
import Testing

@testable import DiceStore

/// A table whose settings were changed by hand in the middle of a match.
@Suite struct OpenMatchTests {
    struct Edit: Sendable, CustomTestStringConvertible {
        let sql: String
        let settings: [MatchStart.Setting]
        var testDescription: String { sql }
    }

    private static let fourDice = #"[{"locked":false,"sides":6,"value":1}]"#

    private static let edits = [
        Edit(sql: "UPDATE tables SET rollsPerTurn = 60", settings: [.rollsPerTurn]),
        Edit(sql: "UPDATE tables SET dice = '\(fourDice)'", settings: [.dice]),
        Edit(sql: "UPDATE tables SET hand = 1", settings: [.hand]),
        Edit(
            sql: #"UPDATE tables SET players = '["ann","bo","cy"]'"#,
            settings: [.players]
        ),
        Edit(
            sql: #"UPDATE tables SET players = '["bo","ann"]', rollsPerTurn = 9"#,
            settings: [.rollsPerTurn, .players]
        ),
        Edit(
            sql: """
                UPDATE tables SET game = replace(game, '"rollsPerTurn":3', '"rollsPerTurn":60'), rollsPerTurn = 60
                """,
            settings: [.game, .rollsPerTurn]
        ),
    ]

    private func table() throws -> StoredTable {
        let game = try #require(Game.all.first { $0.name == "yatzy" })
        var table = StoredTable(new: .default, sides: game.shapes)
        table.settings.players = ["ann", "bo"]
        table.settings.up = "ann"
        table.settings.rollsPerTurn = game.rollsPerTurn
        table.match = Match(game, players: ["ann", "bo"])
        return table
    }

    /// Runs `body` with the folder of a closed store that has one ended turn of a match and an open
    /// turn with one roll.
    private func withMatch(
        _ body: (_ folder: String, _ next: StoredTable) async throws -> Void
    )
        async throws
    {
        try await withFolder { parent in
            let folder = parent + "/state"
            let table = try table()
            let store = try SQLiteStore(directory: folder)
            try await store.create(table)
            try await store.saveRoll(of: table)
            var ending = table.ending
            var next = table.next
            next.match = table.match
            next.settings.up = "bo"
            ending.score = try next.match?.end("ones", faces: [1, 1, 1, 1, 1], roll: 1)
            ending.game = table.match?.game
            ending.players = ["ann", "bo"]
            _ = try await store.endTurn(ending, leaving: next)
            next = next.rolled(1)
            var roll = next.roll(1)
            roll.values = [6, 5, 4, 3, 2]
            try await store.save(next, adding: roll)
            try await store.close()
            try await body(folder, next)
        }
    }

    @Test("a table that contradicts its match is damaged", arguments: edits)
    func aTableThatContradictsItsMatchIsDamaged(_ edit: Edit)
        async throws
    {
        try await withMatch { folder, next in
            #expect(try StoreCheck.problems(directory: folder) == [])
            let file = SQLiteStore.file(in: folder)
            try raw(file, edit.sql)
            let text = MatchStart.text(edit.settings)
            #expect(
                try StoreCheck.problems(directory: folder) == [
                    "table 'default': \(text)"
                ]
            )
            let copy = folder + "/copy"
            try FileManager.default.copyItem(atPath: file, toPath: copy)
            let error = try await failure {
                _ = try StoreRestore.restore(
                    copy,
                    into: folder,
                    now: Timestamp(millisecondsSinceEpoch: 0)
                )
            }
            #expect(error.kind == .corrupt)
            #expect(error.description.contains("its open match contradicts"))
            // The daemon starts with the store and shows the settings of the match.
            let store = try SQLiteStore(directory: folder)
            var table = try #require(try await store.tables().first)
            #expect(table.contradictions == edit.settings)
            table.contradictions = []
            var whole = next
            if edit.settings == [.dice] {
                for (index, value) in [6, 5, 4, 3, 2].enumerated() {
                    whole.dice[index].value = value
                }
            }
            #expect(table == whole.lastRolled)
            try await store.close()
        }
    }

    @Test("a player who has joined belongs to the match") func aPlayerWhoHasJoinedIsOneOfTheMatch()
        async throws
    {
        try await withMatch { folder, _ in
            let joined =
                #"UPDATE tables SET players = '["ann","bo","cy"]', match = replace(match, '{"player":"bo"', '{"player":"cy","boxes":{},"bonuses":{},"total":0},{"player":"bo"')"#
            let rest = """
                INSERT INTO history (kind, "table", turn, endedAt, by, rolls, dice, total, edition, score, digest, chain)
                VALUES ('rest', 'default', 1, 0, 'ann', '[]', '[]', 0, 5, '{"player":"cy","rests":false,"joins":true}',
                    '\(Chain.start)', '\(Chain.start)')
                """
            try raw(SQLiteStore.file(in: folder), rest)
            #expect(
                try StoreCheck.problems(directory: folder).count == 1,
                "cy has joined, and does not play"
            )
            let order = joined.replacing(
                #"'["ann","bo","cy"]'"#,
                with: #"'["ann","cy","bo"]'"#
            )
            try raw(SQLiteStore.file(in: folder), order)
            #expect(
                try StoreCheck.problems(directory: folder).count == 1,
                "cy is up last"
            )
            let last =
                #"UPDATE tables SET players = '["ann","bo","cy"]', match = replace(replace(match, '{"player":"cy"', '{"player":"x"'), '{"player":"bo"', '{"player":"cy"')"#
            try raw(
                SQLiteStore.file(in: folder),
                last,
                #"UPDATE tables SET match = replace(match, '{"player":"x"', '{"player":"bo"')"#
            )
            #expect(try StoreCheck.problems(directory: folder) == [])
        }
    }

    @Test(
        "the check reports no problem for any other match",
        arguments: [
            // The match began in an older edition.
            "UPDATE history SET edition = 4, digest = ''",
            // The match is over.
            #"UPDATE tables SET match = replace(match, '"won":false', '"won":true')"#,
            // Nothing records how the match began.
            "DELETE FROM history",
        ]
    )
    func ofAnyOtherMatchNothingIsSaid(_ edit: String) async throws {
        try await withMatch { folder, _ in
            try raw(
                SQLiteStore.file(in: folder),
                edit,
                "UPDATE tables SET rollsPerTurn = 60"
            )
            #expect(try StoreCheck.problems(directory: folder) == [])
        }
    }

    @Test("a match that has not begun has its document") func aMatchThatHasNotBegunHasItsDocument()
        async throws
    {
        try await withFolder { folder in
            let store = try SQLiteStore(directory: folder)
            try await store.create(try table())
            try await store.close()
            let file = SQLiteStore.file(in: folder)
            #expect(try StoreCheck.problems(directory: folder) == [])
            // This setting can still change.
            try raw(file, "UPDATE tables SET hand = 1")
            #expect(try StoreCheck.problems(directory: folder) == [])
            try raw(file, "UPDATE tables SET rollsPerTurn = 60")
            #expect(try StoreCheck.problems(directory: folder).count == 1)
            try raw(file, "UPDATE tables SET edition = 4, rollCount = 1")
            #expect(try StoreCheck.problems(directory: folder) == [])
        }
    }
}

extension StoredTable {
    /// The table as read from a store that has its last roll.
    fileprivate var lastRolled: StoredTable {
        var table = self
        table.lastRoller = "ann"
        return table
    }
}
