import DiceModel
import DiceTable
import Foundation
import Testing

@testable import DiceStore

private let endless = """
    WITH RECURSIVE n(name, expression, owner, identifier) AS
    (VALUES ('a', 'd6', '', 'v1') UNION ALL SELECT name, expression, owner, identifier FROM n) SELECT * FROM n
    """

/// Files that are not ours to open stay byte-identical.
@Suite struct RefusalTests {
    let table = StoredTable(new: .default, sides: [6, 6])

    @Test(
        "a newer store is refused",
        arguments: [
            ("('v99')", "upgrade, or start"),
            (
                "('v9 1.9.0'), ('v10 1.10.0'), ('v8 1.2.0')",
                "upgrade to 1.10.0 or newer, or start"
            ),
        ]
    )
    func aNewerStore(steps: String, words: String) async throws {
        try await withStore(changedBy: "INSERT INTO grdb_migrations VALUES \(steps)") { file in
            try await expectRefusal(
                of: file,
                .newer,
                "newer diced; \(words) with another --state-dir"
            )
        }
    }

    /// The name may differ in the table or in the index used to look it up.
    @Test("a name that differs in one place of the file is refused")
    func aNameThatIsAnotherInOnePlace() async throws {
        try await withStore(changedBy: "UPDATE tables SET name = name") { file in
            let whole = try #require(FileManager.default.contents(atPath: file))
            let name = Data("tables-of-this-test".utf8)
            var start = whole.startIndex
            var places = 0
            while let place = whole.range(of: name, in: start..<whole.endIndex) {
                var data = whole
                data[place.lowerBound] = UInt8(ascii: "u")
                #expect(FileManager.default.createFile(atPath: file, contents: data))
                try await expectRefusal(of: file, .corrupt, "index")
                start = place.upperBound
                places = places + 1
            }
            #expect(places == 2)
        }
    }

    /// The store is refused at startup rather than at the first request that needs the missing
    /// object.
    @Test(
        "a store that lacks part of its schema is refused",
        arguments: [
            ("DROP TABLE history", "its index 'historyOfKind'"),
            ("DROP TABLE openRoll", "its table 'openRoll'"),
            (
                "ALTER TABLE history DROP COLUMN total",
                "its table 'history' was not created by diced"
            ),
            ("DELETE FROM grdb_migrations", "record of migrations"),
            ("DELETE FROM grdb_migrations WHERE identifier = 'v1'", "record of migrations"),
            ("DROP TABLE grdb_migrations", "record of migrations"),
            ("UPDATE tables SET dice = '[]'", "table 'default'"),
            ("UPDATE tables SET turn = 0", "its column turn is invalid"),
            ("UPDATE openRoll SET roll = 9223372036854775807", "table 'default'"),
            (
                "PRAGMA foreign_keys = OFF; UPDATE tables SET name = '../x' WHERE name = 'default'",
                "table '../x'"
            ),
        ]
    )
    func aStoreThatLacksSomething(edit: String, words: String) async throws {
        try await withStore(changedBy: edit) { file in
            try await expectRefusal(of: file, .corrupt, words)
        }
    }

