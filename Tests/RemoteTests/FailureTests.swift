import Foundation
import ProgramTestSupport
import Testing

@Suite("Failures of ssh", .quickRoom)
struct FailureTests {
    private static let long =
        "head -c 10240 /dev/zero | tr '\\0' x >&2; printf '\\r\\nthe end\\033[2J\\r\\n' >&2; "

    @Test(
        "the last output of ssh is shown verbatim, with advice",
        arguments: [
            (255, "ssh cannot connect to box; its output:"),
            (
                127,
                "no dicectl on box; install diced there, then check with: ssh box dicectl --version; its output:"
            ),
            (
                69,
                "dicectl stdio on box ended with status 69 before the daemon answered; its output:"
            ),
        ]
    )
    func words(_ status: Int, _ sentence: String) async throws {
        let ssh = try await FakeSSH(try Room.here, Self.long + "exit \(status)")
        let outcome = try await ssh.dicectl("-H", "box", "roll")
        #expect(outcome.ending == .exited(69))
        #expect(outcome.output.isEmpty)
        let lines = outcome.complaint.split(separator: "\n")
        try #require(lines.count == 3)
        #expect(lines[0] == "dicectl: " + sentence)
        // 4 KiB, minus the line ends and the last line.
        #expect(lines[1] == String(repeating: "x", count: 4_096 - 15))
        #expect(lines[2] == "the end\u{FFFD}[2J")
        let told = try await ssh.dicectl("-H", "box", "roll", "--json")
        #expect(told.ending == .exited(69))
        #expect(!told.complaint.contains("\n"))
        let error = try #require(JSON(told.complaint.utf8))
        #expect(error["code"] == 69 && error["data"]["reason"] == "unreachable")
        #expect(error["message"].string?.hasPrefix(sentence) == true)
    }

    @Test("an ssh that is missing or killed by a signal is named")
    func missing() async throws {
        let room = try Room.here
        let ssh = try await FakeSSH(room, "kill -9 $$")
        let missing = try await ssh.dicectl(
            "-H",
            "box",
            "roll",
            more: ["DICECTL_SSH": room.path("none")]
        )
        #expect(missing.ending == .exited(69))
        #expect(missing.complaint.contains("cannot start \(room.path("none"))"))
        let killed = try await ssh.dicectl("-H", "box", "roll")
        #expect(killed.ending == .exited(69))
        #expect(killed.complaint.contains("signal 9"))
    }

    @Test("a talkative ssh is never blocked")
    func talkative() async throws {
        let room = try Room.here
        _ = try await room.daemon()
        let ssh = try await FakeSSH(
            room,
            "head -c 3000000 /dev/zero >&2\n" + FakeSSH.here
        )
        #expect(try await ssh.did("-H", "box", "roll", "--motion", "none").count == 1)
    }

    @Test(
        "text printed by a login is quoted, with advice",
        arguments: ["roll", "end-turn", "ls"]
    )
    func greeting(_ command: String) async throws {
        let ssh = try await FakeSSH(
            try Room.here,
            #"printf 'Welcome\033[2J\n'; cat >/dev/null"#
        )
        let outcome = try await ssh.dicectl("-H", "ann@box:22", command)
        #expect(outcome.ending == .exited(76))
        #expect(
            outcome.complaint.hasSuffix(
                ": it sent \"Welcome\u{FFFD}[2J\"; to see what a login there prints: ssh -p 22 ann@box true"
            )
        )
    }

    @Test("a partial line before the end is shown too")
    func halfALine() async throws {
        let ssh = try await FakeSSH(try Room.here, "printf 'no shell for you'; exit 1")
        let outcome = try await ssh.dicectl("-H", "box", "roll")
        #expect(outcome.ending == .exited(69))
        #expect(
            outcome.complaint
                == "dicectl: dicectl stdio on box ended with status 1 before the daemon answered; its output:\n\"no shell for you\""
        )
    }

    @Test(
        "a silent ssh is reported with the expected and the received output",
        arguments: [
            ("", ""),
            (#"printf 'login: \033[2J'; "#, "; it printed \"login: \u{FFFD}[2J\""),
        ]
    )
    func silence(_ body: String, _ words: String) async throws {
        let ssh = try await FakeSSH(try Room.here, body + "exec cat >/dev/null")
        let child = try ssh.start(["-H", "box", "roll"])
        let line = try await child.errors.first { _ in true }.element
        #expect(
            line == "dicectl: waiting for box: dicectl stdio has not answered"
                + words
        )
        child.signal(SIGINT)
        #expect(try await child.ending() == .exited(130))
    }

    @Test("ssh has ended when dicectl exits, even if it ignores SIGTERM")
    func ended() async throws {
        let room = try Room.here
        _ = try await room.daemon()
        for body in [
            FakeSSH.here,
            "trap '' TERM\n" + FakeSSH.here.replacing("exec ", with: "")
                + "\nwhile :; do :; done",
        ] {
            let ssh = try await FakeSSH(room, body)
            _ = try await ssh.did("-H", "box", "status")
            #expect(kill(try #require(ssh.pids.last), 0) != 0)
            #expect(errno == ESRCH)
        }
    }

    @Test("a watch ends at permanent errors and continues at temporary ones")
    func watch() async throws {
        let room = try Room.here
        _ = try await room.daemon()
        let ssh = try await FakeSSH(room)
        let watch = try ssh.start(["-H", "box", "watch"])
        try await watch.output.first { $0.hasPrefix("default turn 1") }
        try await ssh.write("echo 'box: No route to host' >&2; exit 255")
        kill(try #require(ssh.pids.last), SIGKILL)
        try await watch.errors.first { $0.contains("disconnected") }
        // It retries repeatedly.
        try await ssh.starts(atLeast: 4)
        try await ssh.write(
            "echo 'ann@box: Permission denied (publickey,password).' >&2; exit 255"
        )
        #expect(try await watch.ending() == .exited(69))
        try await watch.errors.ended()
        #expect(
            watch.errors.all.last == "ann@box: Permission denied (publickey,password)."
        )
        #expect(watch.errors.all.count { $0.contains("disconnected") } == 1)
    }
}
