import ClientTestSupport
import ProgramTestSupport
import Testing

@testable import DiceClient

struct RemoteCommandTests {
    private static let options = [
        "-T", "-e", "none", "-o", "ConnectTimeout=10", "-o", "ServerAliveInterval=15",
        "-o",
        "ServerAliveCountMax=3",
    ]

    @Test("the arguments of ssh are exactly these") func theArgumentsAreTheseAndNoOthers() throws {
        let plain = RemoteCommand(host: try RemoteHost(parsing: "box"))
        #expect(plain.arguments == Self.options + ["--", "box", "dicectl", "stdio"])
        let whole = RemoteCommand(
            host: try RemoteHost(parsing: "ssh://ann@[::1]:2222"),
            socket: "/run/a b",
            startsDaemon: false,
            isShared: true
        )
        #expect(
            whole.arguments == Self.options + [
                "-p", "2222", "-l", "ann", "--", "::1", "dicectl", "stdio", "--shared",
                "--socket",
                "'/run/a b'",
                "--no-autostart",
            ]
        )
    }

    /// Tests how a shell parses the command that ssh sends: the words joined by spaces.
    @Test(
        "words pass through the remote shell unchanged",
        arguments: [
            "/run/diced.sock", "a b", "", "it's", "\"", "'", "''", "-x", "--shared", "; id",
            "$(id)",
            "`id`", "${HOME}",
            "~", "*",
            "a\nb", "\n", "\\", "\\'", "!x", "#", "a&b", "|", ">x", "\t", "ünïcode 🎲",
            "a=b", "{a,b}",
            "[a]", "?",
        ]
    )
    func wordsComeAsTheyWere(_ path: String) throws {
        let folder = try TemporaryFolder()
        let fake = try folder.script("dicectl", #"printf '%s\0' "$@""#)
        let command = RemoteCommand(host: try RemoteHost(parsing: "box"), socket: path)
        let words = command.arguments.drop { $0 != "dicectl" }.joined(separator: " ")
        let run = try #require(
            CapturedRun(
                "/bin/sh",
                ["-c", words],
                environment: ["PATH": folder.path + ":/usr/bin:/bin"],
                limit: .patience
            )
        )
        let expected =
            path.hasPrefix("-")
            ? ["stdio", "--socket=" + path] : ["stdio", "--socket", path]
        #expect(
            run.output.split(separator: "\0", omittingEmptySubsequences: false).map(
                String.init
            )
                == expected + [""]
        )
        _ = fake
    }
}