    /// Objects that would run by themselves or replace a table are refused at a start, a check and
    /// a restore, and never executed.
    @Test(
        "a store with foreign schema objects is refused",
        arguments: [
            (
                "CREATE TRIGGER gone AFTER INSERT ON history BEGIN DELETE FROM history; END",
                "trigger 'gone'"
            ),
            ("CREATE VIEW x AS SELECT 1", "view 'x'"),
            ("CREATE TABLE mine (text TEXT)", "table 'mine'"),
            ("CREATE INDEX mine ON history (by)", "index 'mine'"),
            ("ALTER TABLE tables ADD COLUMN twice INT AS (turn * 2)", "table 'tables'"),
            ("ALTER TABLE tables ADD COLUMN more TEXT", "table 'tables'"),
            ("DROP INDEX historyOfTable", "index 'historyOfTable'"),
            (
                "DROP TABLE savedRolls; CREATE VIEW savedRolls AS \(endless)",
                "table 'savedRolls'"
            ),
            (
                "DROP TABLE grdb_migrations; CREATE VIEW grdb_migrations AS \(endless)",
                "record of migrations"
            ),
            (
                "PRAGMA application_id = 0; DELETE FROM grdb_migrations; CREATE TRIGGER grdb_x AFTER INSERT ON grdb_migrations "
                    + "BEGIN DELETE FROM grdb_migrations; END", "another program"
            ),
        ]
    )
    func aStoreThatHoldsSomethingElse(edit: String, words: String) async throws {
        try await withStore(changedBy: edit) { file in
            try await expectRefusal(of: file, .corrupt, words)
            let folder = String(file.dropLast("/diced.sqlite".count))
            do {
                let problems = try StoreCheck.problems(directory: folder)
                #expect(problems.contains { $0.contains(words) }, "\(problems)")
            } catch let error as StoreError {
                #expect(error.kind == .corrupt)
                #expect(error.description.contains(words))
            }
            let error = try await failure {
                _ = try StoreRestore.preview(file, directory: folder + "/other")
            }
            #expect(error.kind == .corrupt)
        }
    }

    /// SQLite's own tables and indexes are accepted in every store.
    @Test("tables that SQLite creates itself are accepted") func whatSQLiteMakesIsNothingElse()
        async throws
    {
        try await withStore(changedBy: "ANALYZE") { file in
            let folder = String(file.dropLast("/diced.sqlite".count))
            #expect(try StoreCheck.problems(directory: folder) == [])
            try await SQLiteStore(directory: folder).close()
        }
    }

