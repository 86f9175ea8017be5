import DiceModel
import DiceNotation
import DiceProof
import DiceVerifying
import Forgeries
import Testing

/// Entered faces follow from no seed; the rest of the entry is checked nevertheless.
struct RealDiceTests {
    private static func turn() -> Turn {
        var turn = SampleHistory.turn(1)
        turn.rolls.remove(at: 1)
        for (index, values) in [[6, 5, 20, 2, 999], [1, 5, 7, 1, 999]].enumerated() {
            turn.rolls[index].roll = index + 1
            turn.rolls[index].values = values
            turn.rolls[index].chance = .real
            for die in turn.dice.indices {
                turn.dice[die].value = values[die]
            }
            turn.total = values.reduce(0, +)
        }
        return turn
    }

    private static func thrown() throws -> ThrowResult {
        var thrown = try SampleHistory.thrown(1, Edition.known.upperBound, "2d6!+1")
        var faces = [6, 2, 5][...]
        let evaluation = try Edition.evaluate(
            Expression(parsing: "2d6!+1"),
            of: Edition.known.upperBound
        ) { _ in
            faces.popFirst() ?? 1
        }
        let shown = ThrowResult(
            evaluation,
            table: "home",
            number: 1,
            expression: "2d6!+1",
            by: "bo"
        )
        thrown.dice = shown.dice
        thrown.total = shown.total
        thrown.text = shown.text
        thrown.faces = [6, 2, 5]
        thrown.chance = .real
        return thrown
    }

    private static func finding(_ turn: Turn) -> Finding.Reason? {
        HistoryVerifier.finding(SampleHistory.chained([.turn(turn)]))?.reason
    }

    @Test("rolls of real dice are counted separately") func theyAreCountedApart() throws {
        let entries = SampleHistory.chained([
            .turn(Self.turn()), .thrown(try Self.thrown()),
        ])
        let report = try #require(try HistoryVerifier.reports(entries).first)
        #expect((report.turns.right, report.turns.entered) == (0, 2))
        #expect((report.thrown.right, report.thrown.entered) == (0, 1))
        #expect(entries[0].turn?.entered == true)
    }

    @Test("the chain hash covers that faces were entered") func theLinkSaysThatTheyWereEntered()
        throws
    {
        guard case .turn(var turn) = SampleHistory.chained([.turn(Self.turn())])[0]
        else { return }
        for index in turn.rolls.indices {
            turn.rolls[index].entered = nil
        }
        #expect(turn.chain != Chain.link(turn, after: Chain.start) { _ in [] }.chain)
        guard
            case .thrown(var thrown) = SampleHistory.chained([
                .thrown(try Self.thrown())
            ])[0]
        else { return }
        thrown.entered = nil
        #expect(thrown.chain != Chain.link(thrown, after: Chain.start).chain)
    }

    @Test(
        "other fields of an entry with real dice are checked",
        arguments: [
            (
                Finding.Reason.partlyEntered,
                Change<Turn>("drawn in part") { $0.rolls[1].chance = .nothing }
            ),
            (.impossibleEntered, Change("no face") { $0.rolls[0].values[0] = 7 }),
            (
                .enteredWithEntropy,
                Change("with entropy") { $0.rolls[0].entropy = SampleHistory.hex("a", 32) }
            ),
            (.enteredWithEntropy, Change("of edition 3") { $0.edition = 3 }),
            (.turnTotal, Change("another total") { $0.total += 1 }),
        ]
    )
    func theRestIsChecked(_ reason: Finding.Reason, _ change: Change<Turn>) {
        #expect(Self.finding(Self.turn()) == nil)
        #expect(Self.finding(change.applied(to: Self.turn())) == reason)
    }

    @Test("a throw of real dice requires all its faces") func aThrowTakesAllItsFaces() throws {
        for faces in [[6, 2], [6, 2, 5, 1], [7, 2, 5], [5, 2]] {
            var thrown = try Self.thrown()
            thrown.faces = faces
            #expect(
                HistoryVerifier.finding(SampleHistory.chained([.thrown(thrown)]))
                    != nil,
                "\(faces)"
            )
        }
    }
}
