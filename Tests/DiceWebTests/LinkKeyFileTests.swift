import Foundation
import Glibc
import ProgramTestSupport
import Testing

@testable import DiceWeb

/// Tests the key file of the links.
struct LinkKeyFileTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private var state: String { folder.path + "/a/state" }
    private var path: String { state + "/web.key" }

    @Test("a key is created once and is private to its user") func aKeyIsMadeOnceForItsUserAlone()
        throws
    {
        let first = try LinkKeyFile(in: state).read()
        let second = try LinkKeyFile(in: state).read()
        #expect(first.key == second.key)
        #expect(first.key.count == 32)
        #expect(
            try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
                as? Int
                == 0o600
        )
        #expect(
            try FileManager.default.attributesOfItem(atPath: state)[.posixPermissions]
                as? Int
                == 0o700
        )
        #expect(try LinkKeyFile(in: folder.path + "/b").read().key != first.key)
    }

    @Test("revocations survive a restart") func revocationsAreThereAfterARestart() throws {
        let file = try LinkKeyFile(in: state)
        var signer = try file.read()
        signer.revocations["ann"] = 2
        try file.write(signer)
        let again = try file.read()
        #expect(again.revocations == ["ann": 2])
        #expect(again.key == signer.key)
    }

    @Test("two programs never share a key") func twoProgramsNeverShareAKey() throws {
        let file = try LinkKeyFile(in: state)
        #expect(throws: WebStartupError.self) { try LinkKeyFile(in: state) }
        withExtendedLifetime(file) {}
    }

    @Test(
        "a file that is not a key is refused",
        arguments: ["", "{}", #"{"key":"AAAA","revocations":{}}"#]
    )
    func aFileThatIsNoKeyIsRefused(_ text: String) throws {
        let file = try LinkKeyFile(in: state)
        _ = FileManager.default.createFile(
            atPath: path,
            contents: Data(text.utf8),
            attributes: [.posixPermissions: 0o600]
        )
        #expect(throws: WebStartupError.self) { try file.read() }
        #expect(FileManager.default.contents(atPath: path) == Data(text.utf8))
    }

    @Test("a key that others may read is refused") func aKeyThatOthersMayReadIsRefused() throws {
        let file = try LinkKeyFile(in: state)
        _ = try file.read()
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o644],
            ofItemAtPath: path
        )
        #expect(throws: WebStartupError.self) { try file.read() }
    }

    private func error(_ work: () throws -> Void) -> WebStartupError? {
        #expect(throws: WebStartupError.self) { try work() }
    }

    @Test("a start that cannot store the key says why and leaves no files")
    func aStartSaysWhyTheKeyCannotBeKeptAndLeavesNothing() throws {
        let file = try LinkKeyFile(in: state)
        try FileManager.default.moveItem(atPath: state, toPath: folder.path + "/b")
        _ = FileManager.default.createFile(atPath: state, contents: nil)
        let unwritten = error { _ = try file.read() }
        let remedy = "choose another folder with --state-dir"
        #expect(
            unwritten?.description
                == "\(path) cannot be written: Not a directory; \(remedy)"
        )
        #expect(unwritten?.exitStatus == EX_IOERR)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.path + "/b") == [
                "web.lock"
            ]
        )
        let unmade = error { _ = try LinkKeyFile(in: state + "/c") }
        #expect(
            unmade?.description.hasPrefix(
                "the state folder \(state)/c cannot be created: "
            ) == true
        )
    }

    /// Root may write everywhere.
    @Test("a read-only folder gets no key", .enabled(if: geteuid() != 0))
    func inAFolderThatOneMayOnlyReadNoKeyIsMade()
        throws
    {
        let file = try LinkKeyFile(in: state)
        chmod(state, 0o500)
        defer {
            chmod(state, 0o700)
        }
        #expect(
            error { _ = try file.read() }?.description.contains(
                "web.key cannot be written: Permission denied; "
            )
                == true
        )
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: state) == ["web.lock"]
        )
    }

    @Test("a folder in place of the key or lock file is refused") func aFolderIsNoKeyAndNoLock()
        throws
    {
        let file = try LinkKeyFile(in: state)
        for name in ["a/state/web.key", "c/web.lock"] {
            try FileManager.default.createDirectory(
                atPath: folder.path + "/" + name,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        }
        #expect(
            error { _ = try file.read() }?.description.contains(
                "is not a key of diced-web; remove it"
            ) == true
        )
        let lock = error { _ = try LinkKeyFile(in: folder.path + "/c") }
        #expect(
            lock?.description.contains(
                "cannot open the lock file \(folder.path)/c/web.lock: Is a directory"
            ) == true
        )
        #expect(lock?.exitStatus == EX_CANTCREAT)
    }
}
