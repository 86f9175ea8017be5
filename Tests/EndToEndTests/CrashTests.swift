import Glibc
import ProgramTestSupport
import Testing

@Suite("A killed daemon", .quickRoom)
struct CrashTests {
    @Test(
        "every die shows its drawn face after kill -9 during a roll, and none animates",
        arguments: 1...Soak.size(4, long: 20)
    )
    func midRoll(_ seed: Int) async throws {
        let room = try Room.here
        let sides = [Int](repeating: 6, count: 100)
        let faces = try await room.faces(seed: seed, sides: sides)
        // With this many dice some begin to animate soon, and none settles within 25 s.
        let daemon = try await room.daemon("--seed", "\(seed)", "--slow", "50")
        let client = try daemon.client()
        try await client.result("table.create", ["table": "t", "dice": JSON(sides)])
        try await client.rollInFlight(["table": "t", "by": "ann"])
        let moment = Int.random(in: 1...13)
        try await client.frames(atLeast: moment)
        try await daemon.kill()

        let again = try await room.daemon().client()
        let table = try await again.result("table.get", ["table": "t"])
        #expect(
            table["dice"].array.map { $0["value"] } == faces,
            "killed after \(moment) frames"
        )
        #expect(table["dice"].array.allSatisfy { $0["animating"] == false })
        #expect(table["rolling"] == false)
        #expect(table["roll"] == 1, "the roll counts")
        let entry = try await again.result("table.endTurn", ["table": "t"]).entry
        #expect(entry["rolls"].array.count == 1)
        #expect(entry["rolls"][0]["outcome"] == "cancelled")
        #expect(entry["rolls"][0]["by"] == "ann")
        #expect(entry["rolls"][0]["values"] == .array(faces))
        #expect(
            try await again.result("table.history", ["table": "t"])["entries"][0]
                == entry
        )
    }

    @Test(
        "drawn faces survive kill -9 even if a lock changed while the dice tumbled"
    )
    func lockInMidRoll() async throws {
        let room = try Room.here
        let twin = try await room.daemon(
            "--seed",
            "5",
            socket: room.path("twin/s"),
            state: room.path("twin-state")
        )
        let expected = try await twin.client().result(
            "table.roll",
            ["dice": [1, 2], "animate": false]
        )["dice"].array
        let daemon = try await room.daemon("--seed", "5", "--slow", "1000")
        let client = try daemon.client()
        try await client.rollInFlight(["dice": [1, 2]])
        #expect(try await client.result("table.lock", ["dice": [3]])["rolling"] == true)
        try await daemon.kill()
        let dice = try await room.daemon().client().result("table.get")["dice"].array
        #expect(dice.map { $0["value"] } == expected.map { $0["value"] })
        #expect(dice.map { $0["locked"] } == [false, false, true, false, false])
    }

    @Test(
        "a roll is stored whole or not at all, whenever the kill happens",
        arguments: [true, false]
    )
    func atOnce(_ isAnswered: Bool) async throws {
        let room = try Room.here
        let faces = try await room.faces(seed: 1)
        let daemon = try await room.daemon("--seed", "1", "--slow", "1")
        let client = try daemon.client()
        let before = try await client.result("table.get")["dice"].array.map {
            $0["value"]
        }
        _ = await client.begin("table.roll")
        if isAnswered {
            _ = try await client.call("ping")
        }
        try await daemon.kill()
        let table = try await room.daemon().client().result("table.get")
        let after = table["dice"].array.map { $0["value"] }
        #expect(table["roll"] == 0 ? after == before : after == faces)
        #expect(table["rolling"] == false)
    }

    @Test("a turn lost by a roll in mid-air ends at the next start, without any request")
    func lostTurn() async throws {
        let room = try Room.here
        let faces = try await room.faces(seed: 1, sides: [100])
        try #require(faces != [1])
        let daemon = try await room.daemon("--seed", "1", "--slow", "50")
        let client = try daemon.client()
        let set: JSON = ["needs": ["faces": [1]], "points": 1]
        let game: JSON = [
            "name": "one", "title": "One", "dice": [100], "sets": [set], "target": 9,
        ]
        try await client.result("table.create", ["table": "t", "game": game])
        try await client.rollInFlight(["table": "t", "by": "ann"])
        try await daemon.kill()

        let again = try await room.daemon().client()
        if try await again.result("table.watch", ["table": "t"])["turn"] == 1 {
            _ = try await again.event("turnEnded", table: "t")
        }
        #expect(try await again.result("table.get", ["table": "t"])["turn"] == 2)
        let entry = try await again.result("table.history", ["table": "t"])["entries"][0]
        #expect(entry["score"] == ["match": 1, "points": 0, "bust": true])
        #expect(entry["rolls"].array.map { $0["outcome"] } == ["cancelled"])
    }

    @Test(
        "answered changes survive kill -9, and deleted tables stay deleted"
    )
    func everything() async throws {
        let room = try Room.here
        var entries: [JSON] = []
        for turn in 1...2 {
            let daemon = try await room.daemon()
            let client = try daemon.client()
            #expect(
                try await client.result("table.history")["entries"].array == entries
            )
            #expect(try await client.result("table.get")["turn"] == JSON(turn))
            try await client.result("table.roll", ["animate": false])
            try await client.result("table.lock", ["dice": [1, 3]])
            try await client.result("table.roll", ["animate": false])
            entries.insert(try await client.result("table.endTurn").entry, at: 0)
            try await daemon.kill()
        }
        #expect(Set(entries.map { $0["id"] }).count == 2)

        let daemon = try await room.daemon()
        let client = try daemon.client()
        try await client.result(
            "table.create",
            ["table": "t", "dice": [4, 20, 1_000]]
        )
        try await client.result("table.roll", ["table": "t", "animate": false])
        try await client.result("table.endTurn", ["table": "t"])
        try await client.result("table.roll", ["table": "t", "animate": false])
        try await client.result("table.lock", ["table": "t", "dice": [2]])
        try await client.result("table.delete", ["table": "default"])
        let list = try await client.result("table.list")
        let table = try await client.result("table.get", ["table": "t"])
        let history = try await client.result("table.history", ["table": "t"])
        try await daemon.kill()

        let again = try await room.daemon().client()
        #expect(list["tables"].array.count == 1)
        #expect(try await again.result("table.list") == list)
        let restored = try await again.result("table.get", ["table": "t"])
        for name in ["turn", "roll", "dice", "rolling"] {
            #expect(restored[name] == table[name])
        }
        #expect(try await again.result("table.history", ["table": "t"]) == history)
    }
}
