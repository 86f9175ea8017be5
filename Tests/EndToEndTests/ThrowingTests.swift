import ProgramTestSupport
import Testing

@Suite("Throws", .quickRoom)
struct ThrowingTests {
    @Test(
        "a throw interrupted by kill -9 is in history with its drawn faces, and counted",
        arguments: 1...Soak.size(2, long: 5)
    )
    func killed(_ seed: Int) async throws {
        let room = try Room.here
        let daemon = try await room.daemon("--seed", "\(seed)", "--slow", "1000")
        let client = try daemon.client()
        try await client.result("table.watch")
        _ = await client.begin(
            "table.throw",
            ["expression": "3d6+2d4", "by": "ann", "label": "fire bolt"]
        )
        try await client.lines.first { $0["method"] == "throw" }
        try await daemon.kill()

        let again = try await room.daemon().client()
        let page = try await again.result("table.history", ["kind": "all"])
        let entry = page["entries"][0]
        #expect(page["entries"].array.count == 1)
        #expect(
            entry["kind"] == "throw" && entry["outcome"] == "cancelled"
                && entry["throw"] == 1
        )
        #expect(
            entry["by"] == "ann" && entry["label"] == "fire bolt"
                && entry["expression"] == "3d6+2d4"
        )
        let values = entry["dice"].array.compactMap { $0["value"].int }
        #expect(values.count == 5 && entry["total"].int == values.reduce(0, +))
        let faces = try await again.result("table.stats")["faces"].array
        #expect(
            faces.map { $0["sides"] } == [4, 6] && faces.map { $0["rolls"] } == [2, 3]
        )
        #expect(
            try await again.result("table.history")["entries"].array.isEmpty,
            "turns are asked for by default"
        )
        let next = try await again.result(
            "table.throw",
            ["expression": "1d6", "animate": false]
        )
        #expect(next["throw"] == 2, "numbers are not used twice")
    }

    @Test(
        "the entry of each throw follows its result, and verify accepts it"
    )
    func entriesAreTold() async throws {
        let room = try Room.here
        let client = try await room.daemon().client()
        try await client.result("table.watch")
        let expressions = ["3d6", "2d20kh1+1"]
        for expression in expressions {
            try await client.result("table.throw", ["expression": .string(expression)])
        }
        let lines = client.lines.all.map { $0["params"] }
        let results = lines.map { $0["result"] }.filter { $0 != .null }
        let entries = lines.filter { $0["event"] == "throwEnded" }.map { $0["entry"] }
        #expect(entries.map { $0["faces"] } == results.map { $0["faces"] })
        #expect(results.count == expressions.count)
        try room.makeFile("told", entries.map { $0.text + "\n" }.joined())
        let verdict = try await room.dicectl(
            "verify",
            "--no-autostart",
            room.path("told")
        )
        #expect(verdict.ending == .exited(0), "\(verdict.output)")
        let exported = try await room.dicectl("export", "-t", "default").output
        #expect(exported.compactMap { JSON(Array($0.utf8)) } == entries)
    }

    @Test(
        "one invalid expression keeps every expression of the command from being rolled"
    )
    func allOrNothing() async throws {
        let room = try Room.here
        let client = try await room.daemon().client()
        let complaint = try await room.refused(
            "roll",
            "2d6",
            "4d6d1",
            "--motion",
            "none",
            status: 64
        )
        #expect(complaint == "dicectl: here this is written `4d6dl1`\n  4d6d1\n     ^")
        #expect(
            try await client.result("table.history", ["kind": "all"])["entries"].array
                .isEmpty
        )
    }

    @Test(
        "a secret throw hides its values until it is revealed, and verify checks its commitment"
    )
    func secret() async throws {
        let room = try Room.here
        let daemon = try await room.daemon()
        let login = try await daemon.client().result(
            "table.throw",
            ["expression": "1", "animate": false]
        )["by"]
        let home = ["XDG_STATE_HOME": room.path("bo")]
        let bo = try room.start(
            Programs.dicectl,
            ["watch", "--json", "--public"],
            environment: room.clientEnvironment.merging(home) { $1 }
        )
        try await bo.output.first { $0.contains("throwCommitment") }
        let roll = try await room.dicectl("roll", "--to", "gm", "3d6", "--json").json
        #expect(roll["seenBy"] == [login, "gm"] && roll["dice"][2]["value"].int != nil)
        let blind = try await room.dicectl(
            "roll",
            "--blind",
            "--to",
            "gm",
            "d20!",
            "--as",
            "ann",
            "--json"
        ).json
        #expect(blind["hidden"] == true && blind["total"] == .null)
        let ended = try await bo.output.first {
            $0.contains("throwEnded") && $0.contains("\"throw\":3")
        }
        let told = bo.output.all[...ended.index].compactMap { JSON($0.utf8) }.map {
            $0["params"]
        }
        let ends = (told.map { $0["result"] } + told.map { $0["entry"] }).filter {
            $0 != JSON.null
        }
        let isHidden = ends.map {
            $0["hidden"] == true && $0["faces"] == .null && $0["seed"] == .null
        }
        #expect(isHidden == [true, true, true, true])
        #expect(
            ends.flatMap { $0["dice"].array }.allSatisfy { $0["value"] == JSON.null }
        )
        let stranger = try await room.dicectl(["verify"], home)
        #expect(
            stranger.output.last?.contains(
                "2 throws are secret and not revealed yet (1 of ann, 1 of "
            )
                == true
        )
        let verified = try await room.dicectl("verify", "--json").json["tables"][0]
        #expect(verified["throws"]["hidden"]["ann"] == 1)
        #expect(
            try await room.refused("show", "3", "--as", "ann", status: 1).contains(
                "--as NAME"
            )
        )
        #expect(try await room.did("show", "3", "--as", "gm") == ["throw 3 revealed"])
        try await bo.output.first {
            $0.contains("throwShown") && $0.contains("\"total\"")
        }
        #expect(try await room.did("show", "2", "--as", "gm", "--json") == ["{}"])
        let shown = try await room.dicectl(["verify"], home)
        #expect(
            shown.output == [
                "throws 1 to 3 of default: 3 right, 2 promised to you beforehand"
            ]
        )
    }

    @Test("dicectl throws notation, saved rolls with values, and several expressions at once")
    func commands() async throws {
        let room = try Room.here
        let daemon = try await room.daemon()
        func roll(_ words: String...) async throws -> [String] {
            try await room.dicectl(["roll", "--motion", "none"] + words).output
        }
        #expect(try await roll("0d6+2").first == "0d6+2: 0 + 2 = 2, no dice")
        #expect(
            try await roll("2+3", "1d1", "--label", "both") == [
                "\"both\": 2+3: 2 + 3 = 5, no dice", "\"both\": 1d1: 1 = 1, no dice",
            ]
        )
        #expect(
            try await roll("1d1+1", "--times", "2") == [
                "2x(1d1+1): 1 + 1 = 2; 1 + 1 = 2; total 4, no dice"
            ]
        )
        _ = try await room.did("save", "attack", "0d20+{bonus=7}")
        #expect(try await roll("attack") == ["0d20+7: 0 + 7 = 7, no dice"])
        #expect(
            try await roll("attack", "bonus=-9", "-t", "default") == [
                "0d20+(-9): 0 + -9 = -9, no dice"
            ]
        )
        let client = try daemon.client()
        try await client.result("table.create", ["table": "attack", "dice": [6]])
        #expect(
            try await roll("attack").first?.hasPrefix("attack turn 1 roll 1 ") == true,
            "a table goes first"
        )
        let failed = try await room.dicectl("roll", "1d1/(1d1-1d1)", "--motion", "none")
        #expect(failed.ending == .exited(1))
        #expect(failed.complaint.contains("a division by zero"))
        let count = try await client.result("table.history", ["kind": "throw"])[
            "entries"
        ].array
            .count
        #expect(count == 7, "what fails is a throw all the same")
    }
}
