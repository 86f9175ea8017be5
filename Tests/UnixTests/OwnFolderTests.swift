import Foundation
import ProgramTestSupport
import Testing
import Unix

@Suite("Private folders")
struct OwnFolderTests {
    private func mode(_ path: String) throws -> Int {
        try #require(
            try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
                as? Int
        )
    }

    @Test(
        "a folder and its missing parents are made private to their user, wherever the path begins"
    )
    func made() throws {
        let temporary = try TemporaryFolder()
        defer {
            temporary.remove()
        }
        for path in ["a/b/c", "a//b/./d/", "a/b/../e"] {
            _ = try OwnFolder(making: "\(temporary.path)/\(path)")
        }
        for path in ["a", "a/b", "a/b/c", "a/b/d", "a/e"] {
            #expect(try mode("\(temporary.path)/\(path)") == 0o700)
        }
    }

    @Test("a link of the caller is followed, but its missing target is not made")
    func ownLink() throws {
        let temporary = try TemporaryFolder()
        defer {
            temporary.remove()
        }
        let real = temporary.path + "/real"
        let link = temporary.path + "/link"
        try FileManager.default.createSymbolicLink(
            atPath: link,
            withDestinationPath: "real"
        )
        #expect(throws: OwnFolder.Error.self) { _ = try OwnFolder(making: link) }
        #expect(!FileManager.default.fileExists(atPath: real))
        try FileManager.default.createDirectory(
            atPath: real,
            withIntermediateDirectories: false
        )
        let beyond = try OwnFolder(making: link + "/a").isLink
        #expect(!beyond)
        #expect(FileManager.default.fileExists(atPath: real + "/a"))
        let itself = try OwnFolder(making: link + "/").isLink
        #expect(itself)
    }

    @Test("endless links and files are not folders")
    func notFolders() throws {
        let temporary = try TemporaryFolder()
        defer {
            temporary.remove()
        }
        try FileManager.default.createSymbolicLink(
            atPath: temporary.path + "/loop",
            withDestinationPath: "loop"
        )
        try Data().write(to: URL(filePath: temporary.path + "/file"))
        for name in ["loop", "file", "file/a"] {
            let error = #expect(throws: OwnFolder.Error.self) {
                _ = try OwnFolder(making: "\(temporary.path)/\(name)")
            }
            #expect(error?.description.contains("\(temporary.path)/") == true)
        }
    }

    @Test(
        "a link of another user is not followed",
        .asRoot("a link is given to another user")
    )
    func othersLink() throws {
        let temporary = try TemporaryFolder()
        defer {
            temporary.remove()
        }
        let real = temporary.path + "/real"
        let link = temporary.path + "/link"
        try FileManager.default.createDirectory(
            atPath: real,
            withIntermediateDirectories: false
        )
        try FileManager.default.createSymbolicLink(
            atPath: link,
            withDestinationPath: real
        )
        try #require(lchown(link, 65_534, 65_534) == 0)
        for path in [link, link + "/a"] {
            let error = #expect(throws: OwnFolder.Error.self) {
                _ = try OwnFolder(making: path)
            }
            #expect(
                error?.description.contains("\(link) is a symbolic link owned by uid 65534")
                    == true
            )
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: real).isEmpty)
    }

    @Test("permissions are changed on the open folder, even if its name now means another")
    func permissions() throws {
        let temporary = try TemporaryFolder()
        defer {
            temporary.remove()
        }
        let path = temporary.path + "/a"
        let other = temporary.path + "/other"
        let folder = try OwnFolder(making: path)
        try FileManager.default.moveItem(atPath: path, toPath: temporary.path + "/b")
        try FileManager.default.createDirectory(
            atPath: other,
            withIntermediateDirectories: false
        )
        chmod(other, 0o755)
        try FileManager.default.createSymbolicLink(
            atPath: path,
            withDestinationPath: other
        )
        try folder.setMode(0o711)
        #expect(try mode(temporary.path + "/b") == 0o711)
        #expect(try mode(other) == 0o755)
    }
}
