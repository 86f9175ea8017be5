import DiceModel
import DiceNotation
import DiceWire
import Testing

@testable import DiceDrawing
@testable import dicectl

@Suite("Meanings of totals on the screen and in sentences")
struct MeaningTests {
    private func result(_ text: String, _ faces: [Int]) throws -> ThrowResult {
        var left = faces[...]
        let evaluation = try Expression(parsing: text).evaluate { _ in
            left.popFirst() ?? 1
        }
        var result = ThrowResult(
            evaluation,
            table: "default",
            number: 1,
            expression: text,
            by: "ann"
        )
        result.faces = faces
        result.edition = 4
        return result
    }

    @Test(
        "the result of a throw is given in words and in the history field",
        arguments: [
            (
                "d20+5 vs 15", [13], "ann threw d20+5 vs 15: 13. Total 18, made by 3.",
                "made by 3"
            ),
            (
                "d100 vs <=45", [46], "ann threw d100 vs <=45: 46. Total 46, missed by 1.",
                "missed by 1"
            ),
            (
                "2d6+0 => 6-: miss, 7..: hit", [3, 4],
                "ann threw 2d6+0 => …: 3, 4. Total 7, hit.",
                "hit"
            ),
            ("d6+0 => 6: hit", [3], "ann threw d6+0 => …: 3. Total 3.", ""),
            (
                "2xd20 vs 15", [15, 4],
                "ann threw 2xd20 vs 15. Round 1: 15; total 15, made by 0. "
                    + "Round 2: 4; total 4, missed by 11.",
                "made by 0; missed by 11"
            ),
            (
                "2d{hit, 2 hit-miss}", [1, 2],
                "ann threw 2d{hit, 2 hit-miss}: hit, 2 hit-miss. Total 3 hit, -1 miss.",
                "3 hit, -1 miss"
            ),
            (
                "2d10>=7x2=10", [10, 8],
                "ann threw 2d10>=7x2=10: 10 success counts 2, 8 success. 3 successes.", ""
            ),
        ]
    )
    func told(_ text: String, _ faces: [Int], _ spoken: String, _ field: String) throws {
        let result = try result(text, faces)
        #expect(EventText.spoken.thrown(result) == spoken)
        let fields = HistoryForm.fields(.thrown(result), .utc)
        #expect(
            fields.count == HistoryForm.head.count
                && fields[HistoryForm.head.firstIndex(of: "result") ?? 0] == field
        )
    }

    @Test(
        "the verdict is drawn",
        arguments: [
            (Size(columns: 70, rows: 8), "d20 vs 15", 18, CellStyle.green, 3),
            (Size(columns: 70, rows: 8), "d20 vs 15", 4, .red, 3),
            (Size(columns: 50, rows: 8), "d20 vs 15", 4, .red, 1),
            (Size(columns: 40, rows: 1), "d20 vs 15", 18, .green, 1),
        ]
    )
    func theVerdictIsDrawn(
        _ size: Size,
        _ text: String,
        _ face: Int,
        _ style: CellStyle,
        _ rows: Int
    ) throws {
        let result = try result(text, [face])
        let buffer = ThrowDrawing(glyphs: .unicode).draw(ThrowFrame(result), in: size)
        let drawn = buffer.rows.count { $0.count { $0.style == style } > 8 }
        #expect(drawn >= rows, "\(buffer.text)")
        #expect(buffer.text.last?.contains(result.verdicts[0]) == true)
    }

    @Test("outcomes and symbols are drawn in words") func outcomesAndSymbolsAreDrawnInWords() throws
    {
        let size = Size(columns: 70, rows: 8)
        let outcome = try ThrowDrawing(glyphs: .unicode).draw(
            ThrowFrame(result("2d6+0 => 7: weak hit", [3, 4])),
            in: size
        )
        #expect(outcome.text.dropLast().contains { $0.hasSuffix("weak hit") })
        #expect(outcome.text.last == "2d6+0 => … · A ann · total 7, weak hit")
        let symbols = try ThrowDrawing(glyphs: .unicode).draw(
            ThrowFrame(result("2d{hit, miss}", [1, 2])),
            in: size
        )
        #expect(
            symbols.text.contains { $0.contains("= 1 hit, 1 miss") },
            "\(symbols.text)"
        )
        #expect(
            symbols.text.contains {
                $0.contains("hit") && $0.contains("miss") && !$0.contains("=")
            }
        )
    }

    @Test("words on faces keep their width") func wordsOfFacesKeepTheirRoom() throws {
        let faces = ["火", "2 success+advantage", "a_word_that_is_longer_than_a_die"]
        func die(_ value: Int, animating: Bool = true, _ faces: [String]? = nil)
            -> DieState
        {
            DieState(die: 1, sides: 3, value: value, animating: animating, faces: faces)
        }
        var frame = ThrowFrame(
            table: "default",
            revision: 1,
            number: 1,
            by: "ann",
            expression: "d[x]",
            rolling: true,
            dice: [die(2, faces)]
        )
        frame.merge(
            ThrowFrame(
                table: "default",
                revision: 2,
                number: 1,
                by: "ann",
                expression: "d[x]",
                rolling: true,
                dice: [die(1)]
            )
        )
        #expect(frame.faces(.full).map { $0.word(.unicode) } == ["火…"])
        #expect(frame.faces(.full).map { $0.word(.ascii) } == ["?~"])
        #expect(frame.faces(.reduced).map { $0.word(.unicode) } == ["…"])
        let flying = ThrowDrawing(glyphs: .unicode).draw(
            frame,
            in: Size(columns: 60, rows: 6)
        ).text
        frame.result = try result(
            "d{火, 2 success+advantage, a_word_that_is_longer_than_a_die}",
            [3]
        )
        let settled = ThrowDrawing(glyphs: .unicode).draw(
            frame,
            in: Size(columns: 60, rows: 6)
        )
        .text
        #expect(
            flying[0].prefix(22).last == "╮" && settled[0].prefix(22).last == "╮",
            "\(flying) \(settled)"
        )
        #expect(settled[1].hasPrefix("│a_word_that_is_long…│"), "\(settled)")
    }

    @Test(
        "the first line of an explained throw gives its result",
        arguments: [
            ("d20+5 vs 15", [13], "d20+5 vs 15 = 18, made by 3"),
            ("d6+0 => 6: hit", [3], "d6+0 => … = 3, no outcome"),
            ("4d6k>=3", [1, 5, 3, 2], "4d6k>=3 = 8   (1) 5 3 (2)   keep faces >=3"),
            ("2d10>=7x2=10", [10, 8], "2d10>=7x2=10 = 3   10x2 8*   faces =10 count 2"),
            ("d6!o1", [6, 6], "d6!o1 = 12   6! 6   each adds at most 1 more"),
            ("d{hit, miss}", [2], "d{hit,miss} = 1 miss   (miss)"),
        ]
    )
    func explained(_ text: String, _ faces: [Int], _ line: String) throws {
        var left = faces[...]
        let evaluation = try Expression(parsing: text).evaluate { _ in
            left.popFirst() ?? 1
        }
        #expect(ExplainedThrow.lines(evaluation, text: text).first == line)
    }
}
