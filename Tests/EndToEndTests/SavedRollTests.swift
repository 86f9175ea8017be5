import Foundation
import ProgramTestSupport
import Testing

@Suite("Saved rolls", .quickRoom)
struct SavedRollTests {
    @Test(
        "dicectl saves, lists and deletes saved rolls, which survive kill -9, and names errors"
    )
    func commands() async throws {
        let room = try Room.here
        let daemon = try await room.daemon()
        #expect(
            try await room.did("saved") == [
                "no saved rolls; to save one: dicectl save attack '1d20+7'"
            ]
        )
        #expect(
            try await room.did("save", "attack", "1d20+7") == ["attack: 1d20+7 saved"]
        )
        #expect(
            try await room.did("save", "fire-ball", "8d6", "+", "2") == [
                "fire-ball: 8d6 + 2 saved"
            ]
        )
        try await daemon.kill()
        _ = try await room.daemon()
        #expect(
            try await room.did("saved") == ["attack     1d20+7", "fire-ball  8d6 + 2"]
        )
        #expect(
            try await room.did("saved", "--json").first?.hasPrefix(
                #"{"rolls":[{"name":"attack","#
            )
                == true
        )
        #expect(
            try await room.refused("save", "a", "4d6d1", status: 64)
                == "dicectl: here this is written `4d6dl1`\n  4d6d1\n     ^\n"
                + "type: dicectl save a 4d6dl1"
        )
        #expect(
            try await room.refused("unsave", "attack", "fireball")
                .contains("did you mean \"fire-ball\"?")
        )
        #expect(
            try await room.did("unsave", "fire-ball", "attack", "attack") == [
                "fire-ball deleted", "attack deleted",
            ]
        )
        #expect(try await room.did("saved", "--json") == [#"{"rolls":[]}"#])
    }

    @Test("saved rolls work with targets, several throws, tables and sets")
    func meanings() async throws {
        let room = try Room.here
        _ = try await room.daemon()
        func roll(_ words: String...) async throws -> Outcome {
            try await room.dicectl(["roll", "--motion", "none"] + words)
        }
        let made = try await roll("--check", "1d1+4", "vs", "5")
        let missed = try await roll("--check", "1d1 vs <=0", "--times", "2")
        #expect(made.ending == .exited(0))
        #expect(made.output == ["1d1+4 vs 5: 1 + 4 = 5, made by 0, no dice"])
        #expect(
            missed.ending == .exited(2)
                && missed.output[0].hasSuffix("1 = 1, missed by 1; total 2, no dice")
        )
        #expect(try await roll("--check", "1d1").ending == .exited(64))
        // With several throws, each throw must reach its own target.
        for (text, status) in [
            ("1d1 vs 1; 1d1 vs 2", 2),
            ("1d1 vs 2; 1d1 vs 1", 2),
            ("1d1 vs 1; 1d1 vs <=1", 0),
        ] {
            #expect(
                try await roll("--check", text).ending == .exited(Int32(status)),
                "\(text)"
            )
        }
        _ = try await room.did("save", "combo", "1d1+1 # hit; 1d1+4")
        #expect(
            try await roll("combo").output == [
                "\"hit\": 1d1+1: 1 + 1 = 2, no dice", "\"combo\": 1d1+4: 1 + 4 = 5, no dice",
            ]
        )
        let file = room.folder + "/loot.txt"
        try "1-2,\"a sword, rusty\"\n3 gold\n".write(
            toFile: file,
            atomically: true,
            encoding: .utf8
        )
        #expect(
            try await room.did("save", "loot", "--from", file)[0].hasPrefix("loot: d3")
        )
        let gap = try await room.dicectl(
            "save",
            "loot",
            "--from",
            file,
            "--dice",
            "1d1+3"
        )
        #expect(gap.ending == .exited(0))
        #expect(
            gap.complaint.split(separator: "\n") == [
                "dicectl: loot: replaced d3 => 1..2: \"a sword, rusty\", 3: gold",
                "dicectl: no outcome for 4",
            ]
        )
        try "1 a\n1 b\n".write(toFile: file, atomically: true, encoding: .utf8)
        #expect(
            try await room.refused("save", "loot", "--from", file, status: 64).contains(
                "line 2: 1 overlaps line 1"
            )
        )
        #expect(
            try await room.refused(
                "save",
                "x",
                "--from",
                room.folder + "/none",
                status: 66
            )
            .contains("cannot read")
        )
        #expect(try await room.did("save", "--system", "weather").count == 3)
        _ = try await room.dicectl("save", "wind", "d4")
        #expect(
            try await room.refused("save", "--system", "weather").contains(
                "wind would be replaced"
            )
        )
        let forced = try await room.dicectl("save", "--system", "weather", "--force")
        #expect(forced.output.count == 3)
        #expect(forced.complaint == "dicectl: wind: replaced d4")
    }

    @Test("a shelf is printed, deleted and restored, with the rolls of names")
    func shelf() async throws {
        let room = try Room.here
        _ = try await room.daemon()
        // One that refers to a later one.
        _ = try await room.did("save", "zeal", "1d20+7")
        _ = try await room.did("save", "attack", "zeal+1 # hit; 1d8")
        _ = try await room.did("save", "zeal", "d4", "--owner", "ann")
        let printed = try await room.did("saved", "--all", "--json")
        let listed = try await room.did("saved", "--all")
        let own = "zeal    d4                 ann"
        #expect(listed == ["attack  zeal+1 # hit; 1d8", "zeal    1d20+7", own])
        #expect(try await room.did("saved", "--owner", "ann").last == own)
        let file = room.folder + "/shelf.json"
        try printed.joined().write(toFile: file, atomically: true, encoding: .utf8)
        _ = try await room.did("unsave", "attack", "zeal")
        _ = try await room.did("unsave", "zeal", "--owner", "ann")
        #expect(try await room.did("save", "--from", file).count == 3)
        #expect(try await room.did("saved", "--all", "--json") == printed)
        // A roll that cannot be saved leaves all others as they were.
        _ = try await room.dicectl("save", "zeal", "d6")
        try #"{"rolls":[{"name":"zeal","expression":"d8"},{"name":"x","expression":"nothing"}]}"#
            .write(toFile: file, atomically: true, encoding: .utf8)
        _ = try await room.refused("save", "--from", file, status: 64)
        #expect(try await room.did("saved")[1] == "zeal    d6")
        try "1-2 a\n".write(toFile: file, atomically: true, encoding: .utf8)
        #expect(
            try await room.refused("save", "--from", file, status: 64)
                .contains("dicectl save NAME --from")
        )
    }
}
