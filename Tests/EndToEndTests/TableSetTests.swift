import ProgramTestSupport
import Testing

@Suite("A table for two, from the command line", .quickRoom)
struct TableSetTests {
    @Test(
        "a mistake in a turn is refused with the command that helps, and changes nothing"
    )
    func turns() async throws {
        let room = try Room.here
        let client = try await room.daemon().client()
        #expect(
            try await room.did(
                "table",
                "new",
                "y",
                "5d6",
                "--players",
                "ann,bo",
                "--rolls",
                "1"
            )
                == ["y has 5 dice, players ann bo, 1 roll per turn; ann is up"]
        )
        let bo = "dicectl: it is ann's turn; to play as ann: dicectl"
        #expect(
            try await room.refused("roll", "y", "--as", "bo") == "\(bo) roll y --as ann"
        )
        #expect(
            try await room.refused("end", "y", "--as", "ann")
                == "dicectl: the turn has no roll yet; roll first: dicectl roll --as ann -t y"
        )
        let before = try await client.result("table.get", ["table": "y"])
        #expect(before["roll"] == 0 && before["up"] == "ann")

        _ = try await room.did("roll", "y", "--as", "ann", "--motion", "none")
        #expect(
            try await room.refused("table", "set", "y", "--dice", "6d6").hasSuffix(
                "dicectl end-turn -t y"
            )
        )
        #expect(
            try await room.refused("roll", "y", "--as", "ann").hasSuffix(
                "to end the turn: dicectl end-turn --as ann -t y"
            )
        )
        _ = try await room.did("end", "y", "--as", "ann")
        #expect(
            try await room.did("table", "set", "y", "--dice", "d20")
                == ["y has 1 die, players ann bo, 1 roll per turn; bo is up"]
        )
        #expect(
            try await room.did(
                "table",
                "set",
                "y",
                "--players",
                "none",
                "--rolls",
                "any"
            ) == [
                "y has 1 die"
            ]
        )
    }

    @Test(
        "a table keeps its pace over a restart, and each of its rolls uses it"
    )
    func pace() async throws {
        let room = try Room.here
        let first = try await room.daemon("--slow", "1000")
        #expect(
            try await room.did("table", "new", "y", "2d6", "--pace", "0.5") == [
                "y has 2 dice, pace 0.5"
            ]
        )
        #expect(
            try await room.did("table", "set", "y", "--pace", "4") == [
                "y has 2 dice, pace 4"
            ]
        )
        _ = try await first.stop()
        let client = try await room.daemon("--slow", "1000").client()
        let snapshot = try await client.result(
            "table.watch",
            ["table": "y", "frames": "plan"]
        )
        #expect(snapshot["pace"] == 4)
        _ = await client.begin("table.roll", ["table": "y"])
        let started = try await client.event("rollStarted", table: "y").element
        let plans = started["params"]["plan"].array
        let ends = plans.compactMap { $0["times"].array.last?.double }
        #expect(
            ends.count == 2 && ends.allSatisfy { (125_000...312_500).contains($0) },
            "\(ends)"
        )
    }

    @Test("a new table with invalid rules is not created")
    func refusedRules() async throws {
        let room = try Room.here
        _ = try await room.daemon()
        let complaint = try await room.refused(
            "table",
            "new",
            "big",
            "1000d6",
            "--rolls",
            "1000"
        )
        #expect(
            complaint.contains("at most 100 rolls")
                && !complaint.contains("rollsPerTurn"),
            "\(complaint)"
        )
        #expect(try await room.did("ls").count == 1)
    }
}
