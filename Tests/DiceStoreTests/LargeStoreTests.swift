import DiceModel
import DiceTable
import Foundation
import Testing

@testable import DiceStore

/// Runs `body` with a store too large for a full examination at startup.
@Suite struct LargeStoreTests {
    private func withLargeStore(_ body: (String) async throws -> Void) async throws {
        try await withFolder { folder in
            let store = try SQLiteStore(directory: folder)
            try await store.close()
            try raw(
                store.file,
                """
                WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 500)
                INSERT INTO tables (name, turn, rollCount, dice) SELECT 't' || i, i, 2, '[' || substr(replace(hex(zeroblob(1000)), '00',
                ',{"locked":false,"sides":6,"value":3}'), 2) || ']' FROM n;
                """
            )
            #expect(
                try #require(bytes(store.file)[0]).count > OpenDatabase.examinedSize
            )
            try await body(folder)
        }
    }

    @Test("a damaged table does not affect other tables") func aDamagedTableTakesNoOtherAlong()
        async throws
    {
        try await withLargeStore { folder in
            try raw(
                folder + "/diced.sqlite",
                "UPDATE tables SET dice = '[]' WHERE name = 't7'"
            )
            let store = try SQLiteStore(directory: folder)
            let damaged = try TableName(valid: "t7")
            let good = try TableName(valid: "t8")
            let error = try await failure { _ = try await store.table(damaged) }
            #expect(error.kind == .corrupt)
            #expect(error.description.contains("table 't7': its column dice is invalid"))
            #expect(error.description.contains("delete the table"))
            #expect(try await store.table(good)?.turn == 8)
            #expect(try await store.names().count == 500)
            #expect(try await store.summaries().count == 500)
            try await store.delete(damaged)
            #expect(try await store.table(damaged) == nil)
            try await store.close()
            #expect(try StoreCheck.problems(directory: folder) == [])
        }
    }

    @Test("every table is listed in short form") func everyTableIsListedInShort() async throws {
        try await withLargeStore { folder in
            let store = try SQLiteStore(directory: folder)
            let summaries = try await store.summaries()
            #expect(summaries.map(\.name) == summaries.map(\.name).sorted())
            #expect(summaries.allSatisfy { $0.diceCount == 1_000 && $0.rollCount == 2 })
            #expect(Set(summaries.map(\.turn)) == Set(1...500))
            try await store.close()
        }
    }

    @Test(
        "everything that the start needs is checked",
        arguments: [
            ("DROP TABLE openRoll", "its table 'openRoll'"),
            ("UPDATE tables SET name = '../x' WHERE name = 't9'", "../x"),
        ]
    )
    func whatTheStartNeedsIsExamined(edit: String, words: String) async throws {
        try await withLargeStore { folder in
            let file = folder + "/diced.sqlite"
            try raw(file, edit)
            let before = bytes(file)
            let error = try await failure { _ = try SQLiteStore(directory: folder) }
            #expect(error.kind == .corrupt)
            #expect(error.description.contains(words))
            #expect(bytes(file) == before)
        }
    }
}
