import FoundationEssentials
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
            "diced-2026112ST130415Z.sqlite",
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
}
