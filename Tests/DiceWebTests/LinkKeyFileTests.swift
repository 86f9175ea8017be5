import Foundation
import ProgramTestSupport
import Testing

@testable import DiceWeb

/// The file that the links rest on.
struct LinkKeyFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private var state: String { folder.path + "/a/state" }
    private var path: String { state + "/web.key" }

    @Test func aKeyIsMadeOnceForItsUserAlone() throws {
        let first = try LinkKeyFile(in: state).read()
        let second = try LinkKeyFile(in: state).read()
        #expect(first.key == second.key && first.key.count == 32)
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
        #expect(try FileManager.default.attributesOfItem(atPath: state)[.posixPermissions] as? Int == 0o700)
        #expect(try LinkKeyFile(in: folder.path + "/b").read().key != first.key)
    }

    @Test func revocationsAreThereAfterARestart() throws {
        let file = try LinkKeyFile(in: state)
        var signer = try file.read()
        signer.revocations["ann"] = 2
        try file.write(signer)
        let again = try file.read()
        #expect(again.revocations == ["ann": 2] && again.key == signer.key)
    }

    @Test func twoProgramsNeverShareAKey() throws {
        let file = try LinkKeyFile(in: state)
        #expect(throws: WebStartupError.self) { try LinkKeyFile(in: state) }
        withExtendedLifetime(file) {}
    }

    @Test(arguments: ["", "{}", #"{"key":"AAAA","revocations":{}}"#])
    func aFileThatIsNoKeyIsRefused(_ text: String) throws {
        let file = try LinkKeyFile(in: state)
        _ = FileManager.default.createFile(
            atPath: path, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600])
        #expect(throws: WebStartupError.self) { try file.read() }
        #expect(FileManager.default.contents(atPath: path) == Data(text.utf8))
    }

    @Test func aKeyThatOthersMayReadIsRefused() throws {
        let file = try LinkKeyFile(in: state)
        _ = try file.read()
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        #expect(throws: WebStartupError.self) { try file.read() }
    }
}
