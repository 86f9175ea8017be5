import Foundation
import ProgramTestSupport
import Testing

@testable import Unix

@Suite("User folders")
struct UserFoldersTests {
    /// Returns the folders of an environment, and the ignored variables.
    private func folders(
        _ environment: [String: String],
        account: String? = nil,
        passedOver: Recorded<String> = Recorded("names")
    ) -> UserFolders {
        UserFolders(
            variable: { name throws(ProcessText.Error) in environment[name] },
            isOurs: { !$0.hasPrefix("/theirs") },
            accountHome: { account },
            passedOver: { name, folder in passedOver.append("\(name) \(folder)") }
        )
    }

    @Test("a folder of another user does not count, and its variable is named")
    func theirs() throws {
        let passedOver = Recorded<String>("names")
        let environment = [
            "HOME": "/theirs", "XDG_STATE_HOME": "/theirs/s",
            "XDG_CACHE_HOME": "/theirs/c",
        ]
        let folders = folders(environment, account: "/account", passedOver: passedOver)
        #expect(try folders.home() == "/account")
        #expect(try folders.state() == "/account/.local/state")
        #expect(try folders.cache() == "/account/.cache")
        #expect(
            passedOver.all == [
                "HOME /theirs", "XDG_STATE_HOME /theirs/s", "HOME /theirs",
                "XDG_CACHE_HOME /theirs/c", "HOME /theirs",
            ]
        )
    }

    @Test("without $HOME the account's folder is used, without a complaint")
    func unset() throws {
        let passedOver = Recorded<String>("names")
        let folders = folders([:], account: "/account", passedOver: passedOver)
        #expect(try folders.state() == "/account/.local/state")
        #expect(passedOver.all == [])
        #expect(try self.folders([:], account: "/theirs").home() == nil)
    }

    @Test(
        "an account without its own folder has no home",
        arguments: [nil, "", "relative", "/theirs/too"]
    )
    func noAccount(_ account: String?) throws {
        #expect(try folders(["HOME": "/theirs"], account: account).state() == nil)
    }

    @Test("a folder of the caller counts, without a complaint")
    func ours() throws {
        let passedOver = Recorded<String>("names")
        let folders = folders(
            ["HOME": "/h", "XDG_CACHE_HOME": "/c"],
            account: "/account",
            passedOver: passedOver
        )
        #expect(try folders.home() == "/h")
        #expect(try folders.state() == "/h/.local/state")
        #expect(try folders.cache() == "/c")
        #expect(passedOver.all.isEmpty)
    }

    @Test("a missing folder has the owner of its nearest existing parent")
    func nearest() throws {
        let temporary = try TemporaryFolder()
        defer {
            temporary.remove()
        }
        #expect(UserFolders.isOurs(temporary.path))
        #expect(UserFolders.isOurs(temporary.path + "/a/b"))
        try Data().write(to: URL(filePath: temporary.path + "/file"))
        #expect(!UserFolders.isOurs(temporary.path + "/file"))
        #expect(!UserFolders.isOurs(temporary.path + "/file/a"))
        #expect(UserFolders.isOurs("/") == (geteuid() == 0))
    }

    @Test("the home folder of an account is read from the account file")
    func accounts() throws {
        let temporary = try TemporaryFolder()
        defer {
            temporary.remove()
        }
        let file = temporary.path + "/passwd"
        let accounts =
            "root:x:0:0:root:/root:/bin/sh\nann:x:7:7:A,B:/home/ann:\nbo:x:8:8\n"
        try Data(accounts.utf8).write(to: URL(filePath: file))
        #expect(UserFolders.accountHome(of: 7, in: file) == "/home/ann")
        #expect(UserFolders.accountHome(of: 0, in: file) == "/root")
        #expect(UserFolders.accountHome(of: 8, in: file) == nil)
        #expect(UserFolders.accountHome(of: 7, in: file + "x") == nil)
    }
}
