import FoundationEssentials
import Glibc
import ProgramTestSupport
import Testing

@testable import dicectl

@Suite("backup --keep") struct BackupRowTests {
    @Test func aCopyIsNamedByItsInstant() {
        #expect(BackupRow.name(at: 1_795_611_855) == "diced-20261125T130415Z.sqlite")
    }

    @Test func theOldestCopiesGoAndNothingElse() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let others = [
            "diced-mine.sqlite", "diced.sqlite", "diced-20261125T130415Z.sqlite.XyZ123",
            "diced-20261125T130415Z.sqlite-wal",
            "diced-2026112ST130415Z.sqlite", "diced-202611251304150Z.sqlite", "diced-T0261125T13041Z.sqlite",
            "diced-20261325T130415Z.sqlite", "diced-20261125T250415Z.sqlite",
        ]
        let copies = (1...4).map { "diced-2026112\($0)T130415Z.sqlite" }
        for name in others + copies {
            #expect(FileManager.default.createFile(atPath: folder.path + "/" + name, contents: nil))
        }
        func names() throws -> Set<String> { Set(try FileManager.default.contentsOfDirectory(atPath: folder.path)) }
        try BackupRow.removeOldest(beside: folder.path + "/" + copies[3], keeping: 4)
        #expect(try names() == Set(others + copies))
        try BackupRow.removeOldest(beside: folder.path + "/" + copies[3], keeping: 2)
        #expect(try names() == Set(others + copies[2...]))
    }
    /// A copy that bears an earlier instant than all others is the newest all the same.
    @Test func theNewCopyStaysWhateverTheClockSays() throws {
        let folder = try TemporaryFolder()
        let copies = (1...3).map { "diced-2026112\($0)T130415Z.sqlite" }
        for name in copies { _ = FileManager.default.createFile(atPath: folder.path + "/" + name, contents: nil) }
        func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
        try BackupRow.removeOldest(beside: folder.path + "/" + copies[0], keeping: 2)
        #expect(try names() == [copies[0], copies[2]])
        try BackupRow.removeOldest(beside: folder.path + "/" + copies[0], keeping: 1)
        #expect(try names() == [copies[0]])
    }

    @Test func aCopyThatCannotBeRemovedIsTold() throws {
        let folder = try TemporaryFolder()
        let copies = (1...2).map { "diced-2026112\($0)T130415Z.sqlite" }
        for name in copies { _ = FileManager.default.createFile(atPath: folder.path + "/" + name, contents: nil) }
        chmod(folder.path, 0o500)
        defer { chmod(folder.path, 0o700) }
        // Root removes it.
        guard geteuid() != 0 else { return }
        let path = folder.path + "/"
        #expect(
            throws: CommandError.declined("the copy is written, but the old one \(path)\(copies[0]) cannot be removed")
        ) { try BackupRow.removeOldest(beside: path + copies[1], keeping: 1) }
    }
}
