import DiceModel
import DiceTable
import Foundation
import Testing

@testable import DiceStore

/// Files that are not ours to open keep every byte.
@Suite struct RefusalTests {
    let table = StoredTable(new: .default, sides: [6, 6])

    @Test(arguments: [
        ("('v99')", "upgrade, or start"),
        ("('v9 1.9.0'), ('v10 1.10.0'), ('v8 1.2.0')", "upgrade to 1.10.0 or newer, or start"),
    ])
    func aNewerStore(steps: String, words: String) async throws {
        try await withStore(changedBy: "INSERT INTO grdb_migrations VALUES \(steps)") { file in
            try await expectRefusal(of: file, .newer, "newer diced; \(words) with another --state-dir")
        }
    }

    /// In the table, and in the index that it is looked up in.
    @Test func aNameThatIsAnotherInOnePlace() async throws {
        try await withStore(changedBy: "UPDATE tables SET name = name") { file in
            let whole = try #require(FileManager.default.contents(atPath: file))
            let name = Data("tables-of-this-test".utf8)
            var (start, places) = (whole.startIndex, 0)
            while let place = whole.range(of: name, in: start..<whole.endIndex) {
                var data = whole
                data[place.lowerBound] = UInt8(ascii: "u")
                #expect(FileManager.default.createFile(atPath: file, contents: data))
                try await expectRefusal(of: file, .corrupt, "index")
                (start, places) = (place.upperBound, places + 1)
            }
            #expect(places == 2)
        }
    }

    /// As it was found, and not at the first request that needs what is missing.
    @Test(arguments: [
        ("DROP TABLE history", "no such table: history"), ("DROP TABLE openRoll", "no such table: openRoll"),
        ("ALTER TABLE history DROP COLUMN total", "no such column"),
        ("DELETE FROM grdb_migrations", "record of migrations"),
        ("DELETE FROM grdb_migrations WHERE identifier = 'v1'", "record of migrations"),
        ("DROP TABLE grdb_migrations", "record of migrations"),
        ("UPDATE tables SET dice = '[]'", "table 'default'"),
        ("UPDATE tables SET turn = 0", "its turn cannot be right"),
        ("UPDATE openRoll SET roll = 9223372036854775807", "table 'default'"),
        ("PRAGMA foreign_keys = OFF; UPDATE tables SET name = '../x' WHERE name = 'default'", "table '../x'"),
    ])
    func aStoreThatLacksSomething(edit: String, words: String) async throws {
        try await withStore(changedBy: edit) { file in try await expectRefusal(of: file, .corrupt, words) }
    }

    @Test func aNewerStoreThatWasKilled() async throws {
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

    @Test func anotherProgramsDatabase() async throws {
        try await withStore(changedBy: "PRAGMA application_id = 7") { file in
            try await expectRefusal(of: file, .corrupt, "belongs to another program")
        }
        for sql in ["CREATE TABLE birds (name TEXT)", "PRAGMA application_id = 7"] {
            try await withFolder { folder in
                let file = folder + "/diced.sqlite"
                try raw(file, sql)
                try await expectRefusal(of: file, .corrupt, "belongs to another program")
            }
        }
    }

    @Test(arguments: ["short", String(repeating: "no database at all\n", count: 500)])
    func aFileThatIsNoDatabase(contents: String) async throws {
        try await withFolder { folder in
            let file = folder + "/diced.sqlite"
            #expect(FileManager.default.createFile(atPath: file, contents: Data(contents.utf8)))
            try await expectRefusal(of: file, .corrupt, "not a database")
        }
    }

    @Test(arguments: [50, 1_000, 4_096, 9_000, 12_288])
    func aTruncatedStore(length: Int) async throws {
        try await withStore(changedBy: "SELECT 1") { file in
            let whole = try #require(FileManager.default.contents(atPath: file))
            try #require(whole.count > length)
            #expect(FileManager.default.createFile(atPath: file, contents: whole.prefix(length)))
            try await expectRefusal(of: file, .corrupt, "move")
        }
    }

    @Test func aStoreWithABadPage() async throws {
        try await withStore(changedBy: "SELECT 1") { file in
            var whole = try #require(FileManager.default.contents(atPath: file))
            whole.replaceSubrange(whole.count - 4_096..<whole.count, with: Data(repeating: 0xA5, count: 4_096))
            #expect(FileManager.default.createFile(atPath: file, contents: whole))
            try await expectRefusal(of: file, .corrupt, "move")
        }
    }

    /// SQLite would throw the log away.
    @Test(arguments: [true, false])
    func aLogWithoutItsDatabase(missing: Bool) async throws {
        try await withFolder { folder in
            let store = try SQLiteStore(directory: folder + "/state")
            try await store.create(table)
            let copy = try copyRunning(store.file, into: folder + "/copy")
            try await store.close()
            try FileManager.default.removeItem(atPath: copy)
            if !missing { #expect(FileManager.default.createFile(atPath: copy, contents: Data())) }
            try await expectRefusal(of: copy, .corrupt, "-wal")
        }
    }

    /// A store that was closed after `sql` changed it.
    private func withStore(changedBy sql: String, _ body: (String) async throws -> Void) async throws {
        try await withFolder { folder in
            let store = try SQLiteStore(directory: folder)
            try await store.create(table)
            try await store.create(StoredTable(new: try TableName(valid: "tables-of-this-test"), sides: [6]))
            _ = try await store.endTurn(table.ending, leaving: table.next)
            try await store.save(table.next.rolled(1), adding: table.roll(1))
            try await store.close()
            try raw(store.file, sql)
            try await body(store.file)
        }
    }

    private func expectRefusal(of file: String, _ kind: StoreError.Cause, _ words: String) async throws {
        let before = bytes(file)
        let folder = String(file.dropLast(SQLiteStore.fileName.count + 1))
        let error = try await failure { _ = try SQLiteStore(directory: folder) }
        #expect(error.kind == kind)
        #expect(error.description.contains(file) && error.description.contains(words), "\(error)")
        #expect(bytes(file) == before)
    }
}
