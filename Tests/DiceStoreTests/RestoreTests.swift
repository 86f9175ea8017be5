import DiceModel
import DiceTable
import Foundation
import Testing

@testable import DiceStore

@Suite struct RestoreTests {
    private let table = StoredTable(new: .default, sides: [6, 6])
    private let now = Timestamp(millisecondsSinceEpoch: 1_795_215_541_123)

    /// Creates a store with one turn in `state`, and one with two turns in `copy.sqlite`.
    private func withStores(
        _ body: (_ folder: String, _ store: String, _ copy: String) async throws -> Void
    )
        async throws
    {
        try await withFolder { folder in
            let state = folder + "/state"
            let copy = folder + "/copy.sqlite"
            let store = try SQLiteStore(directory: state)
            try await store.create(table)
            try await store.endTurn(of: table)
            try await store.close()
            let other = try SQLiteStore(directory: folder + "/other")
            try await other.create(table)
            try await other.endTurn(of: table)
            try await other.endTurn(of: table.next)
            _ = try await other.backup(to: copy, replacing: false) { WithheldData() }
            try await other.close()
            try await body(state, store.file, copy)
        }
    }

    private func names(_ folder: String) throws -> Set<String> {
        Set(try FileManager.default.contentsOfDirectory(atPath: folder)).subtracting([
            "diced.lock"
        ])
    }

    private func turn(_ folder: String) async throws -> (number: Int?, mended: [String]) {
        let store = try SQLiteStore(directory: folder)
        let turn = try await store.tables().first?.turn
        try await store.close()
        return (turn, store.mended)
    }

