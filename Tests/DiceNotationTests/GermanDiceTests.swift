import DiceNotation
import Testing

/// A `W` before sides means `d`.
struct GermanDiceTests {
    @Test(
        "`w` reads as `d`",
        arguments: [
            ("2W6+3", "2d6+3"),
            ("w20", "d20"),
            ("W%", "d%"),
            ("4wF", "4dF"),
            ("3w(2*3)", "3d(2*3)"),
            ("4W6kh3", "4d6kh3"),
            ("2w{sides=8}", "2d{sides=8}"),
            ("{2w6, 1W8}kh1", "{2d6, 1d8}kh1"),
        ]
    )
    func readsAsD(_ german: String, _ english: String) throws {
        let faces = [1, 2, 1, 2, 1, 2, 1, 2]
        func total(_ text: String) throws -> Fraction? {
            var rest = faces[...]
            let filled = try RollText(text).written().filled().expression
            return try filled.evaluate { _ in rest.popFirst() ?? 1 }.total
        }
        #expect(try total(german) == total(english))
    }

    @Test(
        "`w` in any other place is refused",
        arguments: ["W", "w", "2w", "wx", "w 6", "throw6", "2d6w"]
    )
    func nothingElseDoes(_ text: String) {
        #expect(throws: NotationError.self) { try Expression(parsing: text) }
    }

    @Test("a saved roll named like a German die takes precedence if it is the whole text")
    func aSavedRollOfThatNameComesFirstWhereItStandsAlone() throws {
        for (text, written) in [("w20", "3d20"), ("w20+1", "w20+1"), ("w8", "w8")] {
            let read = try RollText(text).written { $0 == "w20" ? "3d20" : nil }
            #expect(read.text == written)
        }
    }
}
