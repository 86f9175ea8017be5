import DiceModel
import DiceTable
import Foundation
import Testing

@testable import DiceStore

/// The copy of a store that is kept before its schema is changed.
@Suite struct UpgradeTests {
    /// The schema of the first release.
    private static let older = Array(
        Schema.migrations.prefix { $0.name != "v14 2.0.0" }
    )
    private let release =
        Schema.migrations.last?.name.split(separator: " ").last.map(String.init) ?? ""

    private func name(_ number: Int = 1) -> String {
        "diced.sqlite.before-\(release)" + (number == 1 ? "" : "-\(number)")
    }

    /// Creates a store of the first release with this many tables, `t1` and so on.
    private func makeOlder(
        _ folder: String,
        tables: Int = 1,
        dice: String = #"[{"locked":true,"sides":6,"value":4}]"#
    )
        throws
    {
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        var older = try SQLiteConnection(folder + "/" + SQLiteStore.fileName)
        try older.migrate(Self.older)
        try older.execute("PRAGMA user_version = \(Schema.used)")
        for number in 1...tables {
            try older.run(
                "INSERT INTO tables (name, turn, rollCount, dice) VALUES (?, 1, 0, ?)",
                "t\(number)",
                dice
            )
        }
    }

    /// Opens the store and closes it. Returns the reported progress.
    @discardableResult private func upgrade(_ folder: String) async throws
        -> [UpgradeProgress]
    {
        var reported: [UpgradeProgress] = []
        try await SQLiteStore(directory: folder) { reported.append($0) }.close()
        return reported
    }

