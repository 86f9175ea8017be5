import DiceModel
import DiceTable
import Foundation
import Testing

@testable import DiceStore

/// The schema has no columns for animation.
@Suite struct SchemaTests {
    @Test("the schema has exactly the listed columns") func theColumnsAreTheseAndNoOthers()
        async throws
    {
        try await withStore { store in
            var reader = try SQLiteConnection(store.file, .readOnly)
            let columns = try reader.all(
                """
                SELECT t.name, c.name FROM sqlite_master t, pragma_table_info(t.name) c
                WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%' ORDER BY c.cid
                """
            ) { ($0.text(0) ?? "", $0.text(1) ?? "") }
            #expect(
                Dictionary(grouping: columns, by: \.0).mapValues { $0.map(\.1) } == [
                    "grdb_migrations": ["identifier"],
                    "tables": [
                        "name", "turn", "rollCount", "dice", "players", "up",
                        "rollsPerTurn",
                        "throwCount", "owner",
                        "commitment", "seed", "seeded", "throwSeed", "throwSeeded",
                        "chain", "game",
                        "match",
                        "pace", "hand", "goesOn", "edition", "archivedEntries",
                        "archivedLast",
                        "archivedChain",
                        "archivedAt",
                    ],
                    "openRoll": [
                        "table", "roll", "by", "at", "outcome", "rolled", "values",
                        "entropy",
                        "reveals", "absent",
                        "reason", "entered", "bot",
                    ],
                    "history": [
                        "id", "kind", "table", "turn", "endedAt", "by", "rolls", "dice",
                        "total",
                        "full", "thrown",
                        "commitment", "seed", "seeded", "chain", "edition", "score",
                        "ghost",
                        "faces",
                        "digest", "absent", "bot", "shown", "most",
                    ],
                    "openThrow": [
                        "table", "number", "by", "at", "thrown", "faces", "seed",
                        "ghost", "most",
                    ],
                    "storage": ["by", "bytes"],
                    "faces": ["table", "sides", "by", "counts"],
                    "enteredFaces": ["table", "sides", "by", "counts"],
                    "savedRolls": ["owner", "name", "expression", "savedBy"],
                    "matches": ["table", "match", "record", "entry"],
                    "removals": ["table", "deleted", "last", "done"],
                    "spans": ["block", "first", "last"],
                ]
            )
        }
    }

    @Test("stored JSON has exactly the listed keys") func theKeysOfStoredJSONAreTheseAndNoOthers()
        async throws
    {
        try await withStore { store in
            let table = StoredTable(new: .default, sides: [6, 20])
            try await store.create(table)
            try await store.saveRoll(of: table)
            try await store.endTurn(of: table)
            func keys(_ column: String, _ of: String) async throws -> [Set<String>] {
                let text = try await store.text("SELECT \(column) FROM \(of)")
                let list =
                    try JSONSerialization.jsonObject(
                        with: Data(try #require(text).utf8)
                    )
                    as? [[String: Any]]
                return try #require(list).map { Set($0.keys) }
            }
            let die: Set = ["sides", "value", "locked"]
            #expect(try await keys("dice", "tables") == [die, die])
            #expect(
                try await keys("dice", "history") == [
                    die.union(["die"]), die.union(["die"]),
                ]
            )
            #expect(
                try await keys("rolls", "history") == [
                    ["roll", "by", "at", "outcome", "rolled", "values"]
                ]
            )
            let dice = try await store.text("SELECT dice FROM tables")
            #expect(
                dice
                    == #"[{"locked":false,"sides":6,"value":1},{"locked":false,"sides":20,"value":1}]"#
            )
        }
    }
}
