import Glibc
import ProgramTestSupport
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
        try matches(await room.did("settle"), "default nothing in flight")
        try matches(
            await room.did("end-turn", "--as", "cleo"),
            #"default turn 1 ended by cleo: [1-6] \[[1-6]\] [1-6] [1-6] [1-6] = \d+"#)
        try matches(
            await room.did("history"),
            #"\d+ [-\d]{10} [:\d]{8} default turn 1 cleo: [1-6] \[[1-6]\] [1-6] [1-6] [1-6] = \d+, 2 rolls"#
        )
        try matches(await room.did("table", "new", "t", "2d6", "d20"), #"t turn 1 roll 0: [1-6] [1-6] \d+ = \d+"#)
        try matches(await room.did("table", "list"), #"default +5 +2 +0 +still +0\nt +3 +1 +0 +still +0"#)
        try matches(await room.did("table", "rm", "t", "--yes"), "t removed")
        let status = try await room.did("status")
        #expect(status.contains { $0.hasPrefix("pid") } && status.contains { $0.hasSuffix(room.socket) })
    }

    @Test("history asks for further pages until it has what was asked for")
    func longHistory() async throws {
        let room = try Room.here
        let client = try await room.daemon().client()
        try await client.result("table.create", ["table": "t", "dice": JSON(Array(repeating: 6, count: 1_000))])
        // About 6 KB a roll: 180 of them are more than the 512 KiB of one page.
        for _ in 1...12 {
            for _ in 1...15 { try await client.result("table.roll", ["table": "t", "animate": false]) }
            try await client.result("table.endTurn", ["table": "t"])
        }
        let page = try await client.result("table.history", ["table": "t", "limit": 12])
        #expect(page["more"] == true && page["entries"].array.count < 12)
        #expect(try await room.did("history", "--table", "t", "--limit", "12").count == 12)
        #expect(try await room.did("history", "--table", "t", "--limit", "11").count == 11)
        let all = try await room.start(
            Programs.dicectl, ["history", "--table", "t", "--json"], environment: room.clientEnvironment
        ).outcome().json
        #expect(all["more"] == false && all["entries"].array.count == 12)
        #expect(all["entries"].array.prefix(page["entries"].array.count) == page["entries"].array[...])
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
        #expect(
            roll.names == [
                "table", "turn", "roll", "by", "outcome", "rolled", "dice", "total", "commitment", "entropy", "reveals",
            ])
        #expect(try await printed("table", "show") == client.result("table.get"))
        #expect(try await printed("lock", "2") == client.result("table.get"))
        #expect(try await printed("unlock", "2") == client.result("table.get"))
        #expect(try await printed("toggle", "5") == client.result("table.get"))
        #expect(try await printed("settle") == ["cancelled": []])
        let ended = try await printed("end-turn")
        let entry = try await printed("history")["entries"].array[0]
        #expect(Set(ended.names) == Set(entry.names + ["nextCommitment"]))
        for name in entry.names { #expect(ended[name] == entry[name]) }
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
        let client = try await room.daemon("--slow", "1000").client()
        try await client.result("table.watch")
        _ = await client.begin("table.roll")
        try await client.event("rollStarted")
        for arguments in [["roll"], ["roll", "--json"], ["end-turn"], ["lock", "2"]] {
            let outcome = try await room.start(Programs.dicectl, arguments, environment: room.clientEnvironment)
                .outcome()
            #expect(outcome.ending == .exited(75), "\(arguments)")
            #expect(outcome.complaint.contains(arguments[0] == "lock" ? "dieAnimating" : "busy"))
            #expect(outcome.output.isEmpty)
        }
        #expect(try await client.result("table.get")["roll"] == 1)
        #expect(try await client.result("table.cancel") == ["cancelled": [1, 2, 3, 4, 5]])
    }

    @Test(
        "a mistake in the arguments ends with 64, and needs no daemon",
        arguments: [
            ["shake"], ["roll", "3d6", "2"], ["roll", "0"], ["lock"], ["status", "--loud"],
            ["table", "new", "a/b", "6"],
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

    /// Whether a daemon was not ready within the five seconds that dicectl gives it: it may be the next time.
    private static func hasGivenUp(_ outcome: Outcome) -> Bool {
        outcome.ending == .exited(69)
            && (outcome.complaint.contains("is not ready after") || outcome.complaint.contains("not ready yet"))
    }

    @Test("twenty that start at once with no daemon start exactly one, and all succeed")
    func twenty() async throws {
        let room = try Room.here
        let children = try (1...20).map { _ in try room.startDicectl("status", "--json") }
        var pids: Set<Int> = []
        for child in children {
            var outcome = try await child.outcome()
            for _ in 1...20 where Self.hasGivenUp(outcome) { outcome = try await room.dicectl("status", "--json") }
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
        // Nothing of the room: a daemon that dicectl has given up on may still be on its way when the room is gone.
        let environment = room.clientEnvironment.merging(["DICED_STATE_DIR": "/dev/null/state"]) { $1 }
        var outcome: Outcome
        repeat {
            outcome = try await room.start(Programs.dicectl, ["status"], environment: environment).outcome()
        } while Self.hasGivenUp(outcome) && !outcome.complaint.contains("/dev/null/state")
        #expect(outcome.ending == .exited(69))
        #expect(outcome.complaint.contains("/dev/null/state"))
    }

    @Test("where the tables are with a daemon that listens elsewhere, as under cron, it uses that one")
    func elsewhere() async throws {
        let room = try Room.here
        let daemon = try await room.daemon()
        try room.makeFolder("runtime")
        for more in [[], ["--no-autostart"]] {
            let outcome = try await room.start(
                Programs.dicectl, ["status"] + more, environment: ["DICED_STATE_DIR": room.state]
            ).outcome()
            #expect(outcome.ending == .exited(0) && outcome.complaint.isEmpty)
            #expect(outcome.output.contains("pid        \(daemon.child.pid)"))
            #expect(outcome.output.contains("socket     \(room.socket)"))
        }
        #expect(!room.exists("runtime/diced"))
    }

    @Test("where another socket is named, or that daemon's folder is open to others, it says where the tables are")
    func elsewhereRefused() async throws {
        let room = try Room.here
        let daemon = try await room.daemon()
        let other = room.path("other/s")
        func complaint(_ more: [String: String], _ arguments: String...) async throws -> String {
            var outcome: Outcome
            repeat {
                outcome = try await room.start(
                    Programs.dicectl, ["status"] + arguments,
                    environment: ["DICED_STATE_DIR": room.state].merging(more) { $1 }
                ).outcome()
            } while Self.hasGivenUp(outcome)
            #expect(outcome.ending == .exited(69) && outcome.output.isEmpty)
            return outcome.complaint
        }
        let words =
            "and the tables are with a diced (pid \(daemon.child.pid)) that listens elsewhere; to use it, add: "
            + "--socket \(room.socket)"
        #expect(try await complaint([:], "--socket", other) == "dicectl: nobody listens on \(other), \(words)")
        #expect(try await complaint(["DICED_SOCKET": other]) == "dicectl: nobody listens on \(other), \(words)")
        try room.makeFolder("runtime")
        chmod(room.path("run"), 0o755)
        let unset = room.path("runtime/diced/diced.sock")
        #expect(try await complaint([:]) == "dicectl: nobody listens on \(unset), \(words)")
        chmod(room.path("run"), 0o700)
    }

    @Test("SIGINT in a roll ends with 130, and the dice settle at once")
    func interrupted() async throws {
        let room = try Room.here
        let client = try await room.daemon("--slow", "1000").client()
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
