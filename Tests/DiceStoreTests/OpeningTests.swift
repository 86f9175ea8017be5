import DiceModel
import DiceTable
import Foundation
import GRDB
import Testing

@testable import DiceStore

@Suite struct OpeningTests {
    let table = StoredTable(new: .default, sides: [6, 6])

    @Test func aStoreIsNewUntilATableWasCreated() async throws {
        try await withFolder { folder in
            let directory = folder + "/a/b//state/"
            for _ in 0..<2 {
                let store = try SQLiteStore(directory: directory)
                #expect(store.isNew, "a daemon that died before it made its first table must make it now")
                #expect(try await store.tables().isEmpty)
                try await store.close()
            }
            let store = try SQLiteStore(directory: directory)
            try await store.create(table)
            try await store.delete(.default)
            try await store.close()
            let reopened = try SQLiteStore(directory: directory)
            #expect(!reopened.isNew, "a deleted table must stay deleted")
            try await reopened.close()
        }
    }

    @Test func filesAreOnlyForTheirUser() async throws {
        try await withFolder { folder in
            let before = umask(0)
            defer { umask(before) }
            let store = try SQLiteStore(directory: folder + "/parent/state")
            try await store.create(table)
            for (path, mode) in [
                ("/parent", 0o700), ("/parent/state", 0o700), ("/parent/state/diced.sqlite", 0o600),
                ("/parent/state/diced.sqlite-wal", 0o600), ("/parent/state/diced.sqlite-shm", 0o600),
            ] {
                var info = stat()
                #expect(stat(folder + path, &info) == 0 && info.st_mode & 0o7777 == mode, "\(path)")
            }
            try await store.close()
        }
    }

    @Test func aFolderThatIsThereKeepsItsMode() async throws {
        try await withFolder { folder in
            #expect(chmod(folder, 0o750) == 0)
            let store = try SQLiteStore(directory: folder)
            var info = stat()
            #expect(stat(folder, &info) == 0 && info.st_mode & 0o7777 == 0o750)
            try await store.close()
        }
    }

    @Test func aStoreIsHeldByOneAtATime() async throws {
        try await withFolder { folder in
            let store = try SQLiteStore(directory: folder)
            try await store.create(table)
            let error = try await failure { _ = try SQLiteStore(directory: folder) }
            #expect(error.kind == .held && error.description.contains("pid \(getpid())"))
            #expect(try await store.tables() == [table])
            try await store.close()
            let next = try SQLiteStore(directory: folder)
            #expect(try await next.tables() == [table])
            try await next.close()
        }
    }

    @Test func theFileSaysWhoseItIs() async throws {
        try await withStore { store in
            let found = try await store.queue.read { db in
                try ["application_id", "journal_mode", "foreign_keys"].map {
                    try String.fetchOne(db, sql: "PRAGMA \($0)")
                }
            }
            #expect(found == ["1684628325", "wal", "1"])
        }
    }

    /// The user who runs the tests may be root, whom permission bits do not stop: what stops everyone is tried here.
    @Test(arguments: [
        "file/state", "file", "loop/state", "loop", "dangling", "taken", "linked", "pipe",
    ])
    func aFolderThatCannotBeUsedIsRefused(name: String) async throws {
        try await withFolder { folder in
            let files = FileManager.default
            #expect(files.createFile(atPath: folder + "/file", contents: Data("text".utf8)))
            try files.createSymbolicLink(atPath: folder + "/loop", withDestinationPath: folder + "/loop")
            try files.createSymbolicLink(atPath: folder + "/dangling", withDestinationPath: folder + "/nowhere")
            try files.createDirectory(atPath: folder + "/taken/diced.sqlite", withIntermediateDirectories: true)
            try files.createDirectory(atPath: folder + "/linked", withIntermediateDirectories: true)
            try files.createSymbolicLink(
                atPath: folder + "/linked/diced.sqlite", withDestinationPath: folder + "/elsewhere.sqlite")
            try files.createDirectory(atPath: folder + "/pipe", withIntermediateDirectories: true)
            #expect(mkfifo(folder + "/pipe/diced.sqlite", 0o600) == 0)
            let error = try await failure {
                _ = try SQLiteStore(directory: folder + "/" + name)
            }
            #expect(!files.fileExists(atPath: folder + "/elsewhere.sqlite"))
            let reasons = [ENOTDIR, ELOOP, EISDIR, EINVAL].map { String(cString: strerror($0)) }
            #expect(error.kind == .unavailable)
            #expect(reasons.contains { error.description.contains($0) } && error.description.contains("--state-dir"))
            #expect(error.description.contains(folder + "/" + name))
            #expect(files.contents(atPath: folder + "/file") == Data("text".utf8))
        }
    }
}
