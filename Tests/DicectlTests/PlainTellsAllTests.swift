import DiceGames
import DiceModel
import DiceNotation
import DiceProof
import DiceWire
import ScreenTestSupport
import Testing

@testable import DiceDrawing
@testable import DiceFollowing
@testable import dicectl

/// `--plain` reports everything about an event or a throw that the drawing shows.
struct PlainTellsAllTests {
    private static let start = Timestamp(millisecondsSinceEpoch: 0)
    private static let snapshot = {
        var snapshot = SampleTable.snapshot(dice: 5)
        snapshot.players = ["ann", "bo"]
        snapshot.rollsPerTurn = 3
        snapshot.pace = 2
        snapshot.up = "ann"
        snapshot.commitment = String(repeating: "ab", count: 32)
        return snapshot
    }()
    private static let turn = {
        var turn = SampleTable.turns(3)[0]
        turn.score = Match.Score(
            match: 1,
            box: "chance",
            points: 19,
            bonuses: [NamedPoints("upper", 35)]
        )
        return turn
    }()
    private static let correction = Correction(
        id: 9,
        table: "default",
        endedAt: start,
        by: "ann",
        turn: 3,
        score: Match.Score(match: 1, box: "smallStraight", points: 30),
        edition: 4,
        chain: ""
    )

    /// Each kind of event that the drawing describes in words.
    private static let events: [TableEvent.Kind] = [
        .rollStarted(rolled: [1, 2, 4]),
        .rollAsked(
            roll: 2,
            entropy: "",
            contributors: [Contributor(by: "bo", commitment: "")]
        ),
        .rollSettled(
            rolled: [1],
            outcome: .completed,
            reason: nil,
            dice: snapshot.dice,
            total: 20
        ),
        .rollSettled(
            rolled: [1],
            outcome: .cancelled,
            reason: .restart,
            dice: snapshot.dice,
            total: 20
        ),
        .rollSettled(
            rolled: [],
            outcome: .void,
            reason: .absent,
            absent: ["bo"],
            dice: snapshot.dice,
            total: 20
        ),
        .lockChanged(dice: snapshot.dice), .turnEnded(turn), .corrected(correction),
        .throwShown(thrown("d20+4", [20])),
        .gameOver(winners: ["ann"], sheets: []), .tableChanged(snapshot), .tableDeleted,
        .serverStopping,
    ]

    private static func thrown(_ text: String, _ faces: [Int]) -> ThrowResult {
        var rest = faces[...]
        guard
            let evaluation = try? Expression(parsing: text).evaluate({ _ in
                rest.removeFirst()
            })
        else {
            preconditionFailure(text)
        }
        var result = ThrowResult(
            evaluation,
            table: "default",
            number: 3,
            expression: text,
            by: "ann"
        )
        result.faces = faces
        result.edition = Edition.current
        return result
    }

    /// Throws of all kinds: plain, with modifiers, Fate dice, percentile dice, repeated, critical
    /// and failed, each with its optional members.
    private static let throwing: [ThrowResult] = {
        let plain = [
            thrown("2d6+3", [4, 2]), thrown("2x2d6!", [6, 1, 2, 3, 4]),
            thrown("4d6ro<3kh3", [2, 3, 5, 6, 4]),
            thrown("4dF+1", [1, 2, 3, 3]), thrown("d%+d10", [97, 3]),
            thrown("d20-1", [20]),
            thrown("1d20", [1]),
            thrown("4d10>=8f1", [9, 1, 3, 8]), thrown("1/(1d2-1)", [1]),
            thrown("15/2", []),
        ]
        return plain.flatMap { result in
            var labelled = result
            var cancelled = result
            var secret = result
            labelled.label = "fire bolt"
            labelled.saved = RollName("attack")
            if cancelled.outcome == .completed {
                cancelled.outcome = .cancelled
                cancelled.reason = .disconnected
            }
            secret.seenBy = ["gm", "bo"]
            secret.label = "trap"
            var hidden = labelled
            hidden.hidden = true
            hidden.total = nil
            hidden.text = ""
            return [result, labelled, cancelled, secret, hidden]
        }
    }()

    /// Returns the distinct words and numbers, without the mark of rerolled dice.
    private func words(_ text: String) -> Set<String> {
        let found = PlayerTag.removed(from: text).lowercased().matches(
            of: /[0-9]+|\p{L}+/
        ).map {
            String($0.output)
        }
        return Set(found).subtracting(["r"])
    }

    @Test("plain output reports everything in an event", arguments: events) func ofAnEvent(
        _ kind: TableEvent.Kind
    ) {
        var table = TableState(Self.snapshot)
        let event = TableEvent(table: "default", revision: 9, by: "ann", kind: kind)
        table.apply(.event(event))
        let told =
            EventText.spoken.event(event, at: table.snapshot, remark: table.remark)
            ?? ""
        #expect(
            !table.caption.isEmpty
                && words(table.caption).subtracting(words(told)) == [],
            "\(told)"
        )
    }

    @Test("plain output reports everything in a throw", arguments: throwing) func ofAThrow(
        _ result: ThrowResult
    ) {
        let drawn = ThrowWords(glyphs: .unicode)
        let told = words(EventText.spoken.thrown(result))
        let (head, rest) = drawn.line(result)
        for text in [
            head + rest, drawn.caption(of: ThrowFrame(result), columns: 1_000),
            EventText.caption.thrown(result),
        ] {
            // A hidden throw is a secret one, and the totals of rounds are named one by one.
            #expect(
                words(text).subtracting(["hidden", "totals"]).subtracting(told) == [],
                "\(text)"
            )
        }
        #expect(
            EventText.spoken.thrown(result).contains("secret")
                == (result.hidden == true)
        )
    }
}
