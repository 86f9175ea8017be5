import DiceModel
import DiceNotation
import Testing

@testable import DiceDrawing

/// The throws of a group as one list.
struct ThrowListTests {
    private func thrown(_ name: String, _ face: Int, _ text: String = "d20", number: Int = 1) throws
        -> ThrowFrame
    {
        let evaluation = try Expression(parsing: text).evaluate { _ in face }
        return ThrowFrame(
            ThrowResult(
                evaluation,
                table: "default",
                number: number,
                expression: text,
                by: "gm",
                label: name
            )
        )
    }

    private func flying(_ name: String) -> ThrowFrame {
        ThrowFrame(
            table: "default",
            revision: 1,
            number: 9,
            by: "gm",
            expression: "d20",
            label: name,
            rolling: true,
            dice: [DieState(die: 1, sides: 20, value: 7, animating: true)]
        )
    }

    private func hidden(_ name: String) throws -> ThrowFrame {
        var frame = try thrown(name, 20)
        frame.result?.hidden = true
        frame.result?.total = nil
        return frame
    }

    @Test("the list is sorted by total, ties keep their order and are marked, the rest follows")
    func sorted() throws {
        let list = ThrowList(
            [
                try hidden("spy"), try thrown("ann", 9), flying("late"), try thrown("bo", 17),
                try thrown("cat", 9), try thrown("dan", 1, "1/(d20-1)"), try thrown("eve", 3),
            ]
        )
        #expect(
            list.rows.map { "\($0.placeText) \($0.name)" } == [
                "1 bo", "2= ann", "2= cat", "4 eve", " spy", " late", " dan",
            ]
        )
    }

    @Test("columns are aligned, with the mark after the place") func lines() throws {
        let list = try [
            thrown("ann", 9), thrown("Zo\u{eb} the \u{6F22}", 17, "d20 vs 15"), thrown("bo", 9),
        ]
        #expect(
            ThrowList(list).lines == [
                "1  Zo\u{eb} the \u{6F22}  17  d20 vs 15: 17 = 17, made by 2",
                "2= ann          9  d20: 9 = 9",
                "2= bo           9  d20: 9 = 9",
            ]
        )
        #expect(try ThrowList([thrown("ann", 9)]).lines == ["1 ann  9  d20: 9 = 9"])
        #expect(ThrowList([try hidden("ann")]).lines == ["ann  hidden  d20: 1 secret die"])
        #expect(ThrowList([flying("ann")]).lines == [])
    }

    @Test("a sentence has the place, and says that it is shared") func sentences() throws {
        #expect(
            try ThrowList([thrown("ann", 9), thrown("bo", 9), thrown("cat", 10)]).sentences == [
                "Place 1: gm threw d20 for \"cat\": 10. Total 10.",
                "Place 2, tied: gm threw d20 for \"ann\": 9. Total 9.",
                "Place 2, tied: gm threw d20 for \"bo\": 9. Total 9.",
            ]
        )
    }

    private func drawn(_ throws: [ThrowFrame], columns: Int, rows: Int) -> [String] {
        ThrowListDrawing(drawing: ThrowDrawing(glyphs: .unicode))
            .draw(`throws`, in: Size(columns: columns, rows: rows)).text
    }

    @Test("a row has the dice if they fit, else the meaning of the total, never a part of a number")
    func drawing() throws {
        let list = [
            try thrown("ann", 17, "d20 vs 15"), flying("bo"), try thrown("cat", 3, "d20+2 vs 15"),
        ]
        #expect(
            drawn(list, columns: 40, rows: 5) == [
                "1  ann  17  made by 2",
                "2  cat   5  missed by 10",
                "   bo       7\u{2026}",
            ]
        )
        let second = drawn(list, columns: 80, rows: 5)[1]
        #expect(second == "2  cat   5  d20+2 vs 15: 3 + 2 = 5, missed by 10")
    }

    @Test("a list with too few rows has several columns, then a number of omitted throws")
    func many() throws {
        let list = try (1...10).map { try thrown("goblin \($0)", 21 - 2 * $0) }
        #expect(
            drawn(list, columns: 40, rows: 5) == [
                " 1  goblin 1   19    6  goblin 6    9",
                " 2  goblin 2   17    7  goblin 7    7",
                " 3  goblin 3   15    8  goblin 8    5",
                " 4  goblin 4   13    9  goblin 9    3",
                " 5  goblin 5   11   10  goblin 10   1",
            ]
        )
        #expect(drawn(list, columns: 40, rows: 3).last == "\u{2026} 6 more")
        #expect(drawn(list, columns: 20, rows: 4).last == "\u{2026} 7 more")
        let frames = list
        #expect(ThrowListDrawing.fits(frames, in: Size(columns: 40, rows: 5)))
        #expect(!ThrowListDrawing.fits(frames, in: Size(columns: 40, rows: 4)))
        #expect(!ThrowListDrawing.fits(frames, in: Size(columns: 20, rows: 9)))
    }
}
