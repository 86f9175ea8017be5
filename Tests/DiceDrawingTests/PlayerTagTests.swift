import DiceModel
import Testing

@testable import DiceDrawing

/// A player's letter and its color, which are the same on the page.
struct PlayerTagTests {
    @Test(
        "the color follows from the name",
        arguments: [
            ("ann", 0, CellStyle.red),
            ("bo", 6, .violet),
            ("gm", 1, .orange),
            ("", 5, .blue),
        ]
    )
    func theColourFollowsFromTheName(_ name: String, _ index: Int, _ style: CellStyle) {
        #expect(PlayerTag.index(of: name) == index && PlayerTag.colors[index] == style)
    }

    @Test("only the letter is colored") func theLetterAloneIsColoured() {
        var buffer = CellBuffer(width: 20, height: 1)
        let end = buffer.write(
            "by " + PlayerTag.text("bo"),
            row: 0,
            column: 0,
            style: .faint
        )
        #expect(buffer.text == ["by B bo"])
        #expect(end == 7)
        #expect(
            buffer.rows[0].prefix(7).map(\.style) == [
                .faint, .faint, .plain, .violet, .plain, .faint, .faint,
            ]
        )
    }

    @Test("a tag is plain text if nothing is drawn") func itIsTextWhereNothingIsDrawn() {
        #expect(
            PlayerTag.removed(
                from: "turn 3 \(PlayerTag.text("ann")), \(PlayerTag.text("bo"))"
            )
                == "turn 3 ann, bo"
        )
        #expect(Glyphs.ascii.shown(PlayerTag.text("ann")) == PlayerTag.text("ann"))
        #expect(Glyphs.ascii.shown(PlayerTag.text("é")) == "? ?")
        #expect(PlayerTag.text("").isEmpty)
    }

    /// A name or label may contain the invisible character that colors a letter.
    @Test("other players' text cannot set colors") func othersCannotColour() {
        var buffer = CellBuffer(width: 20, height: 1)
        buffer.write(Printable.text("a\u{E0031}x"), row: 0, column: 0)
        #expect(buffer.rows[0].allSatisfy { $0.style == .plain })
    }
}
