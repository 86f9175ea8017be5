import DiceMQTT
import Foundation
import Glibc
import ProgramTestSupport
import Testing

/// Tests the sources of a password.
struct PasswordTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func file(
        _ text: String,
        mode: mode_t = 0o600,
        named name: String = "password"
    ) throws
        -> String
    {
        let path = folder.path + "/" + name
        try Data(text.utf8).write(to: URL(filePath: path))
        chmod(path, mode)
        return path
    }

    private func refusal(_ source: PasswordSource) -> String? {
        do {
            _ = try source.read()
            return nil
        } catch { return error.description }
    }

    @Test("a password is one line of a file", arguments: ["secret", "secret\n", "secret\r\n"])
    func oneLineOfAFile(_ text: String) throws {
        let source = PasswordSource(option: try file(text), credentialsFolder: nil)
        #expect(try source.read() == Array("secret".utf8))
    }

    @Test(
        "a password file open to others is refused",
        arguments: [0o644, 0o640, 0o604, 0o660, 0o620] as [mode_t]
    )
    func openToOthersItIsRefused(_ mode: mode_t) throws {
        let path = try file("secret", mode: mode)
        #expect(
            refusal(.file(path))
                == "the password in \(path) is readable by other users; fix it with: chmod 600 \(path)"
        )
    }

    @Test(
        "an invalid password is refused",
        arguments: ["", "\n", "a\u{0}b", String(repeating: "x", count: 65_536)]
    )
    func theseAreNone(_ text: String) throws {
        let path = try file(text)
        #expect(refusal(.file(path))?.contains("no password") == true)
    }

    @Test("a path that is not a file is refused") func whatIsNoFileIsRefused() throws {
        #expect(
            refusal(.file(folder.path + "/missing"))?.contains("No such file") == true
        )
        #expect(refusal(.file(folder.path))?.contains("is not a file") == true)
        #expect(mkfifo(folder.path + "/pipe", 0o600) == 0)
        #expect(
            refusal(.file(folder.path + "/pipe"))?.contains("is not a file") == true
        )
    }

    /// The service manager controls access to the credential.
    @Test("the credential is used without a password option")
    func theCredentialWhereThereIsNoOption() throws {
        let path = try file("from systemd", mode: 0o640, named: "mqtt-password")
        #expect(
            PasswordSource(option: nil, credentialsFolder: folder.path)
                == .credential(path)
        )
        #expect(
            try PasswordSource(option: nil, credentialsFolder: folder.path).read()
                == Array("from systemd".utf8)
        )
        #expect(
            try PasswordSource.credential(try file("", named: "empty")).read() == nil
        )
        #expect(
            PasswordSource(option: "/other", credentialsFolder: folder.path)
                == .file("/other")
        )
        #expect(
            PasswordSource(option: nil, credentialsFolder: folder.path + "/none")
                == .none
        )
        #expect(PasswordSource(option: nil, credentialsFolder: nil) == .none)
    }
}
