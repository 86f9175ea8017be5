import Glibc
import ProgramTestSupport
import Testing

@testable import Unix

@Suite("Paths")
struct PathTests {
    @Test(
        "the state folder follows one rule",
        arguments: [
            ("/o", ["DICED_STATE_DIR": "/d"], "/o"),
            (nil, ["DICED_STATE_DIR": "/d", "STATE_DIRECTORY": "/s"], "/d"),
            (nil, ["STATE_DIRECTORY": "/s:/t", "XDG_STATE_HOME": "/x"], "/s"),
            (nil, ["XDG_STATE_HOME": "/x", "HOME": "/h"], "/x/diced"),
            (
                nil, ["XDG_STATE_HOME": "relative", "HOME": "/h"],
                "/h/.local/state/diced"
            ),
            (nil, ["DICED_STATE_DIR": "", "HOME": "/h"], "/h/.local/state/diced"),
            ("", ["DICED_STATE_DIR": "/d"], "/d"),
            (
                nil, ["STATE_DIRECTORY": "", "XDG_STATE_HOME": "", "HOME": "/h"],
                "/h/.local/state/diced"
            ),
            (nil, ["HOME": ""], "/account/.local/state/diced"),
            (nil, [:], "/account/.local/state/diced"),
            (nil, ["HOME": "/theirs"], "/account/.local/state/diced"),
            (
                nil, ["XDG_STATE_HOME": "/theirs/s", "HOME": "/h"],
                "/h/.local/state/diced"
            ),
            (
                nil, ["XDG_STATE_HOME": "/theirs/s", "HOME": "/theirs"],
                "/account/.local/state/diced"
            ),
            ("/theirs/o", ["HOME": "/theirs"], "/theirs/o"),
            (nil, ["DICED_STATE_DIR": "/theirs/d"], "/theirs/d"),
        ] as [(String?, [String: String], String?)]
    )
    func stateFolder(option: String?, environment: [String: String], expected: String?)
        throws
    {
        #expect(try Self.stateFolder(option, environment) == expected)
    }

    @Test("a relative home is refused only if it decides the path")
    func relativeHome() throws {
        #expect(throws: ProcessText.Error.self) {
            try Self.stateFolder(nil, ["HOME": "h"])
        }
        #expect(throws: ProcessText.Error.self) {
            try Self.stateFolder(nil, ["XDG_STATE_HOME": "x", "HOME": "."])
        }
        #expect(
            try Self.stateFolder(nil, ["XDG_STATE_HOME": "/x", "HOME": "h"])
                == "/x/diced"
        )
        #expect(try Self.stateFolder("o", ["HOME": "h"]) == "o")
    }

    private static func stateFolder(_ option: String?, _ environment: [String: String])
        throws
        -> String?
    {
        let folders = UserFolders(
            variable: { name throws(ProcessText.Error) in
                environment[name].flatMap { $0.isEmpty ? nil : $0 }
            },
            isOurs: { !$0.hasPrefix("/theirs") },
            accountHome: { "/account" },
            passedOver: { _, _ in }
        )
        return try StatePath.find(option: option, in: folders)
    }

    @Test(
        "the socket path follows one rule",
        arguments: [
            ("/o", ["DICED_SOCKET": "/e", "XDG_RUNTIME_DIR": "/x"], true, "/o"),
            ("", ["DICED_SOCKET": "/e", "XDG_RUNTIME_DIR": "/x"], true, "/e"),
            (
                nil, ["DICED_SOCKET": "", "XDG_RUNTIME_DIR": "/x"], true,
                "/x/diced/diced.sock"
            ),
            (nil, ["XDG_RUNTIME_DIR": "/x/"], true, "/x/diced/diced.sock"),
            (nil, ["XDG_RUNTIME_DIR": "/theirs"], true, "/run/user/7/diced/diced.sock"),
            (nil, ["XDG_RUNTIME_DIR": "/theirs"], false, "/tmp/diced-7/diced.sock"),
            (nil, ["XDG_RUNTIME_DIR": "x"], true, "/run/user/7/diced/diced.sock"),
            (nil, ["XDG_RUNTIME_DIR": "x"], false, "/tmp/diced-7/diced.sock"),
            (nil, ["XDG_RUNTIME_DIR": ""], true, "/run/user/7/diced/diced.sock"),
            (nil, [:], false, "/tmp/diced-7/diced.sock"),
        ] as [(String?, [String: String], Bool, String)]
    )
    func socket(
        option: String?,
        environment: [String: String],
        isOurs: Bool,
        expected: String
    ) {
        let socket = SocketPath(option: option, environment: environment, uid: 7) { folder in
            isOurs && folder != "/theirs"
        }
        #expect(socket.path == expected)
    }

    @Test(
        "the socket of a shared daemon follows its own rule",
        arguments: [
            ("/o", ["DICED_SOCKET": "/e"], "/o"),
            ("", ["DICED_SOCKET": "/e"], "/e"),
            (
                nil, ["DICED_SOCKET": "", "XDG_RUNTIME_DIR": "/x"],
                "/run/diced/diced.sock"
            ),
            (nil, ["XDG_RUNTIME_DIR": "/x"], "/run/diced/diced.sock"),
        ] as [(String?, [String: String], String)]
    )
    func sharedSocket(option: String?, environment: [String: String], expected: String) {
        #expect(
            SocketPath(sharedOption: option, environment: environment).path == expected
        )
    }

    @Test(
        "a relative path is resolved against a folder",
        arguments: [
            ("d.sock", "/home/ann", "/home/ann/d.sock"),
            ("d.sock", "/", "/d.sock"),
            ("a/d.sock", "/b/", "/b/a/d.sock"),
            ("/d.sock", "/home/ann", "/d.sock"),
        ]
    )
    func absolute(path: String, folder: String, expected: String) {
        #expect(SocketPath(path: path).absolute(from: folder).path == expected)
    }

    @Test(
        "the folder of a socket path is its parent",
        arguments: [("/a/b/c", "/a/b"), ("/c", "/"), ("c", "."), ("a/c", "a")]
    )
    func folder(path: String, expected: String) {
        #expect(SocketPath(path: path).folder == expected)
    }
}
