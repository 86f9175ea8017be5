import DiceGames
import Testing

/// A new document cannot lead to a bank game's turn that can neither roll nor bank; an existing
/// turn of that kind ends.
@Suite("Ways to end a turn") struct WayOutTests {
    private func bank(
        _ sets: [ScoringSet],
        dice: [Int] = [6],
        rolls: Int? = nil,
        target: Int = 1_000_000,
        minimum: Int = 0
    ) -> Game {
        Game(
            "b",
            "B",
            dice: dice,
            rollsPerTurn: rolls,
            rules: .bank(BankRules(sets, target: target, minimum: minimum))
        )
    }

    private static let six = ScoringSet(.faces([6]), 7)

    @Test(
        "every built-in game has a way out, with any number of rolls on a sheet",
        arguments: Game.all
    )
    func known(_ game: Game) {
        #expect(throws: Never.self) { try game.checkWayOut() }
    }

    @Test("a bank game with a number of rolls is refused in a new document")
    func rolls() {
        let game = bank([Self.six], rolls: 3)
        #expect(throws: Never.self) { try game.check() }
        let error = #expect(throws: GameError.self) { try game.checkWayOut() }
        #expect(error?.path == "rollsPerTurn")
    }

    @Test("a minimum is at most the score of a thousand rolls")
    func minimum() {
        for (sets, dice, maximum) in [
            ([Self.six], [6], 7_000),
            ([Self.six], [6, 6], 14_000),
            // A pair uses both dice, and then all are rolled again; of three dice one is left,
            // which cannot form a pair.
            ([ScoringSet(.alike([2]), 5)], [6, 6], 5_000),
            ([ScoringSet(.alike([2]), 5)], [6, 6, 6], 5),
            // The four-sided die cannot show a six, so a turn can continue only if fours may be
            // locked too.
            ([Self.six], [6, 4], 7),
            ([Self.six, ScoringSet(.faces([4]), 1)], [6, 4], 8_000),
        ] as [([ScoringSet], [Int], Int)] {
            #expect(throws: Never.self) {
                try bank(sets, dice: dice, minimum: maximum).checkWayOut()
            }
            #expect(
                throws: GameError("minimum", "at most \(maximum), the most that a turn can score")
            ) {
                try bank(sets, dice: dice, minimum: maximum + 1).checkWayOut()
            }
        }
    }

    @Test(
        "the best score of a turn matches all ways to lock dice",
        arguments: 1...40
    )
    func bruteForce(_ number: Int) throws {
        var play = RandomPlay(number)
        let dice = (0..<play.int(1...3)).map { _ in play.int(2...4) }
        let sets = (0..<play.int(1...3)).map { _ -> ScoringSet in
            let needs: Needs =
                switch play.int(0...2) {
                case 0: .alike((0..<play.int(1...2)).map { _ in play.int(1...2) })
                case 1: .straight(play.int(2...3))
                default: .faces((0..<play.int(1...2)).map { _ in play.int(1...4) })
                }
            return ScoringSet(needs, play.int(1...9))
        }
        let game = bank(sets, dice: dice)
        let rules = try #require(game.bank)
        // Tries every face that the dice of a subset can show.
        let points = (0..<1 << dice.count).map { choice -> Int? in
            let sides = dice.indices.filter { choice >> $0 & 1 == 1 }.map { dice[$0] }
            let hands = sides.reduce([[]]) { hands, sides in
                hands.flatMap { hand in (1...sides).map { hand + [$0] } }
            }
            return hands.compactMap { rules.score(all: $0) }.max()
        }
        var known: [[Int?]] = Array(
            repeating: Array(repeating: nil, count: 1 << dice.count),
            count: 1_001
        )
        func maximum(_ rolls: Int, _ rolled: Int) -> Int {
            if rolls == 0 {
                return 0
            }
            if let value = known[rolls][rolled] {
                return value
            }
            let all = (1..<1 << dice.count).filter { $0 & ~rolled == 0 }.compactMap { locked in
                points[locked].map {
                    $0
                        + maximum(
                            rolls - 1,
                            locked == rolled ? points.count - 1 : rolled & ~locked
                        )
                }
            }
            known[rolls][rolled] = all.max() ?? 0
            return all.max() ?? 0
        }
        let best = maximum(1_000, points.count - 1)
        func isRight(_ minimum: Int) -> Bool {
            let game = bank(sets, dice: dice, minimum: minimum)
            return (try? game.checkWayOut()) != nil
        }
        #expect(isRight(best) && !isRight(best + 1), "\(dice) \(sets)")
    }

    @Test(
        "a turn that may roll again or has enough points does not end without points"
    )
    func ends() throws {
        let sets = [ScoringSet(.faces([1]), 10), ScoringSet(.alike([3]), 50)]
        func score(
            _ locked: [Int],
            _ others: [Int],
            gathered: Int = 0,
            mayRoll: Bool = false
        )
            -> Match.Score?
        {
            var match = Match(bank(sets, dice: [6, 6, 6, 6], minimum: 60))
            match.gather([], kept: [])
            for _ in 0..<gathered / 10 {
                match.gather([1], kept: [])
            }
            return try? match.bank(locked, others: others, mayRoll: mayRoll)
        }
        let nothing = Match.Score(match: 1, points: 0)
        #expect(score([], [1, 2, 3, 4]) == nothing)
        #expect(score([1], [2, 3, 4]) == nothing)
        #expect(score([1], [1, 2, 3], mayRoll: true) == nil)
        // Three of a kind and the one score enough once they are locked.
        #expect(score([], [1, 2, 2, 2]) == nil)
        #expect(score([1], [2, 2, 2]) == nil)
        #expect(score([2, 2, 2], [1]) == nil)
        #expect(score([1, 2, 2, 2], [])?.points == 60)
        #expect(score([], [1, 2, 3], gathered: 50) == nil)
        #expect(score([1], [2, 3], gathered: 50)?.points == 60)
        #expect(score([], [1, 2, 3], gathered: 40) == nothing)
        #expect(score([1], [1, 1, 5]) == nothing)
        #expect(score([1], [1, 1, 1]) == nil)
    }
}
