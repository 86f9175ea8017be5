import Foundation
import ProgramTestSupport
import Testing
import Unix

@testable import Unix

@Suite("The socket's folder")
struct SocketFolderTests {
    /// Returns the problem with a folder for user 5.
    private func fault(_ mode: mode_t, owner: uid_t = 5) -> String? {
        SocketFolder.fault(of: "/r/diced", mode: mode, owner: owner, user: 5)
    }

    @Test(
        "a folder open to others is refused, whichever permission bit allows it",
        arguments: [0o701, 0o702, 0o704, 0o710, 0o720, 0o740] as [mode_t]
    )
    func openFolder(mode: mode_t) {
        #expect(fault(S_IFDIR | mode)?.contains("chmod 700 /r/diced") == true)
    }

    @Test(
        "root changes the mode of folders that diced names, and of no others",
        arguments: [
            ("/run/diced", true), ("/tmp/diced-0", true), ("/run", false), ("/srv/x", false),
        ]
    )
    func openToRoot(_ path: String, _ isOurs: Bool) {
        let fault = SocketFolder.fault(of: path, mode: S_IFDIR | 0o755, owner: 0, user: 0)
        #expect(fault?.contains("chmod 700 \(path)") == isOurs)
    }

    @Test("a path that is not our own folder is refused with its reason")
    func faults() {
        #expect(fault(S_IFDIR | 0o700) == nil)
        #expect(fault(S_IFDIR | 0o500) == nil)
        #expect(fault(S_IFDIR | 0o700, owner: 6)?.contains("uid 6") == true)
        #expect(fault(S_IFDIR | 0o700, owner: 0)?.contains("uid 0") == true)
        #expect(fault(S_IFLNK | 0o777)?.contains("symbolic link") == true)
        #expect(fault(S_IFREG | 0o600)?.contains("not a folder") == true)
        #expect(fault(S_IFSOCK | 0o600)?.contains("not a folder") == true)
    }

    @Test("a new folder is private to us, and an existing one is unchanged")
    func create() throws {
        let folder = try TemporaryFolder()
        let made = folder.path + "/run"
        #expect(try !SocketFolder.exists(made))
        try Umask.none { try SocketFolder.create(made) }
        #expect(mode(made) == 0o700)
        #expect(chmod(made, 0o500) == 0)
        try SocketFolder.create(made)
        #expect(try SocketFolder.exists(made))
        #expect(mode(made) == 0o500)
    }

    @Test("links, files and open folders are refused and left unchanged")
    func refused() throws {
        let folder = try TemporaryFolder()
        #expect(symlink(folder.path, folder.path + "/link") == 0)
        #expect(
            FileManager.default.createFile(atPath: folder.path + "/file", contents: nil)
        )
        #expect(mkdir(folder.path + "/open", 0o700) == 0)
        #expect(chmod(folder.path + "/open", 0o750) == 0)
        for name in ["link", "file", "open"] {
            let path = folder.path + "/" + name
            let failure = #expect(throws: SocketFolder.Error.self) {
                _ = try SocketFolder.exists(path)
            }
            #expect(failure?.description.contains(path) == true)
            #expect(throws: SocketFolder.Error.self) { try SocketFolder.create(path) }
        }
        #expect(mode(folder.path + "/open") == 0o750)
    }

    @Test("a folder whose parent is missing or not a folder is missing and is not made")
    func parents() throws {
        let folder = try TemporaryFolder()
        #expect(
            FileManager.default.createFile(atPath: folder.path + "/file", contents: nil)
        )
        for name in ["nowhere/run", "file/run"] {
            let path = folder.path + "/" + name
            #expect(try !SocketFolder.exists(path))
            let failure = #expect(throws: SocketFolder.Error.self) {
                try SocketFolder.create(path)
            }
            #expect(failure?.description.contains("--socket") == true)
        }
        #expect(symlink("loop", folder.path + "/loop") == 0)
        #expect(throws: SocketFolder.Error.self) {
            _ = try SocketFolder.exists(folder.path + "/loop/run")
        }
    }

    @Test("a folder is recognized as ours")
    func isOurs() throws {
        let folder = try TemporaryFolder()
        #expect(
            FileManager.default.createFile(atPath: folder.path + "/file", contents: nil)
        )
        #expect(SocketFolder.isOurs(folder.path))
        #expect(!SocketFolder.isOurs(folder.path + "/file"))
        #expect(!SocketFolder.isOurs(folder.path + "/missing"))
        #expect(SocketFolder.isOurs("/") == (geteuid() == 0))
    }

    private func mode(_ path: String) -> mode_t? {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode & 0o7777 : nil
    }
}
