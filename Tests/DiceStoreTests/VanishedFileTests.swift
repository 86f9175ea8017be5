import DiceModel
import DiceTable
import Foundation
import Glibc
import Testing

@testable import DiceStore

/// Data written into a removed file is lost with the daemon, so no client may be told that writing
/// such data has succeeded.
@Suite struct VanishedFileTests {
    let table = StoredTable(new: .default, sides: [6, 6])

    @Test(
        "writes are refused once the file is gone",
        arguments: ["diced.sqlite", "diced.sqlite-wal", ""]
    )
    func nothingIsStoredOnceTheFileIsGone(name: String) async throws {
        try await withFolder { folder in
            let state = folder + "/state"
            let store = try SQLiteStore(directory: state)
            try await store.create(table)
            let here = name.isEmpty ? state : state + "/" + name
            let away = folder + "/away"
            try FileManager.default.moveItem(atPath: here, toPath: away)
            let refusal = try await failure {
                try await store.saveRoll(of: table)
            }
            #expect(refusal.kind == .unavailable)
            #expect(
                refusal.description.hasPrefix(here + " was removed, moved or replaced")
            )
            let turn = try await failure {
                _ = try await store.endTurn(table.ending, leaving: table)
            }
            #expect(turn == refusal)

            try FileManager.default.moveItem(atPath: away, toPath: here)
            try await store.saveRoll(of: table)
            try await store.close()
            let again = try SQLiteStore(directory: state)
            #expect(try await again.tables() == [table.rolled(1)])
            try await again.close()
        }
    }

    /// The state at the time of a kill, after the first refused change or after an idle period.
    @Test("data in a deleted log is moved into the database", arguments: [true, false])
    func whatALogHadThatIsGoneIsMovedIntoTheDatabase(
        isQuiet: Bool
    )
        async throws
    {
        try await withFolder { folder in
            let store = try SQLiteStore(directory: folder + "/state")
            try await store.create(table)
            try await store.saveRoll(of: table)
            try FileManager.default.removeItem(atPath: store.file + "-wal")
            if isQuiet {
                _ = await store.tidy()
            } else {
                _ = try await failure {
                    try await store.saveRoll(of: table, 2)
                }
            }
            let copy = try copyRunning(store.file, into: folder + "/copy")
            let left = try SQLiteStore(directory: folder + "/copy")
            #expect(try await left.tables() == [table.rolled(1)], "\(copy)")
            try await left.close()
            try await store.close()
            let again = try SQLiteStore(directory: folder + "/state")
            #expect(try await again.tables() == [table.rolled(1)])
            try await again.close()
        }
    }

    /// The connection would miss the data in the log.
    @Test(
        "a connection opened after the file is gone reads nothing",
        arguments: ["diced.sqlite", "diced.sqlite-wal"]
    )
    func nothingIsReadByAConnectionThatIsMadeOnceTheFileIsGone(name: String)
        async throws
    {
        try await withFolder { folder in
            let state = folder + "/state"
            let store = try SQLiteStore(directory: state)
            try await store.create(table)
            try FileManager.default.moveItem(
                atPath: state + "/" + name,
                toPath: folder + "/away"
            )
            let backup = try await failure {
                _ = try await store.backup(to: folder + "/copy", replacing: false)
            }
            #expect(backup.description.hasPrefix("\(state)/\(name) was removed"))
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
                    == [
                        "away", "state",
                    ]
            )
            let page = try await failure {
                _ = try await store.history(HistoryQuery(.all, kind: .all))
            }
            #expect(page == backup)
            try? await store.close()
        }
    }

    /// A reader whose files are open still reads their contents.
    @Test("files opened before the log is gone are still read")
    func whatWasOpenedBeforeTheLogIsGoneIsStillRead() async throws {
        try await withStore { store in
            try await store.create(table)
            try await store.endTurn(of: table)
            let before = try await store.history(HistoryQuery(of: .default))
            try FileManager.default.removeItem(atPath: store.file + "-wal")
            #expect(try await store.history(HistoryQuery(of: .default)) == before)
        }
    }

    @Test("writes are refused once the file is replaced")
    func nothingIsStoredOnceTheFileIsReplaced() async throws {
        try await withFolder { folder in
            let store = try SQLiteStore(directory: folder + "/state")
            try await store.create(table)
            let copy = try copyRunning(store.file, into: folder + "/copy")
            try FileManager.default.removeItem(atPath: store.file)
            try FileManager.default.moveItem(atPath: copy, toPath: store.file)
            let refusal = try await failure {
                try await store.saveRoll(of: table)
            }
            #expect(refusal.description.contains("removed, moved or replaced"))
            try? await store.close()
        }
    }

    /// Writes would go to the removed file.
    @Test("a replaced log is detected") func aLogThatWasReplaced() async throws {
        try await withFolder { folder in
            let store = try SQLiteStore(directory: folder)
            try await store.create(table)
            try await store.saveRoll(of: table)
            let log = store.file + "-wal"
            try FileManager.default.moveItem(atPath: log, toPath: log + "2")
            try FileManager.default.copyItem(atPath: log + "2", toPath: log)
            let refusal = try await failure {
                try await store.saveRoll(of: table, 2)
            }
            #expect(refusal.description.contains("removed, moved or replaced"))
            try? await store.close()
        }
    }

    @Test("the lock is on the database file itself") func theLockIsOnTheDatabaseItself()
        async throws
    {
        try await withFolder { folder in
            let store = try SQLiteStore(directory: folder + "/state")
            try await store.create(table)
            try FileManager.default.removeItem(atPath: folder + "/state/diced.lock")
            #expect(
                try await failure { _ = try SQLiteStore(directory: folder + "/state") }
                    .kind
                    == .held
            )
            try FileManager.default.createDirectory(
                atPath: folder + "/other",
                withIntermediateDirectories: false
            )
            try FileManager.default.linkItem(
                atPath: store.file,
                toPath: folder + "/other/diced.sqlite"
            )
            #expect(
                try await failure { _ = try SQLiteStore(directory: folder + "/other") }
                    .kind
                    == .held
            )
            try await store.saveRoll(of: table)
            try await store.close()
            let other = try SQLiteStore(directory: folder + "/other")
            try await other.close()
        }
    }

    @Test("a child process that inherits the file descriptors does not keep the lock")
    func aProgramThatIsStartedMeanwhileKeepsNoLock() async throws {
        try await withFolder { folder in
            let store = try SQLiteStore(directory: folder)
            // The descriptors of a child process between fork and exec.
            let inherited = try descriptors(of: store.file).map { dup($0) }
            #expect(!inherited.isEmpty)
            defer {
                for descriptor in inherited {
                    Glibc.close(descriptor)
                }
            }
            try await store.close()
            try await SQLiteStore(directory: folder).close()
        }
    }

    private func descriptors(of path: String) throws -> [CInt] {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { CInt($0) }
            .filter {
                (try? FileManager.default.destinationOfSymbolicLink(
                    atPath: "/proc/self/fd/\($0)"
                ))
                    == path
            }
    }
}
