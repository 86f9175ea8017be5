import DiceModel
import DiceNotation
import DiceProof
import Testing

/// The text of a throw is that of its edition.
struct EditionTextTests {
    private func text(_ expression: String, of edition: Int?) throws -> String {
        let read = try Expression(parsing: expression, Edition.grammar(of: edition), .stored)
        return try Edition.evaluate(read, of: edition) { _ in 1 }
            .text(in: Edition.textRoom(of: edition))
    }

    @Test("a text says since the fifth edition that no die was rolled")
    func noDice() throws {
        for edition in [nil, 3, 4] {
            #expect(try text("2d1", of: edition) == "1 1 = 2")
        }
        #expect(try text("2d1", of: 5) == "1 1 = 2, no dice")
        #expect(try text("2d2", of: 5) == "1 1 = 2")
    }

    @Test("an older text is cut without room for that")
    func cut() throws {
        let older = try text("1000d1min99999", of: 4)
        #expect(older.hasSuffix("… (+322 dice) = 99999000"))
    }
}
