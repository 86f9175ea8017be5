import ProgramTestSupport
import Testing

@Suite("dicectl verify", .quickRoom)
struct VerifyTests {
    /// Plays turns with two rolls each at `default`, and makes throws.
    private func play(_ client: Client, turns: Int = 3, throws count: Int = 2)
        async throws
    {
        for _ in 0..<turns {
            for _ in 1...2 {
                try await client.result("table.roll", ["animate": false, "by": "ann"])
            }
            try await client.result("table.endTurn")
        }
        for _ in 0..<count {
            try await client.result(
                "table.throw",
                ["expression": "4d6kh3", "animate": false]
            )
        }
    }

    private static let right = [
        "turns 1 to 3 of default: 6 rolls right, none promised to you beforehand",
        "throws 1 to 2 of default: 2 right, none promised to you beforehand",
    ]

    @Test(
        "verify accepts a daemon's history, one table or all, and an export without a daemon"
    )
    func right() async throws {
        let room = try Room.here
        let daemon = try await room.daemon()
        let client = try daemon.client()
        for arguments in [
            ["verify"],
            ["verify", "--all"],
            ["verify", "/dev/null"],
            ["verify", "--json"],
        ] {
            let outcome = try await room.dicectl(arguments)
            #expect(
                outcome.ending == .exited(65)
                    && outcome.complaint.contains("no entries"),
                "\(arguments)"
            )
        }
        try await play(client)
        #expect(try await room.did("verify", "-t", "default") == Self.right)
        #expect(try await room.did("verify", "--all") == Self.right)
        let json = try await room.dicectl("verify", "--json").json["tables"].array
        #expect(
            json.count == 1 && json[0]["turns"]["right"] == 6
                && json[0]["throws"]["to"] == 2
        )
        #expect(try await room.dicectl("verify", "-t", "none").ending == .exited(1))

        let lines = try await room.did("export", "--all")
        #expect(try await daemon.stop() == .exited(0))
        try room.makeFile("export", lines.map { $0 + "\n" }.joined())
        #expect(
            try await room.did("verify", "--no-autostart", room.path("export"))
                == Self.right
        )
        let shell = try room.start(
            "/bin/sh",
            [
                "-c", "exec \"$0\" verify --no-autostart - <\"$1\"", Programs.dicectl,
                room.path("export"),
            ],
            environment: room.clientEnvironment
        )
        #expect(try await shell.outcome().output == Self.right)
        // A history that starts later.
        try room.makeFile("late", lines[1...].map { $0 + "\n" }.joined())
        let late = try await room.dicectl(
            ["verify", room.path("late")],
            ["XDG_STATE_HOME": room.path("new")]
        ).output
        #expect(
            late.contains(
                "default: the chain was checked from turn 2; older entries are missing"
            ),
            "\(late)"
        )
    }

    @Test("verify names an error and exits with 65")
    func wrong() async throws {
        let room = try Room.here
        try await play(try await room.daemon().client())
        var lines = try await room.did("export")
        func complaint(_ arguments: String...) async throws -> String {
            try room.makeFile("export", lines.map { $0 + "\n" }.joined())
            let outcome = try await room.dicectl(
                ["verify"] + arguments + [room.path("export")]
            )
            #expect(outcome.ending == .exited(65))
            #expect(outcome.output == [])
            return outcome.complaint
        }
        let turn = try #require(JSON(lines[1].utf8))
        let id = try #require(turn["id"].int)
        lines[1] = lines[1].replacing("\"by\":\"ann\"", with: "\"by\":\"bo\"")
        #expect(
            try await complaint().hasPrefix(
                "dicectl: turn 2 of default (entry \(id)): its "
            )
        )
        #expect(
            JSON(try await complaint("--json").utf8)?["data"]["reason"]
                == "verificationFailed"
        )
        lines[1] = "{}"
        #expect(
            try await complaint().hasSuffix(
                "line 2 of \(room.path("export")) is not a history entry"
            )
        )
        #expect(
            try await room.dicectl("verify", room.path("none")).ending == .exited(66)
        )
        #expect(
            try await room.dicectl("verify", "--all", "-t", "default").ending
                == .exited(64)
        )
    }

    @Test(
        "entries of a newer format are not checked and exit with 76, unless others are wrong"
    )
    func newer() async throws {
        let room = try Room.here
        try await play(try await room.daemon().client())
        var lines = try await room.did("export")
        func verify(_ arguments: String...) async throws -> Outcome {
            try room.makeFile("export", lines.map { $0 + "\n" }.joined())
            return try await room.dicectl(
                ["verify"] + arguments + [room.path("export")]
            )
        }
        let last = lines.count - 1
        for edition in 3...6 {
            lines[last] = lines[last].replacing(
                "\"edition\":\(edition)",
                with: "\"edition\":99"
            )
        }
        lines[last] = lines[last].replacing("\"dice\":", with: "\"dies\":")
        let told = try await verify()
        #expect(told.ending == .exited(76))
        #expect(
            told.output.contains(
                "default: 1 entry not checked: edition 99 is newer than this program"
            )
        )
        let json = try await verify("--json")
        #expect(
            json.ending == .exited(76)
                && json.json["tables"][0]["newer"]["edition"] == 99
        )
        lines[1] = lines[1].replacing("\"by\":\"ann\"", with: "\"by\":\"bo\"")
        #expect(try await verify().ending == .exited(65))
    }

    @Test("verify reports that seeds from a number are not random")
    func seeded() async throws {
        let room = try Room.here
        let daemon = try Daemon(room, ["--seed", "1"])
        try await daemon.ready()
        try await play(try daemon.client(), turns: 1, throws: 1)
        let told = try await room.did("verify")
        #expect(
            told.last?.hasPrefix("default: 1 turn and 1 throw with a seed from")
                == true,
            "\(told)"
        )
    }

    @Test(
        "verify counts noted commitments and requires every turn that was seen to end"
    )
    func noted() async throws {
        let room = try Room.here
        let client = try await room.daemon().client()
        let promised = try #require(
            try await client.result("table.get")["commitment"].string
        )
        try await play(client, turns: 2, throws: 0)
        let entries = try await client.result("table.history")["entries"].array
        let commitments = entries.reversed().compactMap { $0["commitment"].string }
        try #require(commitments.first == promised)
        try room.makeFolder("state-of-user")
        try room.makeFolder("state-of-user/dicectl")
        func verify(_ notes: String...) async throws -> Outcome {
            try room.makeFile(
                "state-of-user/dicectl/seen",
                notes.map { $0 + "\n" }.joined()
            )
            return try await room.dicectl(
                ["verify"],
                ["XDG_STATE_HOME": room.path("state-of-user")]
            )
        }
        let early = "2026-01-01T00:00:00.000Z default turn 1 \(promised)"
        #expect(
            try await verify(early).output == [
                "turns 1 to 2 of default: 4 rolls right, 1 promised to you beforehand"
            ]
        )
        let link = try #require(entries.last?["chain"].string)
        #expect(
            try await verify("\(early) ended 1 \(link) \(commitments[1])").ending
                == .exited(0)
        )
        // A different chain hash, a different next turn, and a missing entry.
        let other = String(repeating: "ab", count: 32)
        for note in [
            "\(early) ended 1 \(other) -", "\(early) ended 1 \(link) \(other)",
        ] {
            #expect(try await verify(note).ending == .exited(65))
        }
        let last =
            "2026-01-01T00:00:00.000Z default turn 2 \(commitments[1]) ended 2 \(try #require(entries.first?["chain"].string)) \(other)"
        let gone = try await verify(
            last,
            "2026-01-01T00:00:00.000Z default turn 3 \(other) ended 9 \(other) -"
        )
        #expect(gone.ending == .exited(65))
        #expect(gone.complaint.contains("turn 3 of default (entry 9): you saw it end"))
        let strange = try await verify(
            "2026-01-01T00:00:00.000Z default turn 3 \(other) ended 9 \(other) -"
        )
        #expect(strange.ending == .exited(0))
        #expect(
            strange.output.last?.contains("missing 1 entry") == true
        )
    }
}
