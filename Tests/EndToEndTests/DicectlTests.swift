import Glibc
import Testing

@Suite("dicectl in scripts", .room)
struct DicectlTests {
    private func matches(_ lines: [String], _ pattern: String, sourceLocation: SourceLocation = #_sourceLocation) throws
    {
        let text = lines.joined(separator: "\n")
        #expect(try Regex(pattern).wholeMatch(in: text) != nil, "\(text)", sourceLocation: sourceLocation)
    }

    @Test("each command prints its result in plain lines and nothing else")
    func plain() async throws {
        let room = try Room.here
        _ = try await room.daemon()
        try matches(await room.did("roll", "--as", "ann"), #"default turn 1 roll 1 ann: [1-6]( [1-6]){4} = \d+"#)
        try matches(
            await room.did("lock", "1", "3"), #"default turn 1 roll 1: \[[1-6]\] [1-6] \[[1-6]\] [1-6] [1-6] = \d+"#)
        try matches(
            await room.did("roll", "--no-animation", "--as", "ben"),
            #"default turn 1 roll 2 ben: \[[1-6]\] [1-6] \[[1-6]\] [1-6] [1-6] = \d+"#)
        try matches(await room.did("unlock", "1"), #"default turn 1 roll 2: [1-6] [1-6] \[[1-6]\] [1-6] [1-6] = \d+"#)
        try matches(
            await room.did("toggle", "2", "3"), #"default turn 1 roll 2: [1-6] \[[1-6]\] [1-6] [1-6] [1-6] = \d+"#)
        try matches(await room.did("table", "show"), #"default turn 1 roll 2: [1-6] \[[1-6]\] [1-6] [1-6] [1-6] = \d+"#)
        try matches(await room.did("cancel"), "default nothing in flight")
        try matches(
            await room.did("end-turn", "--as", "cleo"),
            #"default turn 1 ended by cleo: [1-6] \[[1-6]\] [1-6] [1-6] [1-6] = \d+"#)
        try matches(
            await room.did("history"),
            #"\d+ \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z default turn 1 cleo: [1-6] \[[1-6]\] [1-6] [1-6] [1-6] = \d+, 2 rolls"#
        )
        try matches(await room.did("table", "new", "t", "2d6", "d20"), #"t turn 1 roll 0: [1-6] [1-6] \d+ = \d+"#)
        try matches(await room.did("table", "list"), #"default +5 +2 +0 +still +0\nt +3 +1 +0 +still +0"#)
        try matches(await room.did("table", "rm", "t", "--yes"), "t removed")
        let status = try await room.did("status")
        #expect(status.contains { $0.hasPrefix("pid") } && status.contains { $0.hasSuffix(room.socket) })
    }

    @Test("--json prints the daemon's result as it is, on one line")
    func json() async throws {
        let room = try Room.here
        let client = try await room.daemon().client()
        func printed(_ arguments: String...) async throws -> JSON {
            let outcome = try await room.start(
                Programs.dicectl, arguments + ["--json"], environment: room.clientEnvironment
            ).outcome()
            #expect(outcome.ending == .exited(0) && outcome.complaint == "")
            return outcome.json
        }
        let roll = try await printed("roll", "--as", "ann")
        #expect(roll.names == ["table", "turn", "roll", "by", "outcome", "rolled", "dice", "total"])
        #expect(try await printed("table", "show") == client.result("table.get"))
        #expect(try await printed("lock", "2") == client.result("table.get"))
        #expect(try await printed("unlock", "2") == client.result("table.get"))
        #expect(try await printed("toggle", "5") == client.result("table.get"))
        #expect(try await printed("cancel") == ["cancelled": []])
        let entry = try await printed("end-turn")
        #expect(try await printed("history") == ["entries": [entry], "more": false])
        #expect(try await printed("history", "--limit", "1", "--before", "1") == ["entries": [], "more": false])
        #expect(try await printed("table", "new", "t", "4d6") == client.result("table.get", ["table": "t"]))
        #expect(try await printed("table", "list") == client.result("table.list"))
        #expect(try await printed("table", "rm", "t", "--yes") == [:])
        let names = try await client.result("server.status").names
        #expect(try await printed("status").names == names)
    }

    @Test("what the daemon refuses ends with 1, its message and reason on standard error alone")
    func refused() async throws {
        let room = try Room.here
        _ = try await room.daemon()
        for (arguments, reason) in [
            (["roll", "6"], "noSuchDie"), (["end-turn"], "nothingRolled"),
            (["table", "show", "nowhere"], "tableNotFound"),
            (["table", "new", "default", "6"], "tableExists"),
            (["roll", "--table", "nowhere", "--json"], "tableNotFound"),
        ] {
            let outcome = try await room.start(Programs.dicectl, arguments, environment: room.clientEnvironment)
                .outcome()
            #expect(outcome.ending == .exited(1), "\(arguments)")
            #expect(outcome.complaint.contains(reason) && outcome.complaint.contains(" "))
            #expect(outcome.output.isEmpty)
        }
    }

    @Test("a busy table ends with 75, and leaves the roll in flight alone")
    func busy() async throws {
        let room = try Room.here
        let client = try await room.daemon().client()
        try await client.result("table.watch")
        let roll = await client.begin("table.roll")
        try await client.event("rollStarted")
        let outcome = try await room.dicectl("roll")
        #expect(outcome.ending == .exited(75))
        #expect(outcome.complaint.contains("busy") && outcome.output.isEmpty)
        #expect(try await client.reply(roll)["result"]["outcome"] == "completed")
    }

    @Test(
        "a mistake in the arguments ends with 64, and needs no daemon",
        arguments: [
            ["shake"], ["roll", "x"], ["roll", "0"], ["lock"], ["status", "--loud"], ["table", "new", "a/b", "6"],
            ["history", "--limit", "0"], ["table", "rm", "default"],
        ])
    func usage(_ arguments: [String]) async throws {
        let room = try Room.here
        let outcome = try await room.start(Programs.dicectl, arguments, environment: room.clientEnvironment).outcome()
        #expect(outcome.ending == .exited(64))
        #expect(!outcome.complaint.isEmpty && outcome.output.isEmpty)
        #expect(!room.exists("run"))
    }

    @Test("--help and --version print to standard output and end with 0")
    func help() async throws {
        let room = try Room.here
        for argument in ["--help", "--version"] {
            let outcome = try await room.dicectl(argument)
            #expect(outcome.ending == .exited(0) && outcome.complaint == "" && !outcome.output.isEmpty)
        }
    }

    @Test("without a daemon --no-autostart ends with 69 and starts none")
    func noAutostart() async throws {
        let room = try Room.here
        let outcome = try await room.dicectl("status", "--no-autostart")
        #expect(outcome.ending == .exited(69))
        #expect(outcome.complaint.contains(room.socket) && outcome.output.isEmpty)
        #expect(!room.exists("run/diced.sock") && !room.exists("state"))
    }

    @Test("twenty that start at once with no daemon start exactly one, and all succeed")
    func twenty() async throws {
        let room = try Room.here
        let children = try (1...20).map { _ in try room.startDicectl("status", "--json") }
        var pids: Set<Int> = []
        for child in children {
            let outcome = try await child.outcome()
            #expect(outcome.ending == .exited(0), "\(outcome.complaint)")
            if let pid = outcome.json["pid"].int, pids.insert(pid).inserted { room.adopt(pid) }
        }
        #expect(pids.count == 1)
        #expect(
            try await room.did("status", "--json", "--no-autostart").first.map { JSON($0.utf8)?["pid"].int }
                == pids.first)
        #expect(room.exists("state/diced.sqlite"))
    }

    @Test("a daemon that dicectl cannot start ends with 69 and says why")
    func cannotStart() async throws {
        let room = try Room.here
        try room.makeFile("state", "no folder")
        let outcome = try await room.dicectl("status")
        #expect(outcome.ending == .exited(69))
        #expect(outcome.complaint.contains(room.state))
    }

    @Test("SIGINT in a roll ends with 130, and the dice settle at once")
    func interrupted() async throws {
        let room = try Room.here
        let client = try await room.daemon().client()
        try await client.result("table.watch")
        for arguments in [["roll"], ["roll", "--json"]] {
            let start = client.lines.count
            let child = try room.start(Programs.dicectl, arguments, environment: room.clientEnvironment)
            try await client.event("rollStarted", from: start)
            child.signal(SIGINT)
            let outcome = try await child.outcome()
            #expect(outcome.ending == .exited(130))
            #expect(outcome.output.isEmpty)
            let settled = try await client.event("rollSettled", from: start).element["params"]
            #expect(settled["outcome"] == "cancelled" && settled["reason"] == "disconnected")
        }
    }
}

@Suite("dicectl watch", .room)
struct DicectlWatchTests {
    @Test("watch prints the state and then a line for each event")
    func plain() async throws {
        let room = try Room.here
        let client = try await room.daemon().client()
        let watch = try room.startDicectl("watch")
        try await watch.output.first { $0.hasPrefix("default turn 1 roll 0: ") }
        try await client.result("table.roll", ["by": "ann"])
        try await client.result("table.lock", ["dice": [1]])
        try await client.result("table.endTurn", ["by": "ben"])
        try await watch.output.first { $0.contains("ended by ben") }
        #expect(watch.output.count == 5)
        watch.signal(SIGINT)
        #expect(try await watch.ending() == .exited(130))
    }

    @Test("watch --json prints the snapshot and then the notifications as they come")
    func json() async throws {
        let room = try Room.here
        let client = try await room.daemon().client()
        try await client.result("table.watch")
        let watch = try room.startDicectl("watch", "--json")
        let first = try await watch.output.first { _ in true }.element
        #expect(JSON(first.utf8) == (try await client.result("table.get")))
        try await client.result("table.roll")
        try await watch.output.first { $0.contains("rollSettled") }
        #expect(watch.output.all.dropFirst().map { JSON($0.utf8) } == client.notifications.map(Optional.some))
        watch.signal(SIGTERM)
        _ = try await watch.ending()
    }

    @Test("watch into head -1 ends quietly though nothing happens any more")
    func head() async throws {
        let room = try Room.here
        _ = try await room.daemon()
        let pipeline = try room.start(
            "/bin/bash", ["-c", #"set -o pipefail; "$0" watch | head -1"#, Programs.dicectl],
            environment: room.clientEnvironment)
        let outcome = try await pipeline.outcome()
        #expect(outcome.ending == .exited(0))
        #expect(outcome.output.count == 1 && outcome.complaint == "")
    }

    @Test("watch survives a killed and restarted daemon and shows the new state")
    func restart() async throws {
        let room = try Room.here
        let daemon = try await room.daemon()
        try await daemon.client().result("table.roll", ["animate": false])
        let watch = try room.startDicectl("watch", "--json")
        let before = try #require(JSON(try await watch.output.first { _ in true }.element.utf8))
        try await daemon.kill()
        try await watch.errors.first { $0.contains("gone") }
        let client = try await room.daemon().client()
        let after = try #require(JSON(try await watch.output.first(from: 1) { _ in true }.element.utf8))
        #expect(after["dice"] == before["dice"] && after["roll"] == 1)
        try await client.result("table.roll", ["animate": false])
        try await watch.output.first { $0.contains("rollSettled") }
        #expect(watch.isAlive)
    }

    @Test("watch ends with 1 when the table is deleted")
    func deleted() async throws {
        let room = try Room.here
        let client = try await room.daemon().client()
        try await client.result("table.create", ["table": "t", "dice": [6]])
        let watch = try room.startDicectl("watch", "--table", "t")
        try await watch.output.first { _ in true }
        try await client.result("table.delete", ["table": "t"])
        #expect(try await watch.ending() == .exited(1))
    }
}

@Suite("dicectl on a terminal", .room, .enabled(if: Programs.isInstalled(Programs.script)))
struct DicectlTerminalTests {
    private static let showCursor = "\u{1B}[?25h"
    private static let hideCursor = "\u{1B}[?25l"

    @Test("a roll draws tumbling dice in place and leaves the terminal's modes as they were")
    func roll() async throws {
        let room = try Room.here
        _ = try await room.daemon()
        let outcome = try await room.startOnTerminal(
            #"stty -g; "$dicectl" roll; s=$?; echo; echo "status $s"; stty -g"#
        ).outcome()
        let lines = outcome.output.map { $0.filter { $0 != "\r" } }
        #expect(outcome.ending == .exited(0))
        #expect(lines.first?.isEmpty == false && lines.first == lines.last)
        #expect(lines.contains("status 0"))
        let text = outcome.output.joined(separator: "\n")
        #expect(text.contains("\u{1B}["), "drawn in place")
        checkCursor(text)
    }

    @Test("Ctrl-C in a roll ends with 130, settles the dice and leaves the terminal's modes as they were")
    func interrupted() async throws {
        let room = try Room.here
        let client = try await room.daemon().client()
        try await client.result("table.watch")
        let terminal = try room.startOnTerminal(
            #"trap : INT; stty -g; "$dicectl" roll; s=$?; echo; echo "status $s"; stty -g"#)
        try await client.event("rollStarted")
        terminal.write("\u{3}")
        let settled = try await client.event("rollSettled").element["params"]
        #expect(settled["outcome"] == "cancelled" && settled["reason"] == "disconnected")
        let outcome = try await terminal.outcome()
        let lines = outcome.output.map { $0.filter { $0 != "\r" } }
        #expect(lines.contains("status 130"))
        #expect(lines.first?.isEmpty == false && lines.first == lines.last)
        checkCursor(outcome.output.joined(separator: "\n"))
    }

    @Test("Ctrl-C in watch ends it and leaves the terminal's modes as they were")
    func watch() async throws {
        let room = try Room.here
        let client = try await room.daemon().client()
        let terminal = try room.startOnTerminal(
            #"trap : INT; stty -g; "$dicectl" watch; s=$?; echo; echo "status $s"; stty -g"#)
        try await client.status(becomes: "watchers", 1)
        terminal.write("\u{3}")
        let outcome = try await terminal.outcome()
        let lines = outcome.output.map { $0.filter { $0 != "\r" } }
        #expect(lines.contains("status 130"))
        #expect(lines.first?.isEmpty == false && lines.first == lines.last)
        checkCursor(outcome.output.joined(separator: "\n"))
    }

    /// A cursor that was hidden is shown again.
    private func checkCursor(_ text: String) {
        guard let hidden = text.ranges(of: Self.hideCursor).last else { return }
        #expect(text[hidden.upperBound...].contains(Self.showCursor))
    }
}
