import Glibc
import ProgramTestSupport
import Testing

@Suite("Rolls with contributions", .quickRoom)
struct ContributingTests {
    /// Starts a `dicectl contribute` and waits for its contribution.
    private func contributor(_ name: String, _ room: Room, _ client: Client)
        async throws -> Child
    {
        let start = client.lines.count
        let child = try room.startDicectl("contribute", "--as", name)
        try await client.lines.first(from: start) {
            $0["params"]["event"] == "contributorsChanged"
                && $0["params"]["contributors"].array.contains {
                    $0["by"] == .string(name)
                }
        }
        return child
    }

    @Test(
        "each roll waits for its contributors and uses what they reveal, and they commit again"
    )
    func contributed() async throws {
        let room = try Room.here
        let client = try await room.daemon().client()
        try await client.result("table.watch")
        var bo = try await contributor("bo", room, client)
        var completed = 0
        var number = 0
        var name = "bo"
        while completed < 3 {
            number += 1
            try #require(number < 30)
            let roll = try await room.dicectl("roll", "--motion", "none", "--json")
            #expect(roll.json["roll"] == JSON(number))
            if roll.json["absent"] == [.string(name)] {
                // The machine may have suspended bo for two seconds; the test looks for three
                // completed rolls in a row.
                completed = 0
                name = "bo\(number)"
                bo.signal(SIGKILL)
                _ = try await bo.ending()
                // Notifications about its last contribution arrive first.
                try await client.status(becomes: "clients", 1)
                bo = try await contributor(name, room, client)
                continue
            }
            #expect(roll.json["outcome"] == "completed")
            #expect(
                roll.json["reveals"].array.count == 1
                    && roll.json["entropy"].string?.count == 32
            )
            completed += 1
        }
        bo.signal(SIGINT)
        #expect(try await bo.ending() == .exited(130))
        let entry = try await client.result("table.endTurn")
        let rolls = entry["rolls"].array.suffix(3)
        #expect(Set(rolls.map { $0["reveals"] }).count == 3, "each is fresh")
        #expect(Set(rolls.map { $0["entropy"] }).count == 3)
    }

    @Test(
        "a frozen contributor costs one void roll, learns it was late and is asked again next turn"
    )
    func frozen() async throws {
        let room = try Room.here
        let client = try await room.daemon().client()
        try await client.result("table.watch")
        let bo = try await contributor("bo", room, client)
        bo.signal(SIGSTOP)
        let void = try await client.result(
            "table.roll",
            ["animate": false, "by": "ann"]
        )
        #expect(void["outcome"] == "void" && void["absent"] == ["bo"])
        let start = client.lines.count
        bo.signal(SIGCONT)
        let listed = try await client.lines.first(from: start) {
            $0["params"]["event"] == "contributorsChanged"
                && !$0["params"]["contributors"].array.isEmpty
        }
        #expect(
            listed.element["params"]["contributors"].array.map { $0["nextTurn"] } == [
                true
            ]
        )
        let told =
            "dicectl: rolls of this turn no longer wait for you; rolls of the next turn will"
        try await bo.errors.first { $0 == told }
        #expect(
            try await client.result("table.roll", ["animate": false, "by": "ann"])[
                "reveals"
            ] == []
        )
        try await client.result("table.endTurn")
        let next = client.lines.count
        let id = await client.begin("table.roll", ["animate": false, "by": "ann"])
        try await client.lines.first(from: next) {
            $0["params"]["event"] == "rollAsked"
        }
        _ = try await client.reply(id)
        bo.signal(SIGINT)
        let complaint = try await bo.outcome().complaint
        #expect(
            complaint.contains("too late"),
            "\(complaint)"
        )
        #expect(
            !complaint.contains("WRONG") && !complaint.contains("trust"),
            "\(complaint)"
        )
    }

    @Test(
        "a stopped contributor makes one roll void, is named and is removed from the list",
        arguments: [SIGSTOP, SIGKILL]
    )
    func absent(_ signal: Int32) async throws {
        let room = try Room.here
        let client = try await room.daemon().client()
        try await client.result("table.watch")
        let bo = try await contributor("bo", room, client)
        bo.signal(signal)
        // The contribution of a killed client is withdrawn with its connection.
        if signal == SIGKILL {
            _ = try await bo.ending()
        }
        let roll = try await client.result(
            "table.roll",
            ["animate": false, "by": "ann"]
        )
        if signal == SIGSTOP {
            #expect(
                roll["outcome"] == "void" && roll["absent"] == ["bo"]
                    && roll["rolled"] == []
            )
            let line = try await room.did("roll", "--motion", "none", "--as", "ann")
            #expect(
                line.count == 1 && line[0].hasPrefix("default turn 1 roll 2 ann: ")
                    && !line[0].contains("void")
            )
            bo.signal(SIGKILL)
        }
        let next = try await client.result("table.roll", ["animate": false])
        #expect(next["outcome"] == "completed" && next["reveals"] == [])
        #expect(try await client.result("table.get")["contributors"] == .null)
    }
}
