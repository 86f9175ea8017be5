import DiceModel
import DiceTable
import Foundation
import ProgramTestSupport
import Testing

@testable import DiceStore

@Suite struct OpeningTests {
    let table = StoredTable(new: .default, sides: [6, 6])

    @Test("a store is new until a table is created") func aStoreIsNewUntilATableWasCreated()
        async throws
    {
        try await withFolder { folder in
            let directory = folder + "/a/b//state/"
            for _ in 0..<2 {
                let store = try SQLiteStore(directory: directory)
                #expect(
                    store.isNew,
                    "a daemon that died before it made its first table must make it now"
                )
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

    @Test("store files are accessible only to their user") func filesAreOnlyForTheirUser()
        async throws
    {
        try await withFolder { folder in
            let store = try Umask.none {
                try SQLiteStore(directory: folder + "/parent/state")
            }
            try await store.create(table)
            for (path, mode) in [
                ("/parent", 0o700),
                ("/parent/state", 0o700),
                ("/parent/state/diced.sqlite", 0o600),
                ("/parent/state/diced.sqlite-wal", 0o600),
                ("/parent/state/diced.sqlite-shm", 0o600),
            ] {
                var info = stat()
                #expect(
                    stat(folder + path, &info) == 0 && info.st_mode & 0o7777 == mode,
                    "\(path)"
                )
            }
            try await store.close()
        }
    }

    @Test("access by other users is removed on opening") func whatOthersMayUseIsTakenFromThem()
        async throws
    {
        try await withFolder { folder in
            var store = try SQLiteStore(directory: folder)
            #expect(store.mended == [])
            try await store.create(table)
            try await store.close()
            #expect(chmod(folder, 0o755) == 0)
            #expect(chmod(store.file, 0o640) == 0)
            store = try SQLiteStore(directory: folder)
            for (path, mode) in [(folder, 0o700), (store.file, 0o600)] {
                var info = stat()
                #expect(
                    stat(path, &info) == 0 && info.st_mode & 0o7777 == mode,
                    "\(path)"
                )
                #expect(
                    store.mended.contains {
                        $0.hasPrefix(path + " was open to other users")
                    }
                )
            }
            try await store.close()
        }
    }

    @Test("a folder that is shared on purpose is refused")
    func aFolderThatIsSharedOnPurposeIsRefused() async throws {
        try await withFolder { folder in
            #expect(chmod(folder, 0o1777) == 0)
            let error = try await failure { _ = try SQLiteStore(directory: folder) }
            #expect(error.kind == .unavailable)
            #expect(error.description.contains("open to other users"))
            var info = stat()
            #expect(stat(folder, &info) == 0)
            #expect(info.st_mode & 0o7777 == 0o1777)
            #expect(chmod(folder, 0o2750) == 0)
            let store = try SQLiteStore(directory: folder)
            #expect(stat(folder, &info) == 0)
            #expect(info.st_mode & 0o7777 == 0o2700)
            try await store.close()
        }
    }

    @Test("a store can be opened by only one process at a time") func aStoreIsHeldByOneAtATime()
        async throws
    {
        try await withFolder { folder in
            let store = try SQLiteStore(directory: folder)
            try await store.create(table)
            let error = try await failure { _ = try SQLiteStore(directory: folder) }
            #expect(error.kind == .held)
            #expect(error.description.contains("pid \(getpid())"))
            #expect(try await store.tables() == [table])
            try await store.close()
            let next = try SQLiteStore(directory: folder)
            #expect(try await next.tables() == [table])
            try await next.close()
        }
    }

    @Test("a released store leaves no thread", .timeLimit(.minutes(1)))
    func aStoreThatIsGoneLeavesNoThread() async throws {
        try await withFolder { folder in
            weak var thread: StoreThread?
            do {
                let store = try SQLiteStore(directory: folder)
                #expect(try await store.tables().isEmpty)
                thread = store.thread
            }
            while thread != nil, !Task.isCancelled {
                await Task.yield()
            }
        }
    }

    @Test("the file contains the application id") func theFileSaysWhoseItIs() async throws {
        try await withStore { store in
            let found = try await (
                store.integer("PRAGMA application_id"),
                store.text("PRAGMA journal_mode"),
                store.integer("PRAGMA foreign_keys")
            )
            #expect(found == (1_684_628_325, "wal", 0))
        }
    }

    /// The file in the state left by GRDB's migrator, which diced 0.1.0 used for its tables.
    @Test("a store of the first version keeps working") func aStoreOfTheFirstVersionGoesOn()
        async throws
    {
        try await withFolder { folder in
            try raw(
                folder + "/diced.sqlite",
                "PRAGMA journal_mode = WAL",
                "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)",
                """
                BEGIN IMMEDIATE;
                CREATE TABLE tables (
                    name TEXT NOT NULL PRIMARY KEY, turn INTEGER NOT NULL, rollCount INTEGER NOT NULL, dice TEXT NOT NULL
                ) STRICT;
                CREATE TABLE openRoll (
                    "table" TEXT NOT NULL REFERENCES tables (name) ON DELETE CASCADE, roll INTEGER NOT NULL,
                    by TEXT NOT NULL, at INTEGER NOT NULL, outcome TEXT NOT NULL, rolled TEXT NOT NULL,
                    "values" TEXT NOT NULL, PRIMARY KEY ("table", roll)
                ) STRICT, WITHOUT ROWID;
                CREATE TABLE history (
                    id INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL DEFAULT 'turn',
                    "table" TEXT NOT NULL REFERENCES tables (name) ON DELETE CASCADE, turn INTEGER NOT NULL,
                    endedAt INTEGER NOT NULL, by TEXT NOT NULL, rolls TEXT NOT NULL, dice TEXT NOT NULL,
                    total INTEGER NOT NULL
                ) STRICT;
                CREATE INDEX historyOfTable ON history ("table", id);
                PRAGMA application_id = 1684628325;
                INSERT INTO grdb_migrations (identifier) VALUES ('v1');
                COMMIT;
                """,
                "PRAGMA user_version = 1",
                #"INSERT INTO tables VALUES ('default', 3, 1, '[{"locked":true,"sides":6,"value":4}]')"#,
                "INSERT INTO openRoll VALUES ('default', 1, 'ann', 1795215541123, 'completed', '[1]', '[4]')",
                "INSERT INTO history VALUES (7, 'turn', 'default', 2, 1795215541000, 'ann', "
                    + #"'[{"at":"2026-11-20T22:59:01.123Z","by":"bo","outcome":"completed","roll":1,"rolled":[1],"values":[5]}]', "#
                    + #"'[{"die":1,"locked":false,"sides":6,"value":5}]', 5)"#
            )
            let store = try SQLiteStore(directory: folder)
            #expect(!store.isNew)
            var table = StoredTable(
                name: .default,
                turn: 3,
                rollCount: 1,
                edition: 3,
                lastRoller: "ann",
                dice: [TurnDie(die: 1, sides: 6, value: 4, locked: true)]
            )
            // Its open turn has a roll that predates seeds.
            table.throwSeed = try #require(try await store.tables().first?.throwSeed)
            #expect(try await store.tables() == [table])
            let turn = try await store.endTurn(of: table)
            #expect(turn.id == 8)
            #expect(turn.rolls.map(\.values) == [[4]])
            let faces = try await store.faces(
                FaceQuery(table: .one(.default)),
                at: .default
            )?.tally { _ in true }
            #expect(faces?.counts[.init(sides: 6, by: "ann")] == [0, 0, 0, 1, 0, 0])
            #expect(faces?.counts[.init(sides: 6, by: "bo")] == [0, 0, 0, 0, 1, 0])
            let history = try await store.history(
                HistoryQuery(of: .default, limit: 9, before: nil)
            )
            #expect(history.turns.map(\.id) == [8, 7])
            #expect(history.turns.map(\.total) == [4, 5])
            try await store.close()
            var reader = try SQLiteConnection(store.file, .readOnly)
            #expect(
                try reader.all("SELECT identifier FROM grdb_migrations") { $0.text(0) }
                    == [
                        "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9", "v10",
                        "v11", "v12",
                        "v13", "v14 2.0.0",
                        "v15 2.1.0", "v16 2.1.0", "v17 2.1.0",
                    ]
            )
        }
    }

    /// A process that is killed while creating the file may leave it in this state.
    @Test("a store whose creation was interrupted early is new")
    func aStoreThatWasHardlyBegunIsNew() async throws {
        try await withFolder { folder in
            try raw(
                folder + "/diced.sqlite",
                "PRAGMA journal_mode = WAL",
                "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)"
            )
            let store = try SQLiteStore(directory: folder)
            #expect(store.isNew)
            try await store.create(table)
            try await store.close()
        }
    }

    /// The tests may run as root, which ignores permission bits, so these are cases that stop root
    /// too.
    @Test(
        "an unusable folder is refused",
        arguments: [
            "file/state", "file", "loop/state", "loop", "dangling", "taken", "linked",
            "pipe",
        ]
    )
    func aFolderThatCannotBeUsedIsRefused(name: String) async throws {
        try await withFolder { folder in
            let files = FileManager.default
            #expect(
                files.createFile(atPath: folder + "/file", contents: Data("text".utf8))
            )
            try files.createSymbolicLink(
                atPath: folder + "/loop",
                withDestinationPath: folder + "/loop"
            )
            try files.createSymbolicLink(
                atPath: folder + "/dangling",
                withDestinationPath: folder + "/nowhere"
            )
            try files.createDirectory(
                atPath: folder + "/taken/diced.sqlite",
                withIntermediateDirectories: true
            )
            try files.createDirectory(
                atPath: folder + "/linked",
                withIntermediateDirectories: true
            )
            try files.createSymbolicLink(
                atPath: folder + "/linked/diced.sqlite",
                withDestinationPath: folder + "/elsewhere.sqlite"
            )
            try files.createDirectory(
                atPath: folder + "/pipe",
                withIntermediateDirectories: true
            )
            #expect(mkfifo(folder + "/pipe/diced.sqlite", 0o600) == 0)
            let error = try await failure {
                _ = try SQLiteStore(directory: folder + "/" + name)
            }
            #expect(!files.fileExists(atPath: folder + "/elsewhere.sqlite"))
            let reasons = [ENOENT, ENOTDIR, ELOOP, EISDIR, EINVAL].map {
                String(cString: strerror($0))
            }
            #expect(error.kind == .unavailable)
            #expect(reasons.contains { error.description.contains($0) })
            #expect(error.description.contains("--state-dir"))
            #expect(error.description.contains(folder + "/" + name))
            #expect(files.contents(atPath: folder + "/file") == Data("text".utf8))
        }
    }
}
