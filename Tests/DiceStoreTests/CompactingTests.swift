import DiceModel
import DiceTable
import Foundation
import Testing

@testable import DiceStore

/// A file shrinks after a deletion.
@Suite struct CompactingTests {
    private static let rows = 3_000

    private func fill(_ file: String) throws {
        try raw(
            file,
            """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(Self.rows))
                INSERT INTO history ("table", turn, endedAt, by, rolls, dice, total, seed)
                SELECT 'night', i, i, 'ann', '[]', '[]', 0, hex(zeroblob(1000)) FROM n;
            INSERT INTO history ("table", turn, endedAt, by, rolls, dice, total)
                SELECT 'other', turn, endedAt, by, rolls, dice, total FROM history;
            """
        )
    }

    private func size(_ file: String) throws -> Int {
        try #require(bytes(file)[0]).count
    }

    /// Opens a store with one long table.
    ///
    /// - Parameter isOld: True for a file that cannot free pages, as in version 2.0.
    private func withLongStore(isOld: Bool, _ body: (SQLiteStore) async throws -> Void)
        async throws
    {
        try await withFolder { folder in
            if isOld {
                try FileManager.default.createDirectory(
                    atPath: folder + "/state",
                    withIntermediateDirectories: true
                )
                let file = folder + "/state/" + SQLiteStore.fileName
                #expect(FileManager.default.createFile(atPath: file, contents: nil))
                var older = try SQLiteConnection(file)
                try older.migrate(Array(Schema.migrations.dropLast()))
            }
            let store = try SQLiteStore(
                directory: folder + "/state",
                removesInBackground: false
            )
            for name in ["night", "other"] {
                try await store.create(
                    StoredTable(new: try TableName(valid: name), sides: [6])
                )
            }
            try fill(store.file)
            _ = await store.tidy()
            try await body(store)
            try await store.close()
        }
    }

    @Test("the file shrinks after a deletion and a quiet period", arguments: [false, true])
    func theFileIsShortAfterADeletionAndAQuietTime(
        isOld: Bool
    )
        async throws
    {
        try await withLongStore(isOld: isOld) { store in
            try await store.execute(SQLiteStore.emptiesLog)
            let before = try size(store.file)
            try await store.delete(TableName(valid: "night"))
            while try await store.removeStep() {}
            #expect(await store.tidy())
            #expect(try size(store.file) < before / 3)
            #expect(
                try await store.integer("PRAGMA freelist_count") ?? .max
                    <= SQLiteStore.retainedPages
            )
            #expect(try await store.integer("PRAGMA auto_vacuum") == 2)
            #expect(try await store.names() == [TableName(valid: "other")])
        }
    }

    /// A change interrupts the rewriting of the file, which takes long.
    @Test("compacting stops when a change is waiting") func aChangeThatWaitsEndsIt() async throws {
        try await withLongStore(isOld: true) { store in
            let other = try #require(try await store.table(TableName(valid: "other")))
            try await store.delete(TableName(valid: "night"))
            while try await store.removeStep() {}
            let gate = Gate(store)
            let tidied = Task.immediate { await store.tidy() }
            let saved = Task.immediate {
                try await store.saveRoll(of: other)
            }
            gate.open()
            #expect(await !tidied.value)
            try await saved.value
            #expect(try await store.integer("PRAGMA auto_vacuum") == 0)
            #expect(await store.tidy())
            #expect(try await store.integer("PRAGMA auto_vacuum") == 2)
        }
    }

    /// A copy can free pages too, and so can a store restored from it.
    @Test("a backup of an old store can shrink") func aCopyOfAnOldStoreCanShrink() async throws {
        try await withLongStore(isOld: true) { store in
            let copy =
                String(store.file.dropLast("/state/diced.sqlite".count))
                + "/copy.sqlite"
            _ = try await store.backup(to: copy, replacing: false)
            var reader = try SQLiteConnection(copy, .readOnly)
            #expect(try reader.first("PRAGMA auto_vacuum") { $0.integer(0) } == 2)
        }
    }
}
