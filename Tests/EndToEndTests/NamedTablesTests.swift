import ProgramTestSupport
import Testing

@Suite("how dicectl finds tables and dice", .quickRoom)
struct NamedTablesTests {
    @Test("a missing table gets a suggestion from every command")
    func missing() async throws {
        let room = try Room.here
        let client = try await room.daemon().client()
        for name in ["home", "away"] {
            try await client.result(
                "table.create",
                ["table": .string(name), "dice": [6]]
            )
        }
        let sentence = "dicectl: no table \"hom\"; did you mean \"home\"?"
        for arguments in [
            ["roll", "hom"],
            ["roll", "-t", "hom"],
            ["lock", "1", "hom"],
            ["watch", "away", "hom"],
        ] {
            let outcome = try await room.dicectl(arguments)
            let meant = arguments.map { $0 == "hom" ? "home" : $0 }.joined(
                separator: " "
            )
            #expect(
                outcome.ending == .exited(1)
                    && outcome.complaint == "\(sentence) dicectl \(meant)",
                "\(arguments)"
            )
        }
        #expect(
            try await room.refused("roll", more: ["DICECTL_TABLE": "hom"]).hasPrefix(
                sentence
            )
        )
    }

    @Test(
        "a removed default table is recreated only by a roll without a table name"
    )
    func removedDefault() async throws {
        let room = try Room.here
        let client = try await room.daemon().client()
        #expect(try await room.did("rm", "default", "--yes") == ["default removed"])
        let help = "dicectl table new default 5d6"
        #expect(try await room.refused("roll", "default").contains(help))
        #expect(try await room.refused("end-turn").contains(help))
        #expect(
            try await room.refused("roll", more: ["DICECTL_TABLE": "default"]).contains(
                "no table"
            )
        )
        #expect(try await client.result("table.list")["tables"] == [])
        let rolled = try await room.dicectl("roll", "--json")
        #expect(
            rolled.ending == .exited(0)
                && rolled.json["dice"].array.map { $0["sides"] } == [6, 6, 6, 6, 6]
        )
        #expect(
            rolled.complaint
                == "dicectl: created the table default again, with 5d6; it had been removed"
        )
        _ = try await room.did("roll")
    }

    @Test("dice are locked and unlocked by range, by list or all at once")
    func dice() async throws {
        let room = try Room.here
        let client = try await room.daemon("--slow", "1000").client()
        try await client.result(
            "table.create",
            ["table": "home", "dice": [6, 6, 6, 6]]
        )
        func locked(_ arguments: String...) async throws -> [Int] {
            _ = try await room.dicectl(arguments)
            let dice = try await client.result("table.get", ["table": "home"])["dice"]
                .array
            return dice.filter { $0["locked"] == true }.compactMap { $0["die"].int }
        }
        #expect(try await locked("lock", "home", "1-3") == [1, 2, 3])
        #expect(try await locked("-t", "home", "unlock", "1,3") == [2])
        #expect(try await locked("toggle", "all", "home") == [1, 3, 4])
        #expect(try await locked("hold", "all", "home") == [1, 2, 3, 4])
        #expect(try await locked("unlock", "home") == [])
        #expect(try await locked("keep", "2-4", "home") == [2, 3, 4])
        #expect(try await locked("keep", "all", "home") == [1, 2, 3, 4])
        #expect(try await locked("keep", "home") == [])
        #expect(try await locked("lock", "-t", "home", "4") == [4])
        // While the others are in flight, unlocking only affects the locked ones.
        try await client.rollInFlight(["table": "home"])
        #expect(try await locked("unlock", "home") == [])
    }
}
