import DiceGames
import DiceHints
import DiceModel
import DiceWire
import ScreenTestSupport
import Testing

@testable import DicePlay

/// Void rolls do not count as rolls of the turn for hints, bots and corrections.
struct VoidRollTests {
    private static let game = Game(
        "two",
        "Two",
        dice: [6, 6, 6, 6, 6],
        rollsPerTurn: 2,
        rules: .sheet(
            SheetRules([
                Box("ones", "Ones", .sum(.face(1))),
                Box("sixes", "Sixes", .sum(.face(6))),
            ])
        )
    )

    private func snapshot(_ faces: [Int], roll: Int, left: Int?) -> TableSnapshot {
        var snapshot = SampleTable.snapshot(dice: faces.count)
        for (index, face) in faces.enumerated() {
            snapshot.dice[index] = DieState(
                die: index + 1,
                sides: 6,
                value: face,
                animating: false
            )
        }
        snapshot.rollsPerTurn = left == nil ? nil : 2
        snapshot.roll = roll
        snapshot.rollsLeft = left
        return snapshot
    }

    @Test(
        "rolls made are counted without void rolls",
        arguments: [(1, 1, 1), (3, 1, 1), (4, 0, 2), (3, nil, 3)] as [(Int, Int?, Int)]
    )
    func rollsMade(_ roll: Int, left: Int?, made: Int) {
        #expect(snapshot([1, 1, 1, 1, 1], roll: roll, left: left).rollsMade == made)
    }

    @Test("a hint counts only the rolls that were made") func aHintIsThatOfTheRollsThatWereMade()
        async throws
    {
        let hints = try await HintTable(Self.game, workers: 1) { _ in }
        let faces = [6, 6, 1, 2, 3]
        let state = MatchTurn(of: Match(Self.game), rolls: 1, faces: faces)
            .state(isSettled: true)
        func keeps(_ roll: Int, _ left: Int) -> Bool {
            hints.answer(snapshot(faces, roll: roll, left: left), state).choices
                .contains {
                    if case .keep = $0.action {
                        true
                    } else {
                        false
                    }
                }
        }
        #expect(keeps(1, 1) && keeps(3, 1), "two of them were void")
        #expect(!keeps(2, 0))
        #expect(!keeps(5, 0))
    }

    /// In generala a straight on the first roll scores more.
    @Test(
        "void rolls do not count when a turn is taken back",
        arguments: [
            (["void", "roll"], 25),
            (["roll", "void"], 25),
            (["roll", "void", "roll"], 20),
        ]
    )
    func takeBackCountsNoVoidRoll(_ rolls: [String], points: Int) throws {
        let game = try #require(Game.all.first { $0.name == "generala" })
        let faces = [1, 2, 3, 4, 5]
        var match = Match(game, players: ["ann", "bo"])
        var turn = SampleTable.turns(3)[0]
        turn.score = try match.end(
            "ones",
            faces: faces,
            roll: rolls.count { $0 == "roll" }
        )
        for (index, face) in faces.enumerated() {
            turn.dice[index].value = face
        }
        turn.rolls = rolls.enumerated().map { index, kind in
            RollRecord(
                roll: index + 1,
                by: "ann",
                at: Timestamp(millisecondsSinceEpoch: 0),
                outcome: kind == "void" ? .void : .completed,
                rolled: kind == "void" ? [] : [1, 2, 3, 4, 5],
                values: faces
            )
        }
        var snapshot = snapshot(faces, roll: 0, left: 3)
        snapshot.by = nil
        snapshot.turn = 4
        snapshot.players = ["ann", "bo"]
        snapshot.up = "bo"
        snapshot.game = match.state
        var state = PlayState(name: .default, players: ["ann"])
        state.show(snapshot)
        state.lastEntries = [.turn(turn)]
        state.chooseOtherBox(in: try #require(snapshot.game))
        let straight = state.correcting?.options.first { $0.box == "straight" }
        #expect(straight?.points == points)
    }
}
