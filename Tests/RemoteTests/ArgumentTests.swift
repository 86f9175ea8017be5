import ProgramTestSupport
import Testing

@Suite("The arguments of ssh", .quickRoom)
struct ArgumentTests {
    private static let options = [
        "-T", "-e", "none", "-o", "ConnectTimeout=10", "-o", "ServerAliveInterval=15",
        "-o",
        "ServerAliveCountMax=3",
    ]

    @Test(
        "ssh gets fixed options, and the command line's words after the host"
    )
    func vector() async throws {
        let ssh = try await FakeSSH(try Room.here, "exit 255")
        _ = try await ssh.dicectl("roll", "-H", "box")
        #expect(ssh.arguments == Self.options + ["--", "box", "dicectl", "stdio"])
        _ = try await ssh.dicectl(
            "-H",
            "ssh://ann@[::1]:2222",
            "--socket",
            "/a b",
            "--shared",
            "--no-autostart",
            "status"
        )
        #expect(
            ssh.arguments.dropFirst(Self.options.count + 4) == Self.options[...] + [
                "-p", "2222", "-l", "ann", "--", "::1", "dicectl", "stdio", "--shared",
                "--socket",
                "'/a b'",
                "--no-autostart",
            ]
        )
    }

    @Test(
        "$DICECTL_HOST names the host unless the command line does or it is empty"
    )
    func variable() async throws {
        let ssh = try await FakeSSH(try Room.here, "exit 255")
        _ = try await ssh.dicectl(
            "ls",
            more: ["DICECTL_HOST": "ann@box:22", "DICECTL_SHARED": "1"]
        )
        #expect(
            ssh.arguments.suffix(8)
                == [
                    "-p", "22", "-l", "ann", "--", "box", "dicectl", "stdio",
                    "--shared",
                ].suffix(8)
        )
        _ = try await ssh.dicectl(
            "ls",
            "--host",
            "other",
            more: ["DICECTL_HOST": "box"]
        )
        #expect(ssh.arguments.suffix(3) == ["other", "dicectl", "stdio"])
        let count = ssh.arguments.count
        let here = try await ssh.dicectl(
            "status",
            "--no-autostart",
            more: ["DICECTL_HOST": ""]
        )
        #expect(here.ending == .exited(69))
        #expect(here.complaint.contains("no daemon listens on"))
        let wrong = try await ssh.dicectl(
            "roll",
            more: ["DICECTL_HOST": "-oProxyCommand=x"]
        )
        #expect(wrong.ending == .exited(64))
        #expect(wrong.complaint.contains("DICECTL_HOST"))
        #expect(ssh.arguments.count == count)
    }

    @Test(
        "an invalid host is a usage error, and nothing is started",
        arguments: [
            "-oProxyCommand=id", "a\nb",
        ]
    )
    func refused(_ host: String) async throws {
        let ssh = try await FakeSSH(try Room.here, "exit 255")
        for arguments in [
            ["roll", "--host=" + host], ["watch", "-H", host, "--json"],
        ] {
            let outcome = try await ssh.start(arguments).outcome()
            #expect(
                outcome.ending == .exited(64) && outcome.output.isEmpty,
                "\(arguments)"
            )
        }
        #expect(ssh.arguments.isEmpty)
    }

    @Test("`stop` says where to run it, and starts nothing")
    func elsewhere() async throws {
        let ssh = try await FakeSSH(try Room.here, "exit 255")
        let stop = try await ssh.dicectl("stop", more: ["DICECTL_HOST": "box"])
        #expect(stop.ending == .exited(64))
        #expect(stop.complaint.hasSuffix("run it there: ssh box dicectl stop"))
        #expect(ssh.arguments.isEmpty)
    }
}
