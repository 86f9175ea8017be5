import ProgramTestSupport
import Testing

@Suite("Saved rolls", .room)
struct SavedRollTests {
    @Test("what one client saves every other sees, after kill -9 too, until it is forgotten")
    func kept() async throws {
        let room = try Room.here
        let daemon = try await room.daemon()
        let (one, two) = (try daemon.client(), try daemon.client())
        #expect(try await one.result("roll.list") == ["rolls": []])
        let attack: JSON = ["name": "attack", "expression": "1d20+{bonus=7}"]
        #expect(try await one.result("roll.save", ["name": "attack", "expression": "d4"])["expression"] == "d4")
        #expect(try await one.result("roll.save", attack) == attack)
        let fire: JSON = ["name": "fire", "expression": "8d6[fire]"]
        try await two.result("roll.save", fire)
        #expect(try await two.result("roll.list") == ["rolls": [attack, fire]])
        try await daemon.kill()
        let again = try await room.daemon().client()
        #expect(try await again.result("roll.list") == ["rolls": [attack, fire]])
        #expect(try await again.result("roll.delete", ["name": "attack"]) == [:])
        #expect(try await again.result("roll.list") == ["rolls": [fire]])
    }

    @Test("dicectl saves, lists and forgets them, and says what is wrong")
    func commands() async throws {
        let room = try Room.here
        _ = try await room.daemon()
        func refused(_ arguments: String...) async throws -> String {
            let outcome = try await room.start(Programs.dicectl, arguments, environment: room.clientEnvironment)
                .outcome()
            #expect(outcome.ending == .exited(1) && outcome.output.isEmpty, "\(arguments)")
            return outcome.complaint
        }
        #expect(try await room.did("saved") == ["no roll is saved; save one: dicectl save attack '1d20+7'"])
        #expect(try await room.did("save", "attack", "1d20+7") == ["attack: 1d20+7 saved"])
        #expect(try await room.did("save", "fire-ball", "8d6", "+", "2") == ["fire-ball: 8d6 + 2 saved"])
        #expect(try await room.did("saved") == ["attack     1d20+7", "fire-ball  8d6 + 2"])
        #expect(try await room.did("saved", "--json").first?.hasPrefix(#"{"rolls":[{"name":"attack","#) == true)
        #expect(try await refused("save", "a", "4d6d1").contains("(badExpression)"))
        #expect(try await refused("save", "d20", "4d6").contains("that name means dice already"))
        #expect(
            try await refused("unsave", "attack", "fireball")
                == "dicectl: there is no saved roll \"fireball\"; did you mean \"fire-ball\"? dicectl saved shows those there are"
        )
        #expect(try await refused("unsave", "nothing", "--json").contains(#""code":-32602"#))
        #expect(
            try await room.did("unsave", "fire-ball", "attack", "attack") == [
                "fire-ball forgotten", "attack forgotten",
            ])
        #expect(try await room.did("saved", "--json") == [#"{"rolls":[]}"#])
    }
}
