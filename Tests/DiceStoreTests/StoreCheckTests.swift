import DiceModel
import DiceTable
import Foundation
import Testing

@testable import DiceStore

@Suite struct StoreCheckTests {
    private let table = StoredTable(new: .default, sides: [6, 6])

    /// Returns the problems found in the store in `folder`; the check must not change a file.
    private func problems(_ folder: String) throws -> [String] {
        func files() throws -> [String: Data?] {
            // SQLite's index of the log contains no data of the store.
            let names = try FileManager.default.contentsOfDirectory(atPath: folder)
                .filter {
                    !$0.hasSuffix("-shm")
                }
            return Dictionary(
                uniqueKeysWithValues: names.map {
                    ($0, FileManager.default.contents(atPath: folder + "/" + $0))
                }
            )
        }
        let before = try files()
        let problems = try StoreCheck.problems(directory: folder)
        #expect(try files() == before)
        return problems
    }

    private func makeStore(_ folder: String) async throws -> SQLiteStore {
        let store = try SQLiteStore(directory: folder)
        try await store.create(table)
        try await store.endTurn(of: table)
        try await store.save(table.next.rolled(1), adding: table.roll(1))
        return store
    }

    /// Returns the report on the backup at `path`; the check must not change the backup or create a
    /// file beside it.
    private func report(ofBackup path: String) throws -> BackupReport {
        let folder = (path as NSString).deletingLastPathComponent
        func state() throws -> [String: String] {
            let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            return Dictionary(
                uniqueKeysWithValues: names.map { name in
                    var status = stat()
                    _ = stat(folder + "/" + name, &status)
                    let bytes =
                        FileManager.default.contents(atPath: folder + "/" + name)?
                        .hashValue ?? 0
                    return (
                        name,
                        "\(bytes) \(status.st_mode) \(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)"
                    )
                }
            )
        }
        let before = try state()
        defer {
            #expect((try? state()) == before)
        }
        return try StoreCheck.report(ofBackup: path)
    }

    @Test("a backup passes the check") func aBackup() async throws {
        try await withFolder { folder in
            let store = try await makeStore(folder)
            let path = folder + "/copy/b.sqlite"
            try FileManager.default.createDirectory(
                atPath: folder + "/copy",
                withIntermediateDirectories: false
            )
            _ = try await store.backup(.file(path, replacing: false), WorkProgress()) {
                WithheldData()
            }
            #expect(throws: StoreError.self) {
                try StoreCheck.report(ofBackup: store.file)
            }
            try await store.close()
            let report = try report(ofBackup: path)
            #expect(report.problems.isEmpty)
            #expect(report.newer == nil)
            #expect(report.contents?.contains("1 table") == true)

            // A closed store: its mode is write-ahead logging, but it has no log.
            let closed = folder + "/copy/closed.sqlite"
            try FileManager.default.copyItem(atPath: store.file, toPath: closed)
            #expect(try self.report(ofBackup: closed).contents != nil)

            let whole = try #require(FileManager.default.contents(atPath: path))
            for count in [0, 10, 100, 4_096, whole.count / 2, whole.count - 1] {
                try whole.prefix(count).write(to: URL(fileURLWithPath: path))
                let report = try self.report(ofBackup: path)
                #expect(
                    report.contents == nil && !report.problems.isEmpty,
                    "\(count) bytes"
                )
            }
            try whole.write(to: URL(fileURLWithPath: path))
            try raw(path, "UPDATE history SET total = -1")
            #expect(
                try self.report(ofBackup: path).problems == [
                    "table 'default': its column total is invalid"
                ]
            )
            try raw(path, "INSERT INTO grdb_migrations VALUES ('v99 9.9.9')")
            let newer = try self.report(ofBackup: path)
            #expect(newer.newer?.contains("9.9.9") == true)
            #expect(newer.newer?.contains("--state-dir") == false)
        }
    }

    @Test("a good store passes the check") func aGoodStore() async throws {
        try await withFolder { folder in
            let store = try await makeStore(folder)
            #expect(
                try StoreCheck.problems(directory: folder) == [],
                "also beside a daemon"
            )
            #expect(try await store.tables() == [table.next.rolled(1)])
            let copy = folder + "/killed"
            _ = try copyRunning(store.file, into: copy)
            #expect(try problems(copy) == [])
            try await store.close()
            #expect(try problems(folder) == [])
        }
    }

    @Test(
        "a damaged store fails the check",
        arguments: [
            ("UPDATE tables SET dice = 'x'", "table 'default': its column dice is invalid"),
            (
                #"UPDATE tables SET dice = '[{"locked":false,"sides":3,"value":1,"faces":["hit","miss"]}]'"#,
                "table 'default': its column dice is invalid"
            ),
            (
                #"UPDATE openRoll SET "values" = '[9999]'"#,
                "table 'default': its column values is invalid"
            ),
            ("UPDATE history SET total = -1", "table 'default': its column total is invalid"),
            ("DROP TABLE history", "its table 'history' was not created by diced"),
        ]
    )
    func aDamagedStore(edit: String, problem: String) async throws {
        try await withFolder { folder in
            let store = try await makeStore(folder)
            try await store.close()
            try raw(store.file, edit)
            #expect(try problems(folder).contains(problem))
        }
    }

    @Test("every problem is named") func everyProblemIsNamed() async throws {
        try await withFolder { folder in
            let store = try await makeStore(folder)
            try await store.close()
            try raw(
                store.file,
                "UPDATE tables SET turn = 0",
                "UPDATE history SET by = ''"
            )
            #expect(try problems(folder).count == 2)
        }
    }

    @Test("a missing store is reported") func aStoreThatIsNotThere() async throws {
        try await withFolder { folder in
            let error = try await failure {
                _ = try StoreCheck.problems(directory: folder + "/none")
            }
            #expect(error.kind == .unavailable)
            #expect(error.description.contains("no store in"))
            #expect(
                FileManager.default.createFile(
                    atPath: folder + "/diced.sqlite",
                    contents: Data("a diary".utf8)
                )
            )
            #expect(
                try await failure { _ = try StoreCheck.problems(directory: folder) }
                    .kind
                    == .corrupt
            )
        }
    }
}
