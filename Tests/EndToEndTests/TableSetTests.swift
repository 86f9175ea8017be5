import ProgramTestSupport
import Testing

@Suite("A table for two, from the command line", .room)
struct TableSetTests {
    private func refused(_ room: Room, _ arguments: String...) async throws -> String {
        let outcome = try await room.start(Programs.dicectl, arguments, environment: room.clientEnvironment).outcome()
        #expect(outcome.ending == .exited(1) && outcome.output.isEmpty, "\(arguments)")
        return outcome.complaint
    }

    @Test("each mistake of a turn is refused with the command that helps, and changes nothing")
    func turns() async throws {
        let room = try Room.here
        let client = try await room.daemon().client()
        #expect(
            try await room.did("table", "new", "y", "5d6", "--players", "ann,bo", "--rolls", "2")
                == ["y has 5 dice, players ann bo, 2 rolls a turn; ann is up"])
        let bo = "dicectl: it is ann's turn; who plays as ann says so: dicectl"
        #expect(try await refused(room, "roll", "y", "--as", "bo") == "\(bo) roll --as ann -t y (notYourTurn)")
        #expect(try await refused(room, "end", "y", "--as", "bo") == "\(bo) end-turn --as ann -t y (notYourTurn)")
        #expect(try await refused(room, "lock", "1", "y", "--as", "bo") == "\(bo) lock --as ann -t y (notYourTurn)")
        #expect(try await refused(room, "settle", "y", "--as", "bo") == "\(bo) settle --as ann -t y (notYourTurn)")
        let first = "dicectl: the turn has no roll yet; roll first: dicectl roll -t y (nothingRolled)"
        #expect(try await refused(room, "lock", "1", "y", "--as", "ann") == first)
        #expect(try await refused(room, "end", "y", "--as", "ann") == first)
        let before = try await client.result("table.get", ["table": "y"])
        #expect(before["roll"] == 0 && before["up"] == "ann")

        _ = try await room.did("roll", "y", "--as", "ann", "--motion", "none")
        #expect(
            try await refused(room, "table", "set", "y", "--dice", "6d6")
                == "dicectl: the turn is open, and dice change only before its first roll; end it first: "
                + "dicectl end -t y (turnOpen)")
        _ = try await room.did("lock", "1", "y", "--as", "ann")
        _ = try await room.did("roll", "y", "--as", "ann", "--motion", "none")
        #expect(
            try await refused(room, "roll", "y", "--as", "ann")
                == "dicectl: the turn has had its 2 rolls; end it: dicectl end -t y (noRollsLeft)")
        _ = try await room.did("end", "y", "--as", "ann")
        #expect(
            try await room.did("table", "show", "y").last
                == "y has 5 dice, players ann bo, 2 rolls a turn; bo is up")
        #expect(try await room.did("history", "y").count == 1)
    }

    @Test("players, rolls and dice are changed each alone, and taken away again")
    func changes() async throws {
        let room = try Room.here
        _ = try await room.daemon()
        #expect(
            try await room.did("table", "set", "--players", "cleo,ann") == [
                "default has 5 dice, players cleo ann; cleo is up"
            ])
        #expect(
            try await room.did("set", "--rolls", "1")
                == ["default has 5 dice, players cleo ann, 1 roll a turn; cleo is up"])
        #expect(
            try await room.did("table", "set", "default", "--dice", "d20")
                == ["default has 1 die, players cleo ann, 1 roll a turn; cleo is up"])
        #expect(
            try await room.did("table", "set", "--players", "none", "--rolls", "any") == ["default has 1 die"])
        #expect(try await room.did("table", "show") == ["default turn 1 roll 0: 1 = 1"])
    }

    @Test("a new table whose rules are refused is not left behind without them")
    func refusedRules() async throws {
        let room = try Room.here
        _ = try await room.daemon()
        let complaint = try await refused(room, "table", "new", "big", "1000d6", "--rolls", "1000")
        #expect(complaint.hasSuffix("(limitExceeded)") && !complaint.contains("rollsPerTurn"))
        #expect(try await room.did("ls").count == 1)
    }
}
