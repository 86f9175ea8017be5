import DiceGames
import DiceHints
import DiceModel
import Testing

@Suite("Reviews of turns")
struct ReviewedChoiceTests {
    @Test(
        "a match's initial value plus luck minus losses equals its score",
        arguments: HintGames.small
    )
    func identity(_ game: Game) async throws {
        let hints = try await HintTable(game, workers: 2) { _ in }
        for seed in 0..<10 {
            var play = SoloPlay(game, seed: UInt64(seed))
            var sum = hints.expected
            while !play.match.isOver {
                let before = play.match.sheet
                let box = try play.turn { _, faces, roll, _, generator in
                    // Chooses at random; every tenth seed plays optimally.
                    let choices = hints.choices(before, faces: faces, roll: roll)
                    let choice =
                        seed == 0
                        ? choices.first : choices.randomElement(using: &generator)
                    return switch choice?.action {
                    case .keep(let dice)?: .keep(dice)
                    case .box(let box)?: .end(box)
                    case nil: nil
                    }
                }
                let reviewed = try #require(
                    hints.review(before, rolls: play.rolls, box: box)
                )
                #expect(reviewed.count == play.rolls.count)
                #expect(reviewed.allSatisfy { $0.loss >= 0 })
                if seed == 0 {
                    #expect(reviewed.allSatisfy { $0.loss == 0 })
                }
                sum += reviewed.reduce(0) { $0 + $1.luck - $1.loss }
                #expect(abs(sum - hints.expected(play.match.sheet)) < 0.0001)
            }
            #expect(abs(sum - Double(play.match.sheet.total)) < 0.0001)
        }
    }

    @Test("a known mistake costs as much as exhaustive play shows")
    func loss() async throws {
        let hints = try await HintTable(HintGames.tiny, workers: 2) { _ in }
        var oracle = HintOracle(HintGames.tiny)
        let match = Match(HintGames.tiny)
        let first = [6, 6, 6, 1, 2]
        let last = [6, 1, 1, 1, 2]
        // One of three sixes is kept, and the turn ends in sixes. Three ones in ones would have
        // been better.
        let reviewed = try #require(
            hints.review(Sheet(), rolls: [(first, [0]), (last, [])], box: "sixes")
        )
        let keeps = oracle.keepValues(match, beforeRoll: 2)
        func worth(_ kept: [Int]) -> Double {
            zip(HintOracle.Dice.keeps, keeps).first { $0.0 == kept }?.1 ?? .nan
        }
        #expect(
            abs(reviewed[0].loss - (worth([6, 6, 6]) - worth([6]))) < 0.0001
                && reviewed[0].loss > 1
        )
        let boxes = ["ones", "sixes"].map { oracle.ending(match, $0, last, roll: 2) }
        #expect(
            abs(reviewed[1].loss - (boxes[0] - boxes[1])) < 0.0001
                && reviewed[1].loss > 1
        )
        #expect(reviewed.map(\.best.action) == [.keep([0, 1, 2]), .box("ones")])
        #expect(
            hints.review(Sheet(), rolls: [(first, [0]), (last, [])], box: "chance")
                == nil
        )
    }
}
