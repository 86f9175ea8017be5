import Glibc
import ProgramTestSupport
import Testing

@Suite("Rules of the table", .quickRoom)
struct TableRulesTests {
    @Test("locked dice keep their values and never animate")
    func lockedDice() async throws {
        let client = try await Room.here.daemon().client()
        try await client.result("table.watch")
        try await client.result("table.roll", ["animate": false])
        let before = try await client.result("table.lock", ["dice": [2, 4]])["dice"]
        let start = client.lines.count
        let result = try await client.result("table.roll")
        #expect(result["rolled"] == [1, 3, 5])
        #expect(result["dice"][1] == before[1] && result["dice"][3] == before[3])
        let shown = client.lines.all[start...].filter { $0["method"] == "frame" }
            .flatMap {
                $0["params"]["dice"].array
            }
        #expect(
            Set(shown.map { $0["die"] }) == [1, 3, 5],
            "nothing of a locked die has changed"
        )
    }

    @Test(
        "roll and endTurn are refused as busy while any die animates, and change nothing"
    )
    func busy() async throws {
        let daemon = try await Room.here.daemon("--slow", "1000")
        let client = try daemon.client()
        let other = try daemon.client()
        let roll = try await client.rollInFlight(["dice": [1]])
        for request in [
            ("table.roll", nil), ("table.roll", ["dice": [5]]), ("table.endTurn", nil),
        ]
            as [(String, JSON?)]
        {
            let error = try await other.refusal(request.0, request.1)
            #expect(error["code"] == 3 && error["data"]["reason"] == "busy")
        }
        let table = try await other.result("table.get")
        #expect(table["roll"] == 1 && table["turn"] == 1)
        #expect(
            table["dice"].array.map { $0["animating"] } == [
                true, false, false, false, false,
            ]
        )
        #expect(try await other.result("table.cancel") == ["cancelled": [1]])
        #expect(try await client.reply(roll)["result"]["reason"] == "cancel")
        #expect(
            try await other.result("table.roll", ["dice": [5], "animate": false])[
                "roll"
            ] == 2
        )
        #expect(try await other.result("table.endTurn")["turn"] == 1)
    }

    @Test("titles and typed boxes follow the locale, and JSON does not")
    func titles() async throws {
        let room = try Room.here
        _ = try await room.daemon()
        func said(_ arguments: [String], in locale: String = "de_DE.UTF-8") async throws -> String {
            let outcome = try await room.dicectl(arguments, ["LC_ALL": locale])
            #expect(outcome.ending == .exited(0), "\(outcome.complaint)")
            return outcome.output.joined(separator: "\n")
        }
        _ = try await room.did(
            "table",
            "new",
            "y",
            "--game",
            "yahtzee",
            "--players",
            "ann",
            "--hand"
        )
        _ = try await room.did("roll", "-t", "y", "--as", "ann", "--faces", "2,2,2,5,5")
        for command in [["score", "-t", "y"], ["games", "yahtzee"]] {
            #expect(try await said(command).contains("Dreierpasch"))
            #expect(try await said(command, in: "C").contains("Three of a kind"))
            let json = command + ["--json"]
            let german = try await said(json)
            #expect(try await said(json, in: "C") == german)
        }
        let ended = try await said(["score", "dreierpasch", "-t", "y", "--as", "ann"])
        #expect(ended.contains("16 in Dreierpasch"))
        #expect(try await said(["history", "-t", "y"]).contains("16 in Dreierpasch"))
        _ = try await said(["verify", "-t", "y"])
    }

    @Test("a lock change that names an animating die is refused as a whole")
    func dieAnimating() async throws {
        let daemon = try await Room.here.daemon("--slow", "1000")
        let client = try daemon.client()
        let other = try daemon.client()
        try await client.result("table.lock", ["dice": [3]])
        try await client.rollInFlight(["dice": [2, 4]])
        for change in ["lock", "unlock", "toggleLock"] {
            let error = try await other.refusal(
                "table.\(change)",
                ["dice": [1, 2, 3, 4]]
            )
            #expect(error["code"] == 4 && error["data"]["dice"] == [2, 4], "\(change)")
        }
        let locks = try await other.result("table.get")["dice"].array.map {
            $0["locked"]
        }
        #expect(locks == [false, false, true, false, false])
        let changed = try await other.result("table.toggleLock", ["dice": [1, 3]])[
            "dice"
        ].array.map { $0["locked"] }
        #expect(
            changed == [true, false, false, false, false],
            "dice at rest may be locked in mid-roll"
        )
    }

    @Test("a turn of a new daemon runs from its first roll to its history entry")
    func turn() async throws {
        let daemon = try await Room.here.daemon()
        let client = try daemon.client()
        let watcher = try daemon.client()
        let new = try await watcher.result("table.watch")
        #expect(
            new["table"] == "default" && new["turn"] == 1 && new["roll"] == 0
                && new["rolling"] == false
        )
        #expect(new["dice"].array.map { $0["sides"] } == [6, 6, 6, 6, 6])
        let first = try await client.result(
            "table.roll",
            ["animate": false, "by": "ann"]
        )
        try await client.result("table.lock", ["dice": [1, 2]])
        let second = try await client.result(
            "table.roll",
            ["animate": false, "by": "ben"]
        )
        let entry = try await client.result("table.endTurn")

        // A player's default name is the login name.
        let login = try #require(
            getpwuid(geteuid()).map { String(cString: $0.pointee.pw_name) }
        )
        #expect(
            entry["table"] == "default" && entry["turn"] == 1
                && entry["by"] == .string(login)
        )
        let instant = try Regex(#"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"#)
        #expect(try instant.wholeMatch(in: entry["endedAt"].string ?? "") != nil)
        #expect(entry["rolls"].array.map { $0["by"] } == ["ann", "ben"])
        #expect(
            entry["rolls"].array.map { $0["rolled"] } == [[1, 2, 3, 4, 5], [3, 4, 5]]
        )
        for (roll, result) in zip(entry["rolls"].array, [first, second]) {
            #expect(roll["outcome"] == "completed")
            #expect(roll["values"].array == result["dice"].array.map { $0["value"] })
        }
        #expect(
            entry["dice"].array.map { $0["locked"] } == [
                true, true, false, false, false,
            ]
        )
        #expect(entry["total"] == second["total"])

        let table = try await client.result("table.get")
        #expect(table["turn"] == 2 && table["roll"] == 0)
        #expect(table["dice"].array.allSatisfy { $0["locked"] == false })
        let ended = try await watcher.event("turnEnded")
        #expect(ended.element["params"]["entry"] == entry.entry)
        #expect(try await client.refusal("table.endTurn")["code"] == 6)
    }
}
