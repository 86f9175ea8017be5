import DiceModel
import DiceWire
import ScreenTestSupport
import Testing

@testable import DiceDrawing
@testable import DiceFollowing
@testable import dicectl

/// A command draws only its own throws.
struct ThrowHandTests {
    /// A watched table's throws, and the ones of this command.
    private struct Hand {
        var table = SampleTable.state(dice: 1)
        var matcher: ThrowMatcher

        init(_ asked: [ThrowParams]) {
            matcher = ThrowMatcher(asked)
        }

        mutating func apply(_ frame: ThrowFrame) {
            table.apply(.throw(frame))
            matcher.apply(frame)
        }

        var shown: [ThrowFrame] { matcher.shown(at: table) }
    }

    private func asked(_ expression: String?, label: String? = nil) -> ThrowParams {
        ThrowParams(
            table: .default,
            expression: expression,
            saved: expression == nil ? RollName("attack") : nil,
            label: label,
            by: "ann"
        )
    }

    private func frame(
        _ expression: String,
        _ number: Int,
        by: String = "ann",
        label: String? = nil
    ) -> ThrowFrame {
        ThrowFrame(
            table: "default",
            revision: 1,
            number: number,
            by: by,
            expression: expression,
            label: label,
            rolling: true,
            dice: [DieState(die: 1, sides: 6, value: 3, animating: true)]
        )
    }

    private func result(_ frame: ThrowFrame) -> ThrowResult {
        ThrowResult(
            table: frame.table,
            number: frame.number,
            expression: frame.expression,
            by: frame.by,
            outcome: .completed,
            total: 3,
            dice: [],
            text: "3"
        )
    }

    @Test("throws of other players are ignored") func othersThrowsAreLeftOut() {
        var hand = Hand([asked("2d6 +  1"), asked("d20")])
        hand.apply(frame("2d6 + 1", 4, by: "bo"))
        hand.apply(frame("3d6", 5))
        hand.apply(frame("d20", 6, label: "other"))
        #expect(hand.shown.isEmpty)
        hand.apply(frame("d20", 8))
        hand.apply(frame("2d6 + 1", 7))
        #expect(
            hand.shown.map(\.number) == [7, 8],
            "in the order in which they were asked for"
        )
    }

    /// A watcher without a name receives the faces of their own secret throw only in the response.
    @Test("the response replaces the hidden throw") func theAnswerTakesTheGhostsPlace() {
        var hand = Hand([asked("d20")])
        var ghost = ThrowFrame(result(frame("d20", 1)))
        ghost.result?.hidden = true
        hand.apply(frame("d20", 1))
        hand.apply(ghost)
        #expect(hand.matcher.results.map(\.hidden) == [true])
        hand.matcher.settle(0, result(frame("d20", 1)))
        #expect(hand.matcher.results.map(\.hidden) == [nil])
        #expect(hand.matcher.results.first?.total == 3)
    }

    @Test("two identical requests match two throws") func alikeThrowsAreTwo() {
        var hand = Hand([asked("d20"), asked("d20")])
        hand.apply(frame("d20", 1))
        hand.apply(frame("d20", 1))
        #expect(hand.shown.count == 1)
        hand.apply(frame("d20", 2))
        hand.apply(frame("d20", 3))
        #expect(hand.shown.map(\.number) == [1, 2])
    }

    /// Another connection with the same name has thrown the same dice: the responses tell which
    /// throws are ours.
    @Test("the response decides which throw matches a request") func theAnswerIsTheLastWord() {
        var hand = Hand([asked("d20"), asked(nil)])
        hand.apply(frame("d20", 1))
        hand.apply(frame("d20", 2))
        hand.matcher.settle(0, result(frame("d20", 2)))
        #expect(hand.shown.map(\.number) == [2])
        #expect(hand.matcher.results.map(\.number) == [2])
        hand.matcher.settle(1, result(frame("1d20+7", 3)))
        #expect(hand.matcher.results.map(\.number) == [2, 3])
    }
}
