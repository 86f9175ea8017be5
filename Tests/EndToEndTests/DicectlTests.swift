import Glibc
import ProgramTestSupport
import Testing

@Suite("dicectl in scripts", .quickRoom)
struct DicectlTests {
    private func matches(
        _ lines: [String],
        _ pattern: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let text = lines.joined(separator: "\n")
        #expect(
            try Regex(pattern).wholeMatch(in: text) != nil,
            "\(text)",
            sourceLocation: sourceLocation
        )
    }

    @Test("each command prints its result in plain lines and nothing else")
    func plain() async throws {
        let room = try Room.here
        _ = try await room.daemon()
        try matches(
            await room.did("roll", "--as", "ann"),
            #"default turn 1 roll 1 ann: [1-6]( [1-6]){4} = \d+"#
        )
        try matches(
            await room.did("lock", "1", "3"),
            #"default turn 1 roll 1: \[[1-6]\] [1-6] \[[1-6]\] [1-6] [1-6] = \d+"#
        )
        try matches(
            await room.did("unlock", "1"),
            #"default turn 1 roll 1: [1-6] [1-6] \[[1-6]\] [1-6] [1-6] = \d+"#
        )
        try matches(
            await room.did("toggle", "2", "3"),
            #"default turn 1 roll 1: [1-6] \[[1-6]\] [1-6] [1-6] [1-6] = \d+"#
        )
        try matches(await room.did("settle"), "default nothing in flight")
        try matches(
            await room.did("end-turn", "--as", "cleo"),
            #"default turn 1 ended by cleo: [1-6] \[[1-6]\] [1-6] [1-6] [1-6] = \d+"#
        )
        try matches(
            await room.did("history"),
            #"\d+ [-\d]{10} [:\d]{8} default turn 1 cleo: [1-6] \[[1-6]\] [1-6] [1-6] [1-6] = \d+, 1 roll"#
        )
        _ = try await room.did("save", "boost", "d{hit, 2 miss}")
        try matches(
            await room.did("table", "new", "u", "d6", "2d[boost]"),
            #"u turn 1 roll 0: 1 hit hit = 1"#
        )
        try matches(await room.did("table", "rm", "u", "--yes"), "u removed")
        try matches(
            await room.did("table", "new", "t", "2d6", "d20"),
            #"t turn 1 roll 0: [1-6] [1-6] \d+ = \d+"#
        )
        try matches(
            await room.did("table", "list"),
            #"default +5 +2 +0 +still +0\nt +3 +1 +0 +still +0"#
        )
        try matches(await room.did("table", "rm", "t", "--yes"), "t removed")
        let status = try await room.did("status")
        #expect(status.contains { $0.hasPrefix("pid") })
        #expect(status.contains { $0.hasSuffix(room.socket) })
        try matches(await room.did("--version"), #"\d+\.\d+\.\d+"#)
    }

    @Test("`--json` prints the daemon's result unchanged on one line")
    func json() async throws {
        let room = try Room.here
        let client = try await room.daemon().client()
        func printed(_ arguments: String...) async throws -> JSON {
            let outcome = try await room.dicectl(arguments + ["--json"])
            #expect(outcome.ending == .exited(0))
            #expect(outcome.complaint == "")
            return outcome.json
        }
        #expect(try await printed("roll", "--as", "ann")["outcome"] == "completed")
        #expect(try await printed("lock", "2") == client.result("table.get"))
        #expect(try await printed("settle") == ["cancelled": []])
        let ended = try await printed("end-turn")
        let entry = try await printed("history")["entries"].array[0]
        #expect(Set(ended.names) == Set(entry.names + ["nextCommitment"]))
        for name in entry.names {
            #expect(ended[name] == entry[name])
        }
        #expect(
            try await printed("history", "--limit", "1", "--before", "1") == [
                "entries": [], "more": false,
            ]
        )
        #expect(
            try await printed("table", "new", "t", "4d6")
                == client.result("table.get", ["table": "t"])
        )
        #expect(try await printed("table", "list") == client.result("table.list"))
        #expect(try await printed("table", "rm", "t", "--yes") == [:])
        let names = try await client.result("server.status").names
        #expect(try await printed("status").names == names)
    }

    @Test(
        "a refusal exits with 1, or with 75 while dice move, and prints only to standard error"
    )
    func refused() async throws {
        let room = try Room.here
        let client = try await room.daemon("--slow", "1000").client()
        for (arguments, reason) in [
            (["roll", "6"], "the table has no die 6"),
            (["end-turn"], "has no roll yet"),
            (["roll", "--table", "nowhere", "--json"], "tableNotFound"),
        ] {
            let outcome = try await room.dicectl(arguments)
            #expect(
                outcome.ending == .exited(1) && outcome.output.isEmpty,
                "\(arguments)"
            )
            #expect(outcome.complaint.contains(reason))
            #expect(outcome.complaint.contains(" "))
        }
        try await client.rollInFlight()
        #expect(
            try await room.refused("roll", status: 75).contains(
                "dice are still rolling"
            )
        )
        #expect(
            try await room.refused("lock", "2", status: 75).contains("still rolling")
        )
        #expect(
            try await client.result("table.cancel") == ["cancelled": [1, 2, 3, 4, 5]]
        )
    }

    /// Returns true if a daemon was not ready within dicectl's timeout, so that another attempt may
    /// succeed.
    private static func hasGivenUp(_ outcome: Outcome) -> Bool {
        outcome.ending == .exited(69)
            && (outcome.complaint.contains("is not ready after")
                || outcome.complaint.contains("not ready yet"))
    }

    /// Returns the outcome of a run of dicectl that does not start a daemon.
    private func outcome(
        _ room: Room,
        _ arguments: [String],
        _ environment: [String: String]
    )
        async throws -> Outcome
    {
        for _ in 1...20 {
            let outcome = try await room.start(
                Programs.dicectl,
                arguments,
                environment: environment
            ).outcome()
            if !Self.hasGivenUp(outcome)
                || outcome.complaint.contains("/dev/null/state")
            {
                return outcome
            }
        }
        throw Patience.Exhausted(
            description: "no daemon ever said in time why it does not start"
        )
    }

    @Test("twelve commands started at once without a daemon start exactly one, and all succeed")
    func atOnce() async throws {
        let room = try Room.here
        let children = try (1...12).map { _ in try room.startDicectl("ls") }
        var pids: Set<Int> = []
        for child in children {
            var outcome = try await child.outcome()
            for _ in 1...20 where Self.hasGivenUp(outcome) {
                outcome = try await room.dicectl("ls")
            }
            #expect(outcome.ending == .exited(0), "\(outcome.complaint)")
            if let pid = try await room.dicectl("status", "--json").json["pid"].int,
                pids.insert(pid).inserted
            {
                room.adopt(pid)
            }
        }
        #expect(pids.count == 1)
        let found = try await room.dicectl("status", "--json", "--no-autostart").json[
            "pid"
        ].int
        #expect(found == pids.first)
        #expect(room.exists("state/diced.sqlite"))
    }

    @Test("a daemon that dicectl cannot start exits with 69 and gives the reason")
    func cannotStart() async throws {
        let room = try Room.here
        // Outside of the room, because a daemon that dicectl has given up on may start after the
        // room is removed.
        let environment = room.clientEnvironment.merging([
            "DICED_STATE_DIR": "/dev/null/state"
        ]) {
            $1
        }
        let outcome = try await outcome(room, ["ls"], environment)
        #expect(outcome.ending == .exited(69))
        #expect(outcome.complaint.contains("/dev/null/state"))
    }

    @Test(
        "a daemon that has the tables but listens on another socket is used, for example under cron"
    )
    func elsewhere() async throws {
        let room = try Room.here
        let daemon = try await room.daemon()
        try room.makeFolder("runtime")
        for more in [[], ["--no-autostart"]] {
            let outcome = try await room.start(
                Programs.dicectl,
                ["status"] + more,
                environment: ["DICED_STATE_DIR": room.state]
            ).outcome()
            #expect(outcome.ending == .exited(0))
            #expect(outcome.complaint.isEmpty)
            #expect(outcome.output.contains("pid        \(daemon.child.pid)"))
            #expect(outcome.output.contains("socket     \(room.socket)"))
        }
        #expect(!room.exists("runtime/diced"))

        // If another socket is given, or others can access that daemon's folder, dicectl reports
        // the folder that contains the tables.
        let other = room.path("other/s")
        let words =
            "your tables are in use by a diced (pid \(daemon.child.pid)) that listens elsewhere; to use it, add: "
            + "--socket \(room.socket)"
        for (socket, more, arguments) in [
            (other, [:], ["--socket", other]),
            (other, ["DICED_SOCKET": other], []),
            (room.path("runtime/diced/diced.sock"), [:], []),
        ] as [(String, [String: String], [String])] {
            chmod(room.path("run"), socket == other ? 0o700 : 0o755)
            let refused = try await outcome(
                room,
                ["ls"] + arguments,
                ["DICED_STATE_DIR": room.state].merging(more) { $1 }
            )
            #expect(refused.ending == .exited(69))
            #expect(refused.output.isEmpty)
            #expect(
                refused.complaint == "dicectl: nothing listens on \(socket); \(words)"
            )
        }
        chmod(room.path("run"), 0o700)
    }

    @Test("throws for several names are one list, sorted by total; as JSON one result a line")
    func severalNames() async throws {
        let room = try Room.here
        _ = try await room.daemon("--seed", "1", "--slow", "0.01")
        let words = ["roll", "d20+{bonus=0}", "--for", "ann=300,bo=500,goblin x2=400"]
        for arguments in [words, words + ["--motion", "none"]] {
            let lines = try await room.dicectl(arguments).output
            let names = lines.map { line in
                line.drop { !$0.isLetter }.prefix(while: \.isLetter)
            }
            #expect(names == ["bo", "goblin", "goblin", "ann"])
        }
        let results = try await room.dicectl(words + ["--json"]).output.map {
            try #require(JSON($0.utf8))
        }
        let totals = results.compactMap { $0["total"].int }
        #expect(totals.count == 4 && totals == totals.sorted(by: >))
        #expect(Set(results.compactMap { $0["group"].string }).count == 1)
        #expect(results.map { $0["throw"].int ?? 0 }.sorted() == Array(9...12))
    }

    @Test("SIGINT during throws for several names tells which were made")
    func interruptedForSeveralNames() async throws {
        let room = try Room.here
        let client = try await room.daemon("--slow", "1000").client()
        try await client.result("table.watch")
        let child = try room.start(
            Programs.dicectl,
            ["roll", "d20", "--for", "ann,goblin x2"],
            environment: room.clientEnvironment
        )
        try await client.lines.first { $0["params"]["label"] == "goblin 2" }
        child.signal(SIGINT)
        let outcome = try await child.outcome()
        #expect(outcome.ending == .exited(130))
        #expect(outcome.output.isEmpty)
        #expect(outcome.complaint.hasPrefix("dicectl: interrupted; 3 of 3 throws were made"))
        for name in ["ann", "goblin 1", "goblin 2"] {
            try await client.lines.first {
                $0["params"]["event"] == "throwEnded"
                    && $0["params"]["entry"]["label"] == .string(name)
                    && $0["params"]["entry"]["reason"] == "disconnected"
            }
        }
    }

    @Test("SIGINT during a roll exits with 130, and the dice settle at once")
    func interrupted() async throws {
        let room = try Room.here
        let client = try await room.daemon("--slow", "1000").client()
        try await client.result("table.watch")
        for arguments in [["roll"], ["roll", "--json"]] {
            let start = client.lines.count
            let child = try room.start(
                Programs.dicectl,
                arguments,
                environment: room.clientEnvironment
            )
            try await client.event("rollStarted", from: start)
            child.signal(SIGINT)
            let outcome = try await child.outcome()
            #expect(outcome.ending == .exited(130))
            #expect(outcome.output.isEmpty)
            let settled = try await client.event("rollSettled", from: start).element[
                "params"
            ]
            #expect(
                settled["outcome"] == "cancelled" && settled["reason"] == "disconnected"
            )
        }
    }
}
