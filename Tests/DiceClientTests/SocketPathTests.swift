import Glibc
import ProgramTestSupport
import Testing
import Unix

struct SocketPathTests {
    struct Case: Sendable {
        var option: String?
        var environment: [String: String] = [:]
        var ours: Set<String> = ["/run/user/7"]
        var path: String
    }

    @Test(
        arguments: [
            Case(option: "/o", environment: ["DICED_SOCKET": "/e", "XDG_RUNTIME_DIR": "/x"], path: "/o"),
            Case(environment: ["DICED_SOCKET": "/e", "XDG_RUNTIME_DIR": "/x"], path: "/e"),
            Case(option: "", environment: ["DICED_SOCKET": "", "XDG_RUNTIME_DIR": "/x"], path: "/x/diced/diced.sock"),
            Case(environment: ["XDG_RUNTIME_DIR": "/x/"], ours: [], path: "/x/diced/diced.sock"),
            Case(environment: ["XDG_RUNTIME_DIR": "relative"], path: "/run/user/7/diced/diced.sock"),
            Case(environment: ["XDG_RUNTIME_DIR": ""], ours: [], path: "/tmp/diced-7/diced.sock"),
            Case(path: "/run/user/7/diced/diced.sock"),
            Case(ours: ["/run/user/8"], path: "/tmp/diced-7/diced.sock"),
        ])
    func theFirstThatSaysSomethingDecides(_ rule: Case) {
        let path = SocketPath(
            option: rule.option, environment: rule.environment, uid: 7, isOurFolder: rule.ours.contains)
        #expect(path.path == rule.path)
    }

    @Test func aRelativePathIsSeenFromAnywhere() {
        #expect(SocketPath(path: "d.sock").absolute(from: "/home/ann").path == "/home/ann/d.sock")
        #expect(SocketPath(path: "/d.sock").absolute(from: "/home/ann").path == "/d.sock")
    }

    @Test func theFolderIsWhatStandsBeforeTheLastSlash() {
        #expect(SocketPath(path: "/a/b/c").folder == "/a/b")
        #expect(SocketPath(path: "/c").folder == "/")
        #expect(SocketPath(path: "c").folder == ".")
    }

    @Test func aFolderIsMadeForUsAlone() throws {
        let folder = try TemporaryFolder()
        let made = folder.path + "/run"
        try SocketFolder.create(made)
        var status = stat()
        #expect(lstat(made, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o700)
        #expect(try SocketFolder.exists(made))
        #expect(try !SocketFolder.exists(folder.path + "/other"))
    }

    @Test func linksFilesAndOpenFoldersAreRefused() throws {
        let folder = try TemporaryFolder()
        let link = folder.path + "/link"
        symlink(folder.path, link)
        let file = try folder.script("file", "")
        let open = folder.path + "/open"
        mkdir(open, 0o700)
        chmod(open, 0o750)
        for path in [link, file, open] {
            #expect(throws: SocketFolder.Refusal.self, "\(path)") { try SocketFolder.exists(path) }
            #expect(throws: SocketFolder.Refusal.self, "\(path)") { try SocketFolder.create(path) }
        }
    }
}
