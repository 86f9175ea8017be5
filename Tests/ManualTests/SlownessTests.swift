import DiceModel
import ProgramTestSupport
import Testing

/// The pages tell how slow dice can be made, and where one sees that they are.
struct SlownessTests {
    @Test func theRangeIsThatOfTheProgram() async throws {
        let range = "\(Limits.slowness.lowerBound) to \(Limits.slowness.upperBound)"
        let body = try ManualPage("diced.1").body(of: "Fl", "-slow").lines.joined(separator: " ")
        #expect(body.contains(range) && body.contains(".Cm dicectl status"))
        let program = Programs.diced
        #expect(try await Spawned.run(program, ["--help"]).output.contains("slower, \(range),"))
        for wrong in [Limits.slowness.lowerBound - 1, Limits.slowness.upperBound + 1] {
            let (status, output) = try await Spawned.run(program, ["--slow", "\(wrong)"])
            #expect(status == 64 && output.contains(range))
        }
    }

    @Test func theStatusSaysThatDiceAreSlow() throws {
        #expect(try ManualPage("dicectl.1").body(of: "Cm", "status").lines.contains { $0.contains("slow") })
        #expect(try ManualPage("dice-protocol.7").body(of: "Ic", "server.status").arguments(of: "Va").contains("slow"))
    }
}
