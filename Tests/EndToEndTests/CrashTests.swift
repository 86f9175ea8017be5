import Glibc
import ProgramTestSupport
import Testing

@Suite("A daemon that is killed", .room)
struct CrashTests {
    @Test("every die shows the face drawn after kill -9 in mid-roll, and none animates", arguments: 1...20)
    func midRoll(_ seed: Int) async throws {
        let room = try Room.here
        let sides = [Int](repeating: 6, count: 100)
        let faces = try await room.faces(seed: seed, sides: sides)
        // Of so many dice the first begin to tumble soon, and none settles within 25 s.
        let daemon = try await room.daemon("--seed", "\(seed)", "--slow", "50")
        let client = try daemon.client()
        try await client.result("table.create", ["table": "t", "dice": JSON(sides)])
        try await client.result("table.watch", ["table": "t"])
        _ = await client.begin("table.roll", ["table": "t", "by": "ann"])
        try await client.event("rollStarted", table: "t")
        let moment = Int.random(in: 1...13)
        try await client.frames(atLeast: moment)
        try await daemon.kill()

        let again = try await room.daemon().client()
        let table = try await again.result("table.get", ["table": "t"])
        #expect(table["dice"].array.map { $0["value"] } == faces, "killed after \(moment) frames")
        #expect(table["dice"].array.allSatisfy { $0["animating"] == false })
        #expect(table["rolling"] == false)
        #expect(table["roll"] == 1, "the roll counts")
        let entry = try await again.result("table.endTurn", ["table": "t"]).entry
        #expect(entry["rolls"].array.count == 1)
        #expect(entry["rolls"][0]["outcome"] == "cancelled")
        #expect(entry["rolls"][0]["by"] == "ann")
        #expect(entry["rolls"][0]["values"] == .array(faces))
        #expect(try await again.result("table.history", ["table": "t"])["entries"][0] == entry)
    }

    @Test("the faces drawn survive kill -9 although a lock was changed while the dice tumbled")
    func lockInMidRoll() async throws {
        let room = try Room.here
        let twin = try await room.daemon("--seed", "5", socket: room.path("twin/s"), state: room.path("twin-state"))
        let expected = try await twin.client().result("table.roll", ["dice": [1, 2], "animate": false])["dice"].array
        let daemon = try await room.daemon("--seed", "5", "--slow", "1000")
        let client = try daemon.client()
        try await client.result("table.watch")
        _ = await client.begin("table.roll", ["dice": [1, 2]])
        try await client.event("rollStarted")
        #expect(try await client.result("table.lock", ["dice": [3]])["rolling"] == true)
        try await daemon.kill()
        let dice = try await room.daemon().client().result("table.get")["dice"].array
        #expect(dice.map { $0["value"] } == expected.map { $0["value"] })
        #expect(dice.map { $0["locked"] } == [false, false, true, false, false])
    }

    @Test("a roll is stored whole or not at all, whenever the kill comes", arguments: 1...6)
    func atOnce(_ seed: Int) async throws {
        let room = try Room.here
        let faces = try await room.faces(seed: seed)
        let daemon = try await room.daemon("--seed", "\(seed)")
        let client = try daemon.client()
        let before = try await client.result("table.get")["dice"].array.map { $0["value"] }
        _ = await client.begin("table.roll")
        if seed > 3 { _ = try await client.call("ping") }
        try await daemon.kill()
        let table = try await room.daemon().client().result("table.get")
        let after = table["dice"].array.map { $0["value"] }
        #expect(table["roll"] == 0 ? after == before : after == faces)
        #expect(table["rolling"] == false)
    }

    @Test("an ended turn is in the history when the daemon is killed right after its reply")
    func endTurn() async throws {
        let room = try Room.here
        var entries: [JSON] = []
        for turn in 1...8 {
            let daemon = try await room.daemon()
            let client = try daemon.client()
            let history = try await client.result("table.history")
            #expect(history["entries"].array == entries)
            #expect(try await client.result("table.get")["turn"] == JSON(turn))
            try await client.result("table.roll", ["animate": false])
            try await client.result("table.lock", ["dice": [1, 3]])
            try await client.result("table.roll", ["animate": false])
            let id = await client.begin("table.endTurn")
            entries.insert(try await client.reply(id)["result"].entry, at: 0)
            try await daemon.kill()
        }
        #expect(Set(entries.map { $0["id"] }).count == 8)
    }

    @Test("tables, locks, the open turn and the history survive kill -9")
    func everything() async throws {
        let room = try Room.here
        let daemon = try await room.daemon()
        let client = try daemon.client()
        try await client.result("table.create", ["table": "t", "dice": [4, 20, 1_000]])
        try await client.result("table.create", ["table": "gone", "dice": [6]])
        try await client.result("table.roll", ["table": "t", "animate": false])
        try await client.result("table.endTurn", ["table": "t"])
        try await client.result("table.roll", ["table": "t", "animate": false])
        try await client.result("table.lock", ["table": "t", "dice": [2]])
        try await client.result("table.delete", ["table": "gone"])
        let list = try await client.result("table.list")
        let table = try await client.result("table.get", ["table": "t"])
        let history = try await client.result("table.history", ["table": "t"])
        try await daemon.kill()

        let again = try await room.daemon().client()
        #expect(try await again.result("table.list") == list)
        let restored = try await again.result("table.get", ["table": "t"])
        for name in ["turn", "roll", "dice", "rolling"] { #expect(restored[name] == table[name]) }
        #expect(try await again.result("table.history", ["table": "t"]) == history)
    }

    @Test("a deleted default table stays deleted")
    func deletedDefault() async throws {
        let room = try Room.here
        let daemon = try await room.daemon()
        try await daemon.client().result("table.delete", ["table": "default"])
        try await daemon.kill()
        #expect(try await room.daemon().client().result("table.list") == ["tables": []])
    }
}
