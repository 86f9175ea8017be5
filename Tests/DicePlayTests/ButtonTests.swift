import DiceModel
import DiceWire
import ScreenTestSupport
import Testing

@testable import DiceDrawing
@testable import DicePlay

/// Roll and End Turn are dimmed, by style and by mark, while any die is in flight, and enabled
/// again once all dice have settled.
struct ButtonTests {
    private func state(_ animating: Set<Int>, of count: Int = 5) -> PlayState {
        let dice = (1...count).map {
            DieState(
                die: $0,
                sides: 6,
                value: 1,
                locked: $0 == 2,
                animating: animating.contains($0)
            )
        }
        var state = PlayState(name: .default, players: ["ann"])
        state.show(
            TableSnapshot(
                table: "default",
                revision: 1,
                turn: 1,
                roll: 1,
                rolling: !animating.isEmpty,
                by: "ann",
                dice: dice,
                may: SampleTable.may(isBusy: !animating.isEmpty)
            )
        )
        return state
    }

    /// The cells of both buttons.
    private func buttons(_ state: PlayState, _ size: Size) -> [[Cell]] {
        let rows = PlayLayout(state, size: size, glyphs: .unicode).draw().rows
        return PlayLayout(state, size: size, glyphs: .unicode).foot.buttons.map { button in
            Array(
                rows[button.place.row][
                    button.place.column..<button.place.column + button.place.columns
                ]
            )
        }
    }

    private static let sizes = [(20, 10), (80, 24), (132, 43)].map {
        Size(columns: $0.0, rows: $0.1)
    }

    @Test(
        "the style of a button follows from the dice",
        arguments: sizes,
        [[], [1], [3], [5], [1, 3, 4, 5]] as [Set<Int>]
    )
    func theStyleFollowsFromTheDice(_ size: Size, _ animating: Set<Int>) {
        let buttons = buttons(state(animating), size)
        #expect(buttons.count == 2)
        for (button, name) in zip(buttons, ["Roll", "End Turn"]) {
            let text = String(button.compactMap(\.character))
            #expect(text.contains(name))
            #expect(text.first == (animating.isEmpty ? "[" : "·"))
            #expect(text.last == (animating.isEmpty ? "]" : "·"))
            #expect(
                Set(button.filter { $0.character != " " }.map(\.style)) == [
                    animating.isEmpty ? .strong : .faint
                ]
            )
        }
    }

    @Test("the bytes for a button dim it and restore it") func theBytesDimAndComeBack() {
        var painter = ScreenPainter(encoder: Encoder(palette: .indexed))
        func painted(_ animating: Set<Int>) -> String {
            let buffer = PlayLayout(
                state(animating),
                size: Self.sizes[1],
                glyphs: .unicode
            ).draw()
            return String(decoding: painter.paint(buffer), as: UTF8.self)
        }
        // Blanks are skipped by cursor movements.
        let words = ["< Roll >", "< End Turn >"].joined(separator: "\u{1B}[2C")
            .replacing(
                " ",
                with: "\u{1B}[C"
            )
        let bright =
            "\u{1B}[0;1m" + words.replacing("<", with: "[").replacing(">", with: "]")
        let faint = "\u{1B}[0;38;5;243m" + words.replacing(/[<>]/, with: "·")
        #expect(painted([]).contains(bright))
        #expect(painted([4]).contains(faint))
        #expect(
            !painted([4, 5]).contains("Roll"),
            "nothing changes while another die is in flight"
        )
        #expect(painted([]).contains(bright))
    }

    @Test("buttons are disabled without a daemon and before the first response")
    func withoutADaemonAndBeforeTheFirstAnswerNothingCanBePressedInVain() {
        #expect(!PlayState(name: .default, players: ["ann"]).canRoll)
        var old = state([])
        old.lose([])
        #expect(old.isOld)
        let header = PlayLayout(old, size: Self.sizes[1], glyphs: .unicode).draw().rows[
            0
        ]
        #expect(header[0].style == .alert)
    }
}
