import Foundation
import ProgramTestSupport
import Testing
import Unix

@Suite("Starting options of the daemon", .quickRoom)
struct SurroundingsTests {
    @Test(
        "the soft limit of open files is raised to the hard one, and a limit too low is refused",
        .needs(.prlimit)
    )
    func limitOfFiles() async throws {
        let room = try Room.here
        let (ending, complaint) = try await room.refusedDaemon(through: [
            Tool.prlimit.name, "--nofile=40:63",
        ])
        #expect(ending == .exited(71))
        #expect(complaint.contains("63"))
        #expect(!room.exists("run/diced.sock"))
        let daemon = try await room.daemon(through: [
            Tool.prlimit.name, "--nofile=70:100",
        ])
        let limits = try String(
            contentsOfFile: "/proc/\(daemon.child.pid)/limits",
            encoding: .utf8
        )
        let line = try #require(
            limits.split(separator: "\n").first { $0.hasPrefix("Max open files") }
        )
        #expect(line.split(separator: " ").dropFirst(3).prefix(2) == ["100", "100"])
    }

    /// Dispatch wakes for its thread pool once a second for as long as the process lives.
    @Test("the daemon uses no thread pool")
    func threads() async throws {
        let daemon = try await Room.here.daemon()
        let client = try daemon.client()
        try await client.result("table.roll", ["animate": false])
        try await client.result("table.endTurn")
        try await client.result("table.history")
        let tasks = "/proc/\(daemon.child.pid)/task"
        let names = try FileManager.default.contentsOfDirectory(atPath: tasks).map {
            try String(contentsOfFile: "\(tasks)/\($0)/comm", encoding: .utf8)
        }
        #expect(
            names.contains { $0.hasPrefix("NIO") }
                && !names.contains { $0.contains("default-qos") },
            "\(names)"
        )
    }

    @Test("a log without a reader does not end the daemon")
    func closedLog() async throws {
        // The reader of the log has already exited when the daemon writes its first line.
        let daemon = try await Room.here.daemon(
            "--log-level",
            "trace",
            through: ["/bin/bash", "-c", #"exec 2> >(:); wait $!; exec "$@""#, "bash"]
        )
        _ = try await daemon.client().result("ping")
        #expect(try await daemon.stop() == .exited(0))
    }

    @Test(
        "a file size limit ends no daemon: writes are refused and reads work",
        .needs(.prlimit)
    )
    func fileSize() async throws {
        let room = try Room.here
        let daemon = try await room.daemon()
        // Enough for the store and a few turns. A sanitizer cannot start under a limit.
        let prlimit = try room.start(
            Tool.prlimit.name,
            ["--pid=\(daemon.child.pid)", "--fsize=250000"]
        )
        #expect(try await prlimit.ending() == .exited(0))
        let client = try daemon.client()
        var turns = 0
        var refusal = JSON.null
        while refusal == .null, turns < 10_000 {
            refusal = try await client.call("table.roll", ["animate": false])["error"]
            if refusal == .null {
                refusal = try await client.call("table.endTurn")["error"]
                if refusal == .null {
                    turns += 1
                }
            }
        }
        #expect(refusal["data"]["reason"] == "storageFailed" && turns > 0, "\(refusal)")
        #expect(try await client.result("ping") == [:])
        let page = try await client.result("table.history", ["limit": 1])
        #expect(page["entries"][0]["turn"] == JSON(turns))
        let table = try await client.result("table.get")
        #expect(try await daemon.stop() == .exited(0))
        let again = try await room.daemon().client()
        #expect(try await again.result("table.get")["dice"] == table["dice"])
        #expect(
            try await again.result("table.history", ["limit": 1])["entries"]
                == page["entries"]
        )
    }

    @Test(
        "a socket in use is refused with 73, and an inherited one of another kind with 78"
    )
    func otherSockets() async throws {
        let room = try Room.here
        try room.makeFolder("run")
        let theirs = try Descriptor.socket(.stream, room.socket, binding: true)
        #expect(listen(theirs.number, 4) == 0)
        let (ending, complaint) = try await room.refusedDaemon()
        #expect(ending == .exited(73))
        #expect(complaint.contains(room.socket))
        #expect(throws: Never.self) { try Client(room.socket) }
        let datagrams = try Descriptor.socket(.datagram, room.path("s"), binding: true)
        let daemon = try Daemon(room, inheriting: datagrams, at: room.path("s"))
        #expect(try await daemon.child.ending() == .exited(78))
    }

    @Test(
        "a daemon on an inherited socket keeps a second daemon away from its path"
    )
    func inheritedLock() async throws {
        let room = try Room.here
        try room.makeFolder("run")
        let listener = try Descriptor.socket(.stream, room.socket, binding: true)
        #expect(listen(listener.number, 4) == 0)
        let first = try Daemon(room, inheriting: listener, at: room.socket)
        try await first.ready()
        let (ending, complaint) = try await room.refusedDaemon(
            state: room.path("other")
        )
        #expect(ending == .exited(73))
        #expect(complaint.contains("\(first.child.pid)"))
        #expect(
            try await Client(room.socket).result("server.status")["pid"]
                == JSON(Int(first.child.pid))
        )
    }

    @Test("the log shows the records of the requested level")
    func logLevel() async throws {
        let room = try Room.here
        let quiet = try await room.daemon("--log-level", "error")
        try await quiet.client().result("table.roll", ["animate": false])
        #expect(try await quiet.stop() == .exited(0))
        #expect(try await quiet.child.complaint() == "")
        let chatty = try await room.daemon("--log-level", "debug")
        try await chatty.client().result("table.roll", ["animate": false])
        #expect(try await chatty.stop() == .exited(0))
        #expect(try await chatty.child.complaint().contains("roll started"))
        #expect(
            try await room.refusedDaemon("--log-level", "loud").ending == .exited(64)
        )
    }

    @Test(
        "signals change the log level of each running program",
        arguments: SupervisorStatusTests.programs
    )
    func changedLogLevel(_ program: String) async throws {
        let room = try Room.here
        let child = try SupervisorStatusTests.start(program, room)
        try await child.errors.first { $0.contains(" ready ") }
        child.signal(SIGUSR1)
        let more = try await child.errors.first {
            $0.contains(" notice the log level is debug")
        }
        for level in ["info", "notice", "warning"] {
            child.signal(SIGUSR2)
            let shown = level == "warning" ? level : "notice"
            try await child.errors.first(from: more.index) {
                $0.contains(" \(shown) the log level is \(level)")
            }
        }
        child.signal(SIGTERM)
        #expect(try await child.ending() == .exited(0))
        #expect(
            !child.errors.all.contains { $0.contains(" stopped") },
            "it logs warnings alone"
        )
    }

    @Test(
        "the shell completes log levels",
        arguments: SupervisorStatusTests.programs
    )
    func completion(_ program: String) async throws {
        let script = try await Room.here.start(
            "\(Programs.folder)/\(program)",
            ["--generate-completion-script", "bash"]
        ).outcome()
        let levels = "trace debug info notice warning error critical"
        let lines = script.output.map { $0.replacing(#"'$'\n''"#, with: " ") }
        #expect(script.ending == .exited(0))
        #expect(lines.joined(separator: " ").contains(levels))
    }
}
