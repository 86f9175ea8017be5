import ProgramTestSupport
import Testing

@Suite("dicectl seat", .quickRoom)
struct SeatProgramTests {
    @Test(
        "every key type of ssh-keygen gets its line and an explanation",
        .needs(.sshKeygen),
        arguments: [["ed25519"], ["rsa"], ["ecdsa"]]
    )
    func types(_ type: [String]) async throws {
        let room = try Room.here
        let made = try await room.start(
            Tool.sshKeygen.name,
            ["-q", "-N", "", "-C", "ann at home", "-f", room.path("key"), "-t"] + type
        ).outcome()
        try #require(made.ending == .exited(0), "\(made.complaint)")
        let lines = try await room.did(
            "seat",
            room.path("key.pub"),
            "--as",
            "ann",
            "--only",
            "home"
        )
        #expect(lines.count == 1)
        #expect(
            lines[0].hasPrefix(
                #"restrict,command="dicectl stdio --as ann --only home" "#
            )
        )
        #expect(lines[0].hasSuffix(" ann at home"))
        try room.makeFile("authorized", "# friends\n" + lines[0] + "\n")
        let list = try await room.did("seat", "--list", room.path("authorized"))
        #expect(
            list.count == 1 && list[0].hasPrefix("2  ann  home  play  ")
                && list[0].hasSuffix("  ann at home")
        )
        #expect(
            try await room.refused("seat", room.path("key"), "--as", "ann", status: 64)
                .contains(
                    ".pub"
                )
        )
    }

    @Test(
        "keys from standard input get a line each, unless one is invalid"
    )
    func standardInput() async throws {
        let room = try Room.here
        let key =
            "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIPajqCRDhagyY+FhVYTQNSlWtGfhl0Rrkr6VHApsy//i"
        for (more, count) in [("", 2), ("what\n", 0)] {
            let seat = try room.startDicectl(
                "seat",
                "-",
                "--as",
                "ann",
                "--watch-only",
                "--shared"
            )
            seat.write("\(key) a\r\n\n\(key) b\n\(more)")
            seat.closeInput()
            let outcome = try await seat.outcome()
            #expect(outcome.ending == .exited(count > 0 ? 0 : 64))
            #expect(outcome.output.count == count)
            for (line, comment) in zip(outcome.output, ["a", "b"]) {
                #expect(
                    line
                        == #"restrict,command="dicectl stdio --shared --as ann --watch-only" "#
                        + key + " " + comment
                )
            }
        }
    }

    @Test("a name that a shell or sshd would misread is a usage error")
    func names() async throws {
        let room = try Room.here
        _ = try await room.refused("seat", "/dev/null", "--as", "$(id)", status: 64)
        _ = try await room.refused(
            "seat",
            "/dev/null",
            "--as",
            "ann",
            "--only",
            "a b",
            status: 64
        )
    }
}