    private func copies(_ folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).filter {
            $0.hasPrefix("diced.sqlite.")
        }.sorted()
    }

    private func taken(_ file: String) throws -> [String] {
        var connection = try SQLiteConnection(file, .immutable)
        return try connection.takenMigrations()
    }

    private func tables(_ file: String) throws -> [String] {
        var connection = try SQLiteConnection(file, .immutable)
        return try connection.all("SELECT name FROM tables ORDER BY name") {
            $0.text(0) ?? ""
        }
    }

    @Test("an older store is copied before its schema changes")
    func anOlderStoreIsCopiedBeforeItsSchemaChanges() async throws {
        try await withFolder { folder in
            try makeOlder(folder)
            let reported = try await upgrade(folder)
            let copy = folder + "/" + name()
            let last = try #require(Schema.migrations.last).name.split(separator: " ")
            let names = (from: "v13", to: "\(last[0]) (\(last[1]))")
            #expect(
                reported.first == .started(from: names.from, to: names.to, copy: copy)
            )
            let finished = UpgradeProgress.finished(
                from: names.from,
                to: names.to,
                copy: copy
            )
            #expect(reported.suffix(3) == [.checking, .migrating, finished])
            #expect(try copies(folder) == [name()])
            #expect(try taken(copy) == Self.older.map(\.name))
            #expect(
                try taken(folder + "/diced.sqlite") == Schema.migrations.map(\.name)
            )
            #expect(try tables(copy) == ["t1"])
            let mode =
                try FileManager.default.attributesOfItem(atPath: copy)[
                    .posixPermissions
                ] as? Int
            #expect(mode == 0o600)
        }
    }

    @Test("a new store and one with the current schema are not copied")
    func aNewStoreAndOneOfThisSchemaAreNotCopied() async throws {
        try await withFolder { folder in
            for _ in 1...2 {
                let reported = try await upgrade(folder)
                #expect(reported == [])
            }
            #expect(try copies(folder) == [])
        }
    }

    @Test("data that is only in the log is in the upgrade copy")
    func whatIsInTheLogAloneIsInTheCopy() async throws {
        try await withFolder { folder in
            try makeOlder(folder + "/running")
            let file = folder + "/running/diced.sqlite"
            let running = try SQLiteConnection(file)
            try running.execute(
                "PRAGMA journal_mode = WAL; UPDATE tables SET name = 'logged'"
            )
            _ = try copyRunning(file, into: folder + "/state")
            #expect(bytes(folder + "/state/diced.sqlite")[1]?.isEmpty == false)
            try await upgrade(folder + "/state")
            #expect(try tables("\(folder)/state/\(name())") == ["logged"])
        }
    }

    /// The files that a kill leaves while the copy is being written, and once the copy has its
    /// name.
    @Test("an interrupted upgrade starts again and leaves one copy", arguments: [false, true])
    func anUpgradeThatWasCutOffBeginsAgainAndLeavesOneCopy(hasName: Bool) async throws {
        try await withFolder { folder in
            try makeOlder(folder, tables: 2)
            let left = folder + "/" + name() + (hasName ? "" : ".Ab12Cd")
            try Data("part".utf8).write(to: URL(filePath: left))
            try FileManager.default.createSymbolicLink(
                atPath: folder + "/diced.sqlite.upgrading",
                withDestinationPath: name()
            )
            try await upgrade(folder)
            #expect(try copies(folder) == [name()])
            #expect(try tables("\(folder)/\(name())") == ["t1", "t2"])
        }
    }

    @Test("a migration interrupted at its end leaves no note")
    func aMigrationThatWasCutOffAtItsEndLeavesNoNote() async throws {
        try await withFolder { folder in
            try makeOlder(folder)
            try await upgrade(folder)
            try FileManager.default.createSymbolicLink(
                atPath: folder + "/diced.sqlite.upgrading",
                withDestinationPath: name()
            )
            try await upgrade(folder)
            #expect(try copies(folder) == [name()])
        }
    }

    /// A user has returned to the old version, played and upgraded again.
    @Test("an earlier upgrade copy is not replaced, and the two newest are kept")
    func theCopyOfAnEarlierUpgradeIsNotReplacedAndTheTwoNewestAreKept()
        async throws
    {
        try await withFolder { folder in
            for number in 1...3 {
                for suffix in ["", "-wal", "-shm"] {
                    try? FileManager.default.removeItem(
                        atPath: folder + "/diced.sqlite" + suffix
                    )
                }
                try makeOlder(folder, tables: number)
                try await upgrade(folder)
                let copy = "\(folder)/\(name(number))"
                #expect(try tables(copy).count == number)
                try FileManager.default.setAttributes(
                    [.modificationDate: Date(timeIntervalSince1970: Double(number))],
                    ofItemAtPath: copy
                )
            }
            #expect(try copies(folder) == [name(2), name(3)])
        }
    }

    @Test("files that are not upgrade copies are kept") func whatIsNotACopyOfAnUpgradeIsKept()
        async throws
    {
        try await withFolder { folder in
            let others = [
                "20261101T101010Z", "before-2.0", "before-2.0.0.old", "before-x",
                "restoring2",
            ]
            try makeOlder(folder)
            for other in others {
                try Data().write(to: URL(filePath: folder + "/diced.sqlite." + other))
            }
            try await upgrade(folder)
            #expect(
                try copies(folder)
                    == (others.map { "diced.sqlite." + $0 } + [name()]).sorted()
            )
        }
    }

    @Test("a damaged table of a large store is equally damaged in the copy")
    func aTableThatIsDamagedInALargeStoreIsAsDamagedInTheCopy() async throws {
        try await withFolder { folder in
            let die = #"{"locked":false,"sides":6,"value":3}"#
            let dice =
                "[" + Array(repeating: die, count: 1_000).joined(separator: ",") + "]"
            try makeOlder(folder, tables: 500, dice: dice)
            try raw(
                folder + "/diced.sqlite",
                "UPDATE tables SET dice = '[]' WHERE name = 't7'"
            )
            let reported = try await upgrade(folder)
            #expect(
                reported.contains(
                    .damaged(problem: "table 't7': its column dice is invalid")
                )
            )
            #expect(
                reported.contains {
                    if case .copying(let done, let total) = $0 {
                        done < total
                    } else {
                        false
                    }
                }
            )
            #expect(try tables("\(folder)/\(name())").count == 500)
        }
    }

    @Test("the upgrade copy is a store that can be restored") func theCopyIsAStoreThatIsRestored()
        async throws
    {
        try await withFolder { folder in
            try makeOlder(folder)
            try await upgrade(folder)
            let store = try SQLiteStore(directory: folder)
            try await store.create(StoredTable(new: .default, sides: [6]))
            try await store.close()
            let now = Timestamp(millisecondsSinceEpoch: 1_796_000_000_000)
            _ = try StoreRestore.restore("\(folder)/\(name())", into: folder, now: now)
            #expect(try tables(folder + "/diced.sqlite") == ["t1"])
            try await upgrade(folder)
            #expect(try StoreCheck.problems(directory: folder) == [])
        }
    }

    @Test("a schema that cannot be changed leaves store and copy unchanged")
    func aSchemaThatCannotBeChangedLeavesStoreAndCopyAsTheyWere() async throws {
        try await withFolder { folder in
            try makeOlder(folder)
            let file = folder + "/diced.sqlite"
            var connection = try SQLiteConnection(file)
            let upgrade = try #require(try StoreUpgrade(of: &connection, file: file))
            for _ in 1...2 {
                do {
                    try upgrade.run(&connection, report: { _ in }) {
                        _ throws(StoreError) in
                        throw StoreError(.unavailable, "no")
                    }
                    Issue.record("the schema was changed")
                } catch {
                    #expect("\(error)" == "no")
                }
                #expect(try tables("\(folder)/\(name())") == ["t1"])
                #expect(try taken(file) == Self.older.map(\.name))
            }
            #expect(try copies(folder) == [name(), "diced.sqlite.upgrading"])
        }
    }

    @Test("a copy that cannot be written aborts the start and leaves the store unchanged")
    func aCopyThatCannotBeWrittenEndsTheStartAndLeavesTheStore() async throws {
        try await withFolder { folder in
            try makeOlder(folder)
            // A folder that is not empty cannot be replaced by a rename.
            let inTheWay = folder + "/" + name()
            try FileManager.default.createDirectory(
                atPath: inTheWay + "/x",
                withIntermediateDirectories: true
            )
            try FileManager.default.createSymbolicLink(
                atPath: folder + "/diced.sqlite.upgrading",
                withDestinationPath: name()
            )
            let error = try await failure { try await upgrade(folder) }
            #expect(error.kind == .unavailable)
            #expect(try taken(folder + "/diced.sqlite") == Self.older.map(\.name))
            #expect(try copies(folder) == [name(), "diced.sqlite.upgrading"])
        }
    }
}
