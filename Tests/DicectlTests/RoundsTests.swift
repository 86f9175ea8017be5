import DiceModel
import DiceNotation
import Testing

@testable import DiceDrawing

/// A throw of several rounds is drawn round by round.
struct RoundsTests {
    private func thrown(_ text: String, _ faces: [Int]) throws -> ThrowResult {
        var rest = faces[...]
        let evaluation = try Expression(parsing: text).evaluate { _ in rest.removeFirst() }
        return ThrowResult(
            evaluation,
            table: "default",
            number: 1,
            expression: text,
            by: "ann"
        )
    }

    private func lines(_ result: ThrowResult, columns: Int = 40, rows: Int) -> [String]? {
        RoundsDrawing(glyphs: .unicode).draw(result, in: Size(columns: columns, rows: rows))?.text
    }

    @Test("each round has its number, its dice and its total, and no sum follows")
    func small() throws {
        let result = try thrown("2x2d6!+1 vs 9", [6, 1, 2, 3, 4])
        #expect(
            lines(result, rows: 2) == [
                "1  [6! 2 1] + 1 = 10, made by 1", "2  [3 4] + 1 = 8, missed by 1",
            ]
        )
        #expect(lines(result, columns: 12, rows: 2)?.allSatisfy { $0.count <= 12 } == true)
        #expect(lines(result, rows: 1) == nil)
        #expect(!ThrowWords(glyphs: .unicode, players: []).line(result).rest.contains("18"))
    }

    @Test("totals are large if there is room for all of them") func large() throws {
        let result = try thrown("2xd20 vs 15", [15, 4])
        let rows = try #require(lines(result, rows: 7))
        #expect(rows.count == 7)
        #expect(rows[1].hasPrefix("1  15 = ") && rows[1].hasSuffix(", made by 0"))
        #expect(rows[5].hasPrefix("2  4 = ") && rows[5].hasSuffix(", missed by 11"))
    }

    @Test("a throw without rounds is drawn otherwise") func noRounds() throws {
        #expect(lines(try thrown("2d6", [1, 2]), rows: 9) == nil)
    }
}
