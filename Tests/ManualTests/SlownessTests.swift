import ProgramTestSupport
import Testing

/// The pages document the range of slowness, and the places that show it.
struct SlownessTests {
    @Test("the documented range of slowness matches the program") func theRangeIsThatOfTheProgram()
        async throws
    {
        let body = try ManualPage("diced.1").body(of: "Fl", "-slow").lines.joined(
            separator: " "
        )
        #expect(body.contains(".Cm dicectl status"))
        let range = try #require(body.firstMatch(of: /[0-9.]+ to [0-9]+/)).output
        let program = Programs.diced
        // Ignores line breaks.
        func words(_ text: String) -> String {
            text.split { $0.isWhitespace }.joined(separator: " ")
        }
        #expect(
            words(
                try await Spawned.run(program, ["--help"], within: Patience.limit)
                    .output
            )
            .contains(range)
        )
        for wrong in ["0", "1001"] {
            let (status, output) = try await Spawned.run(
                program,
                ["--slow", wrong],
                within: Patience.limit
            )
            #expect(status == 64)
            #expect(words(output).contains(range))
        }
    }

    @Test("status is documented to report slow dice") func theStatusSaysThatDiceAreSlow() throws {
        #expect(
            try ManualPage("dicectl.1").body(of: "Cm", "status").lines.contains {
                $0.contains("slow")
            }
        )
        #expect(
            try ManualPage("dice-protocol.7").body(of: "Ic", "server.status").arguments(
                of: "Va"
            )
            .contains("slow")
        )
    }
}
