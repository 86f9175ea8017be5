import Foundation
import ProgramTestSupport
import Testing

/// The built dicectl with a fake ssh that runs the command on this machine.
@Suite("Over ssh", .quickRoom)
struct OverSSHTests {
    @Test("every command works, and its advice names the remote host")
    func commands() async throws {
        let room = try Room.here
        let client = try await room.daemon().client()
        let ssh = try await FakeSSH(room)
        #expect(
            try await ssh.did("-H", "box", "new", "home", "2d6") == [
                "home turn 1 roll 0: 1 1 = 2"
            ]
        )
        #expect(
            try await ssh.did("roll", "-t", "home", "-H", "box", "--motion", "none")
                .count == 1
        )
        #expect(
            try await ssh.did("lock", "home", "1", "--host", "box").first?.contains("[")
                == true
        )
        #expect(try await ssh.did("end", "home", "-H", "box").count == 1)
        #expect(try await ssh.did("-H", "box", "history", "home").count == 1)
        #expect(try await ssh.did("-H", "box", "ls").count == 2)
        #expect(
            try await ssh.did("-H", "box", "roll", "2d6", "--motion", "none").first?
                .hasPrefix(
                    "2d6: "
                ) == true
        )
        let status = try await ssh.did("-H", "ann@box", "status")
        #expect(status.first?.split(separator: " ") == ["host", "ann@box"])
        #expect(!status.contains { $0.hasPrefix("socket") })
        let missing = try await ssh.dicectl("-H", "ann@box", "roll", "-t", "hom")
        #expect(missing.ending == .exited(1))
        #expect(missing.complaint.contains("dicectl -H ann@box table list"))
        #expect(try await client.result("table.list")["tables"].array.count == 2)
    }

    @Test(
        "a backup is written locally; --keep without a folder writes it remotely"
    )
    func backup() async throws {
        let room = try Room.here
        _ = try await room.daemon()
        let ssh = try await FakeSSH(room)
        let path = room.path("copy.sqlite")
        let said = try await ssh.did("-H", "box", "backup", path)
        let size = try #require(room.contents("copy.sqlite")?.count)
        #expect(said == ["\(path) written, \(size) bytes"])
        #expect(try room.mode("copy.sqlite") == 0o600)
        let kept = try await ssh.did("-H", "ann@box", "backup", "--keep", "2")
        #expect(kept.first?.hasPrefix("\(room.state)/backups/diced-") == true)
        #expect(kept.first?.contains(" written on ann@box, ") == true)
        try await ssh.write("exec /bin/sh -c 'dicectl stdio --as ann'")
        let seat = try await ssh.dicectl("-H", "box", "backup", path + "2", "--verbose")
        #expect(seat.ending == .exited(1))
        #expect(seat.complaint.hasSuffix("(notAllowed)"))
        #expect(!room.exists("copy.sqlite2"))
    }

    @Test("a daemon is started remotely unless --no-autostart is given")
    func autostart() async throws {
        let room = try Room.here
        let ssh = try await FakeSSH(room)
        let refused = try await ssh.dicectl("-H", "box", "status", "--no-autostart")
        #expect(refused.ending == .exited(69))
        #expect(refused.complaint.contains("status 69"))
        #expect(refused.complaint.contains("no daemon listens on \(room.socket)"))
        #expect(!room.exists("state"))
        _ = try await ssh.did("-H", "box", "ls")
        let status = try #require(
            JSON(try await ssh.did("-H", "box", "status", "--json").joined().utf8)
        )
        room.adopt(try #require(status["pid"].int))
        #expect(status["startedBy"] == "dicectl")
    }

    @Test("a seat is confined before it can send any request")
    func seat() async throws {
        let room = try Room.here
        let client = try await room.daemon().client()
        try await client.result("table.create", ["table": "home", "dice": [6, 6]])
        // Like sshd for a key with a forced command: the requested command is not run.
        let ssh = try await FakeSSH(
            room,
            "exec /bin/sh -c 'dicectl stdio --as ann --only home'"
        )
        let roll = try #require(
            JSON(try await ssh.did("-H", "box", "roll", "home", "--json").joined().utf8)
        )
        #expect(roll["by"] == "ann")
        #expect(try await ssh.did("-H", "box", "ls").count == 1)
        #expect(
            try await ssh.dicectl("-H", "box", "roll", "default").complaint.contains(
                "no table"
            )
        )
        #expect(
            try await ssh.dicectl("-H", "box", "roll", "home", "--as", "bo").complaint
                .contains(
                    "acts only as"
                )
        )
        #expect(
            try await ssh.dicectl("-H", "box", "rm", "home", "--yes").complaint
                .contains(
                    "the person who invited you"
                )
        )
        try await ssh.write("exec /bin/sh -c 'dicectl stdio --watch-only'")
        #expect(
            try await ssh.dicectl("-H", "box", "roll").complaint.contains(
                "the person who invited you"
            )
        )
        #expect(try await ssh.did("-H", "box", "ls").count == 2)
        #expect(try await client.result("table.get")["roll"] == 0)
    }

    @Test(
        "a roll with a lost response is not resent, and the error says where to look"
    )
    func lostRoll() async throws {
        let room = try Room.here
        let client = try await room.daemon("--slow", "1000").client()
        try await client.result("table.watch")
        let ssh = try await FakeSSH(room)
        let roll = try ssh.start(["-H", "box", "roll", "--json"])
        try await client.event("rollStarted")
        kill(try #require(ssh.pids.last), SIGKILL)
        let outcome = try await roll.outcome()
        #expect(outcome.ending == .exited(69))
        #expect(outcome.output.isEmpty)
        let error = try #require(JSON(outcome.complaint.utf8))
        #expect(error["data"]["reason"] == "connectionLost")
        let words = try #require(error["message"].string)
        #expect(words.contains("dicectl -H box table show"))
        #expect(words.contains("dicectl -H box table show"))
        #expect(ssh.pids.count == 1)
        #expect(
            try await client.event("rollSettled").element["params"]["outcome"]
                == "cancelled"
        )
        #expect(try await client.result("table.get")["roll"] == 1)
    }

    @Test("`play` reconnects by itself, and its keys work meanwhile", .needs(.script))
    func play() async throws {
        let room = try Room.here
        let client = try await room.daemon().client()
        let ssh = try await FakeSSH(room)
        let play = try room.start(
            Tool.script.name,
            ["-qec", "\"$dicectl\" -H box play --plain", "/dev/null"],
            environment: ssh.environment.merging([
                "TERM": "xterm", "dicectl": Programs.dicectl,
            ]) {
                $1
            }
        )
        try await play.output.first { $0.contains("turn 1") }
        // It never connects and prints nothing; nothing waits for it.
        try await ssh.write("exec sleep 1000")
        kill(try #require(ssh.pids.last), SIGKILL)
        try await play.output.first {
            $0.contains("no connection to box; trying again")
        }
        try await ssh.starts(atLeast: 2)
        play.write("2")
        play.write("?")
        try await play.output.first {
            $0.contains("KEYS") || $0.contains("Keys") || $0.contains("quit")
        }
        play.write("?")
        try await ssh.write(FakeSSH.here)
        try await client.result("table.lock", ["dice": [3]])
        kill(ssh.pids[1], SIGKILL)
        try await play.output.first {
            $0.contains("Table default") && $0.contains(" locked")
        }
        play.write("q")
        #expect(try await play.ending() == .exited(0))
    }

    @Test(
        "shell completion uses one connection and does not wait for a silent host"
    )
    func completion() async throws {
        let room = try Room.here
        _ = try await room.daemon()
        let ssh = try await FakeSSH(room)
        func offered() async throws -> [String] {
            let words = ["dicectl", "lock", "-H", "box", ""]
            let outcome = try await ssh.start(
                ["---completion", "lock", "--", "positional@0", "4", "0"] + words,
                ["SAP_SHELL": "bash"]
            ).outcome()
            #expect(outcome.ending == .exited(0))
            #expect(outcome.complaint == "")
            return outcome.output.filter { !$0.isEmpty }
        }
        var offers = [String]()
        var tries = 0
        // dicectl does not wait for a machine that is slow to answer.
        while offers.count < 7, tries < 100 {
            offers = try await offered()
            tries += 1
        }
        #expect(offers == ["1", "2", "3", "4", "5", "all", "default"])
        // A process that was given up may not have written its number.
        #expect((1...tries).contains(ssh.pids.count))
        try await ssh.write("echo noise >&2; exec sleep 1000")
        #expect(try await offered() == [])
        #expect(
            kill(try #require(ssh.pids.last), 0) != 0 && errno == ESRCH,
            "it is gone, too"
        )
        #expect(ssh.arguments.last == "--no-autostart")
    }
}
