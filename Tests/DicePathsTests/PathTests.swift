import DicePaths
import DiceTestSupport
import Glibc
import Testing

@Suite("Where things are")
struct PathTests {
    @Test(
        "the state folder, by one rule",
        arguments: [
            ("/o", ["DICED_STATE_DIR": "/d"], "/o"),
            (nil, ["DICED_STATE_DIR": "/d", "STATE_DIRECTORY": "/s"], "/d"),
            (nil, ["STATE_DIRECTORY": "/s:/t", "XDG_STATE_HOME": "/x"], "/s"),
            (nil, ["XDG_STATE_HOME": "/x", "HOME": "/h"], "/x/diced"),
            (nil, ["XDG_STATE_HOME": "relative", "HOME": "/h"], "/h/.local/state/diced"),
            (nil, ["DICED_STATE_DIR": "", "HOME": "/h"], "/h/.local/state/diced"),
            (nil, [:], nil),
        ] as [(String?, [String: String], String?)])
    func stateFolder(option: String?, environment: [String: String], expected: String?) {
        #expect(StatePath.find(option: option, environment: environment) == expected)
    }

    @Test("a lock is had once, names its holder, and is free when it is let go")
    func lock() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/lock"
        do {
            let lock = try FileLock(path: path)
            let failure = #expect(throws: FileLock.Failure.self) { _ = try FileLock(path: path) }
            #expect(failure?.isHeld == true)
            #expect(failure?.description.contains("pid \(getpid())") == true)
            #expect(lock.path == path)
        }
        _ = try FileLock(path: path)
    }

    @Test("a lock does not follow a symbolic link")
    func lockAtLink() throws {
        let folder = try TemporaryFolder()
        #expect(symlink("elsewhere", folder.path + "/lock") == 0)
        let failure = #expect(throws: FileLock.Failure.self) { _ = try FileLock(path: folder.path + "/lock") }
        #expect(failure?.isHeld == false)
    }
}