    /// Every entry of a tree's page leads to the same next page: 3¹⁶ paths, each of which is valid.
    @Test("a page tree with endless paths is refused") func aTreeWithoutEnd() async throws {
        let wide = String(repeating: " ", count: 100)
        let rows = (0..<100).map { "('t\($0)', 1, 0, '\(wide)')" }.joined(
            separator: ", "
        )
        let edit = "INSERT INTO tables (name, turn, rollCount, dice) VALUES \(rows)"
        try await withStore(changedBy: edit) { file in
            var data = try #require(FileManager.default.contents(atPath: file))
            var connection = try SQLiteConnection(file, .immutable)
            let sql = "SELECT rootpage FROM sqlite_master WHERE name = 'tables'"
            let root = try #require(try connection.first(sql) { $0.integer(0) } ?? nil)
            func number(_ place: Int, _ bytes: Int) -> Int {
                data[place..<place + bytes].reduce(0) { $0 << 8 | Int($1) }
            }
            func put(_ page: Int, at place: Int) {
                for byte in 0..<4 {
                    data[place + byte] = UInt8(
                        truncatingIfNeeded: page >> (24 - 8 * byte)
                    )
                }
            }
            let size = 4_096
            let start = Int(root - 1) * 4_096
            let pages = data.count / size
            let node = data[start..<start + size]
            #expect(
                node.first == 5 && number(start + 3, 2) > 1,
                "the tree has a root with several pages below"
            )
            func lead(_ page: Int, to next: Int) {
                let start = (page - 1) * size
                put(next, at: start + 8)
                for cell in 0..<number(start + 3, 2) {
                    put(next, at: start + number(start + 12 + 2 * cell, 2))
                }
            }
            let depth = 16
            for _ in 0..<depth {
                data += node
            }
            for level in 0..<depth - 1 {
                lead(pages + 1 + level, to: pages + 2 + level)
            }
            lead(Int(root), to: pages + 1)
            put(pages + depth, at: 28)
            #expect(FileManager.default.createFile(atPath: file, contents: data))
            connection = try SQLiteConnection(file, .immutable)
            var problems: [String] = []
            try Examination.examine(&connection, .outline, file: file) {
                problems.append($0)
            }
            #expect(
                problems == ["reading it takes too long for its size"]
            )
            #expect(
                try !StoreCheck.problems(
                    directory: String(file.dropLast("/diced.sqlite".count))
                )
                .isEmpty
            )
        }
    }

    @Test("a newer store whose daemon was killed is refused") func aNewerStoreThatWasKilled()
        async throws
    {
        try await withFolder { folder in
            let store = try SQLiteStore(directory: folder + "/state")
            try await store.create(table)
            try await store.execute("INSERT INTO grdb_migrations VALUES ('v99')")
            let copy = try copyRunning(store.file, into: folder + "/copy")
            try await store.close()
            #expect(try #require(bytes(copy)[1]).count > 0)
            try await expectRefusal(of: copy, .newer, "newer diced")
        }
    }

    @Test("a database of another program is refused") func anotherProgramsDatabase() async throws {
        try await withStore(changedBy: "PRAGMA application_id = 7") { file in
            try await expectRefusal(of: file, .corrupt, "belongs to another program")
        }
        for sql in ["CREATE TABLE birds (name TEXT)", "PRAGMA application_id = 7"] {
            try await withFolder { folder in
                let file = folder + "/diced.sqlite"
                try raw(file, sql)
                try await expectRefusal(
                    of: file,
                    .corrupt,
                    "belongs to another program"
                )
            }
        }
    }

    @Test(
        "a file that is not a database is refused",
        arguments: ["short", String(repeating: "no database at all\n", count: 500)]
    )
    func aFileThatIsNoDatabase(contents: String) async throws {
        try await withFolder { folder in
            let file = folder + "/diced.sqlite"
            #expect(
                FileManager.default.createFile(
                    atPath: file,
                    contents: Data(contents.utf8)
                )
            )
            try await expectRefusal(of: file, .corrupt, "not a database")
        }
    }

    @Test("a truncated store is refused", arguments: [50, 1_000, 4_096, 9_000, 12_288])
    func aTruncatedStore(length: Int) async throws {
        try await withStore(changedBy: "SELECT 1") { file in
            let whole = try #require(FileManager.default.contents(atPath: file))
            try #require(whole.count > length)
            #expect(
                FileManager.default.createFile(
                    atPath: file,
                    contents: whole.prefix(length)
                )
            )
            try await expectRefusal(of: file, .corrupt, "move")
        }
    }

    @Test("a store with a bad page is refused") func aStoreWithABadPage() async throws {
        try await withStore(changedBy: "SELECT 1") { file in
            var whole = try #require(FileManager.default.contents(atPath: file))
            whole.replaceSubrange(
                whole.count - 4_096..<whole.count,
                with: Data(repeating: 0xA5, count: 4_096)
            )
            #expect(FileManager.default.createFile(atPath: file, contents: whole))
            try await expectRefusal(of: file, .corrupt, "move")
        }
    }

    /// SQLite would delete the log.
    @Test("a log without its database is refused", arguments: [true, false])
    func aLogWithoutItsDatabase(missing: Bool) async throws {
        try await withFolder { folder in
            let store = try SQLiteStore(directory: folder + "/state")
            try await store.create(table)
            let copy = try copyRunning(store.file, into: folder + "/copy")
            try await store.close()
            try FileManager.default.removeItem(atPath: copy)
            if !missing {
                #expect(FileManager.default.createFile(atPath: copy, contents: Data()))
            }
            try await expectRefusal(of: copy, .corrupt, "-wal")
        }
    }

    /// Runs `body` with a store that was closed after `sql` changed it.
    private func withStore(changedBy sql: String, _ body: (String) async throws -> Void)
        async throws
    {
        try await withFolder { folder in
            let store = try SQLiteStore(directory: folder)
            try await store.create(table)
            try await store.create(
                StoredTable(
                    new: try TableName(valid: "tables-of-this-test"),
                    sides: [6]
                )
            )
            try await store.endTurn(of: table)
            try await store.save(table.next.rolled(1), adding: table.roll(1))
            try await store.close()
            try raw(store.file, sql)
            try await body(store.file)
        }
    }

    private func expectRefusal(
        of file: String,
        _ kind: StoreError.Cause,
        _ words: String
    )
        async throws
    {
        let before = bytes(file)
        let folder = String(file.dropLast(SQLiteStore.fileName.count + 1))
        let error = try await failure { _ = try SQLiteStore(directory: folder) }
        #expect(error.kind == kind)
        #expect(
            error.description.contains(file) && error.description.contains(words),
            "\(error)"
        )
        #expect(bytes(file) == before)
    }
}