    @Test("a restore installs the backup and keeps the old store beside it")
    func theCopyIsInPlaceAndTheStoreBesideIt() async throws {
        try await withStores { folder, store, copy in
            let said = try StoreRestore.preview(copy, directory: folder)
            let day = table.ending.endedAt.description.prefix(10)
            #expect(
                said == [
                    "\(copy) holds 1 table, 2 turns and 0 throws, from \(day) to \(day)",
                    "\(store) holds 1 table, 1 turn and 0 throws, from \(day) to \(day)",
                ]
            )
            #expect(try names(folder) == ["diced.sqlite"], "a preview changes nothing")
            let kept = try #require(
                try StoreRestore.restore(copy, into: folder, now: now)
            )
            let names = try names(folder)
            #expect(kept.hasPrefix(store + ".2026"))
            #expect(names.count == 2)
            let (number, mended) = try await turn(folder)
            #expect(number == 3)
            #expect(mended == [])
            #expect(
                try StoreRestore.restore(
                    kept,
                    into: folder,
                    now: Timestamp(millisecondsSinceEpoch: 0)
                ) != nil
            )
            #expect(try await turn(folder).number == 2, "and back")
        }
    }

    @Test("writes in the log of a killed daemon are kept by a restore")
    func whatStandsInTheLogOfAKilledDaemonIsKept() async throws {
        try await withStores { folder, file, copy in
            let running = try SQLiteStore(directory: folder)
            try await running.endTurn(of: table.next)
            let killed = folder + "/killed"
            _ = try copyRunning(file, into: killed)
            try await running.close()
            let kept = try #require(
                try StoreRestore.restore(copy, into: killed, now: now)
            )
            #expect(
                try StoreRestore.preview(kept, directory: killed)[0].contains("2 turns")
            )
        }
    }

    @Test("a folder without a store gets one") func aFolderWithoutAStoreGetsOne() async throws {
        try await withStores { folder, _, copy in
            let new = folder + "/new"
            let kept = try StoreRestore.restore(copy, into: new, now: now)
            let number = try await turn(new).number
            let names = try names(new)
            #expect(kept == nil)
            #expect(number == 3)
            #expect(names == ["diced.sqlite"])
        }
    }

    @Test("a damaged store is kept unchanged beside the restored one")
    func aDamagedStoreIsKeptAsItIs() async throws {
        try await withStores { folder, store, copy in
            try Data("no database".utf8).write(to: URL(filePath: store))
            #expect(
                try StoreRestore.preview(copy, directory: folder)[1].hasPrefix(
                    "\(store) cannot be read: "
                )
            )
            let kept = try #require(
                try StoreRestore.restore(copy, into: folder, now: now)
            )
            #expect(
                try Data(contentsOf: URL(filePath: kept)) == Data("no database".utf8)
            )
            #expect(try await turn(folder).number == 3)
        }
    }

    @Test("the log of a damaged store is kept with it")
    func whatStandsInTheLogOfADamagedStoreGoesWithIt() async throws {
        try await withStores { folder, store, copy in
            try Data("no database".utf8).write(to: URL(filePath: store))
            try Data("no log".utf8).write(to: URL(filePath: store + "-wal"))
            let kept = try #require(
                try StoreRestore.restore(copy, into: folder, now: now)
            )
            #expect(
                try Data(contentsOf: URL(filePath: kept + "-wal"))
                    == Data("no log".utf8)
            )
            #expect(!FileManager.default.fileExists(atPath: store + "-wal"))
        }
    }

    @Test(
        "invalid backup files are refused",
        arguments: [
            ("missing", StoreError.Cause.unreadable, "cannot be read: No such file"),
            ("folder", .unreadable, "is not a file"),
            ("itself", .unreadable, "is the store itself"),
            ("inUse", .unreadable, "-wal"),
            ("empty", .corrupt, "store of diced"),
            ("text", .corrupt, "store of diced"),
            ("row", .corrupt, "its column dice is invalid"),
            ("newer", .newer, "was written by a newer diced"),
        ]
    )
    func refusedFiles(kind: String, cause: StoreError.Cause, words: String) async throws {
        try await withStores { folder, store, copy in
            var file = copy
            switch kind {
            case "missing": file += "x"
            case "folder": file = folder
            case "itself": file = store
            case "inUse": try Data("log".utf8).write(to: URL(filePath: copy + "-wal"))
            case "empty": try Data().write(to: URL(filePath: copy))
            case "text": try Data("text".utf8).write(to: URL(filePath: copy))
            case "row": try raw(copy, "UPDATE tables SET dice = 'x'")
            default:
                try raw(
                    copy,
                    "INSERT INTO grdb_migrations (identifier) VALUES ('v999')"
                )
            }
            let before = bytes(store)
            for body in [
                { _ = try StoreRestore.preview(file, directory: folder) },
                { _ = try StoreRestore.restore(file, into: folder, now: now) },
            ] as [() throws -> Void] {
                let error = try await failure { try body() }
                #expect(
                    error.kind == cause && error.description.contains(words),
                    "\(error)"
                )
            }
            #expect(bytes(store) == before)
            #expect(try names(folder) == ["diced.sqlite"])
        }
    }

    @Test("a running daemon keeps its store") func aDaemonThatRunsKeepsItsStore() async throws {
        try await withStores { folder, _, copy in
            let running = try SQLiteStore(directory: folder)
            let error = try await failure {
                _ = try StoreRestore.restore(copy, into: folder, now: now)
            }
            #expect(error.kind == .held)
            #expect(try await running.tables().first?.turn == 2)
            try await running.close()
        }
    }

    /// Each state in which a kill between two steps of a restore leaves the files.
    @Test(
        "a restore that was interrupted is completed or undone",
        arguments: [
            "half copied", "half noted", "noted", "log moved", "store moved", "in place",
        ]
    )
    func cutOff(_ instant: String) async throws {
        try await withStores { folder, store, copy in
            let files = FileManager.default
            let new = store + ".restoring"
            let note = store + ".restored"
            let kept = store + ".20261125T000000000Z"
            try files.copyItem(atPath: copy, toPath: new)
            if instant == "half copied" {
                try Data(contentsOf: URL(filePath: copy)).prefix(5_000).write(
                    to: URL(filePath: new)
                )
            } else if instant == "half noted" {
                try Data("20261125T000000000Z\0/co".utf8).write(to: URL(filePath: note))
            } else {
                try Data("20261125T000000000Z\0\(copy)\0".utf8).write(
                    to: URL(filePath: note)
                )
                if instant == "log moved" {
                    try Data().write(to: URL(filePath: kept + "-wal"))
                }
                if ["store moved", "in place"].contains(instant) {
                    try files.moveItem(atPath: store, toPath: kept)
                }
                if instant == "in place" {
                    try files.moveItem(atPath: new, toPath: store)
                }
            }
            let (number, mended) = try await turn(folder)
            if instant.hasPrefix("half") {
                #expect(number == 2)
                #expect(
                    mended == [
                        "a restore was interrupted before it took effect; the tables are unchanged"
                    ]
                )
                #expect(try names(folder) == ["diced.sqlite"])
            } else {
                #expect(number == 3)
                #expect(
                    mended == [
                        "the tables were restored from \(copy); the previous ones are in \(kept)"
                    ]
                )
                #expect(
                    try StoreRestore.preview(kept, directory: folder)[0].contains(
                        "1 turn and"
                    )
                )
            }
            #expect(try await turn(folder).mended == [], "told once")
        }
    }
}
