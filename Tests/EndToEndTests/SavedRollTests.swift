import ProgramTestSupport
import Testing

@Suite("Saved rolls", .quickRoom)
struct SavedRollTests {
    @Test("dicectl saves, lists and forgets them, kill -9 forgets none, and what is wrong is said")
    func commands() async throws {
        let room = try Room.here
        let daemon = try await room.daemon()
        #expect(try await room.did("saved") == ["no roll is saved; save one: dicectl save attack '1d20+7'"])
        #expect(try await room.did("save", "attack", "1d20+7") == ["attack: 1d20+7 saved"])
        #expect(try await room.did("save", "fire-ball", "8d6", "+", "2") == ["fire-ball: 8d6 + 2 saved"])
        try await daemon.kill()
        _ = try await room.daemon()
        #expect(try await room.did("saved") == ["attack     1d20+7", "fire-ball  8d6 + 2"])
        #expect(try await room.did("saved", "--json").first?.hasPrefix(#"{"rolls":[{"name":"attack","#) == true)
        #expect(
            try await room.refused("save", "a", "4d6d1", status: 64)
                == "dicectl: did you mean `dl1` or `dh1`?\n  4d6d1\n     ^")
        #expect(
            try await room.refused("unsave", "attack", "fireball")
                == "dicectl: there is no saved roll \"fireball\"; did you mean \"fire-ball\"? dicectl saved shows those there are"
        )
        #expect(
            try await room.did("unsave", "fire-ball", "attack", "attack") == [
                "fire-ball forgotten", "attack forgotten",
            ])
        #expect(try await room.did("saved", "--json") == [#"{"rolls":[]}"#])
    }
}
