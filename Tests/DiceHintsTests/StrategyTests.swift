import DiceGames
import DiceHints
import DiceModel
import Testing

@Suite("Bot strategy")
struct StrategyTests {
    private static func game(_ name: String) throws -> Game {
        try #require(Game.all.first { $0.name == name })
    }

    private func total(_ strategy: Strategy, seed: UInt64) throws -> Int {
        var play = SoloPlay(strategy.game, seed: seed)
        while !play.match.isOver {
            _ = try play.turn { state, faces, roll, isLast, generator in
                strategy.action(
                    of: nil,
                    at: state,
                    faces: faces,
                    locked: [],
                    roll: roll,
                    isLast: isLast,
                    using: &generator
                )
            }
        }
        return play.match.sheet.total
    }

    /// Returns the distance, in standard errors, of the mean of some matches from the value that
    /// the hints expect.
    private func distance(_ matches: Int, of game: Game) async throws -> Double {
        let hints = try await HintTable(game, workers: 2) { _ in }
        let strategy = Strategy(game, .perfect, hints: hints)
        let totals = try (0..<matches).map {
            Double(try total(strategy, seed: UInt64($0)))
        }
        let mean = totals.reduce(0, +) / Double(matches)
        let variance =
            totals.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(matches - 1)
        return abs(mean - hints.expected) / (variance / Double(matches)).squareRoot()
    }

    @Test(
        "perfect play has the mean that the hints expect",
        arguments: HintGames.small.prefix(2)
    )
    func mean(_ game: Game) async throws {
        #expect(try await distance(200, of: game) < 3)
    }

    @Test(
        "a thousand matches of Yahtzee have a mean of 254.59",
        .enabled(if: HintGames.isLong, "make soak runs it")
    )
    func yahtzee() async throws {
        #expect(try await distance(1_000, of: try Self.game("yahtzee")) < 3)
    }

    @Test(
        "good and casual players have the mean of their levels at Yahtzee",
        arguments: [(Strategy.Level.good, 215.0, 20), (.casual, 170.0, 60)]
    )
    func means(_ level: Strategy.Level, _ expected: Double, _ matches: Int) throws {
        let strategy = Strategy(try Self.game("yahtzee"), level, hints: nil)
        let matches = HintGames.isLong ? 20_000 : matches
        let totals = try (0..<matches).map {
            Double(try total(strategy, seed: UInt64($0)))
        }
        let mean = totals.reduce(0, +) / Double(matches)
        // The standard deviation of a match is about 50 points.
        #expect(abs(mean - expected) < 3 + 150 / Double(matches).squareRoot(), "\(mean)")
    }

    @Test("a casual player is content with less than the rolls allow, and wants no more of a hand")
    func casual() throws {
        let casual = Strategy(try Self.game("yahtzee"), .casual, hints: nil)
        var generator = SeededGenerator(seed: 1)
        var actions: [Strategy.Action?] = []
        for _ in 1...30 {
            let state = GameState(
                name: "yahtzee",
                match: 1,
                round: 1,
                over: false,
                sheets: [Sheet(boxes: [NamedPoints("chance", 20)], total: 20)]
            )
            actions.append(
                casual.action(
                    of: nil,
                    at: state,
                    faces: [6, 6, 1, 3, 3],
                    locked: [],
                    roll: 1,
                    isLast: false,
                    using: &generator
                )
            )
        }
        #expect(Set(actions) == [.keep([0, 1]), .end("sixes")])
    }

    @Test(
        "every level plays every sheet to its end by the rules",
        arguments: Strategy.Level.allCases
    )
    func plays(_ level: Strategy.Level) throws {
        for name in HintGames.isLong
            ? Game.all.filter({ $0.sheet != nil }).map(\.name) : ["generala"]
        {
            let maximum = try total(
                Strategy(try Self.game(name), level, hints: nil),
                seed: 1
            )
            #expect(maximum > 20, "\(name)")
        }
    }

    @Test(
        "a good player keeps a partial straight, ends a made hand and gives up the cheapest box"
    )
    func good() throws {
        let good = Strategy(try Self.game("yahtzee"), .good, hints: nil)
        var generator = SeededGenerator(seed: 1)
        func action(_ faces: [Int], _ sheet: Sheet = Sheet(), isLast: Bool = false)
            -> Strategy
            .Action?
        {
            let state = GameState(
                name: "yahtzee",
                match: 1,
                round: 1,
                over: false,
                sheets: [sheet]
            )
            return good.action(
                of: nil,
                at: state,
                faces: faces,
                locked: [],
                roll: 1,
                isLast: isLast,
                using: &generator
            )
        }
        let filled = Sheet(
            boxes: ["smallStraight", "chance"].map { NamedPoints($0, 30) },
            total: 60
        )
        #expect(
            action([2, 3, 4, 5, 5], filled) == .keep([0, 1, 2, 4])
                || action([2, 3, 4, 5, 5], filled) == .keep([0, 1, 2, 3])
        )
        #expect(action([2, 3, 4, 5, 6]) == .end("largeStraight"))
        #expect(action([3, 4, 5, 6, 6], filled, isLast: true) == .end("ones"))
    }

    @Test(
        "a match of a bank game ends and points are banked starting at the stated number"
    )
    func banks() throws {
        for (name, level, minimum) in [
            ("pig", Strategy.Level.good, 20),
            ("pig", .casual, 60),
            ("farkle", .good, 333),
            ("zehntausend", .casual, 999),
        ] {
            let game = try Self.game(name)
            var play = SoloPlay(game, seed: 3)
            for _ in 0..<2_000 where !play.match.isOver {
                let before = play.match.sheet.total
                let banked = try play.bankTurn(Strategy(game, level, hints: nil))
                let isEnd = before + banked >= game.bank?.target ?? 0
                #expect(banked == 0 || banked >= minimum || isEnd, "\(name)")
            }
            #expect(play.match.isOver, "\(name)")
        }
    }

    /// Totals and lost turns of a bot with the points that it does not bank, and that it does.
    private static let houses: [(total: Int, busts: Int, keeps: Int, banks: Int)] = [
        (1_000, 0, 350, 400),
        (1_000, 1, 350, 400),
        (1_000, 2, 250, 300),
        (-1_000, 2, 450, 500),
        (0, 0, 450, 500),
        (9_800, 0, 250, 300),
    ]

    @Test("a bot obeys house rules, and banks earlier before a third lost turn", arguments: houses)
    func houseRules(_ total: Int, _ busts: Int, _ keeps: Int, _ banks: Int) throws {
        let rules = BankRules(
            [ScoringSet(.faces([1]), 100)],
            target: 10_000,
            minimum: 500,
            bankMinimum: 300,
            threeBusts: -1_000
        )
        let game = Game("house", "House", dice: [6, 6, 6, 6, 6], rules: .bank(rules))
        var generator = SeededGenerator(seed: 1)
        func action(_ points: Int) -> Strategy.Action? {
            let state = GameState(
                name: "house",
                match: 1,
                round: 9,
                over: false,
                sheets: [Sheet(total: total, busts: busts)],
                turn: points
            )
            return Strategy(game, .good, hints: nil).action(
                of: nil,
                at: state,
                faces: [1, 2, 3, 4, 5],
                locked: [0],
                roll: 1,
                isLast: false,
                using: &generator
            )
        }
        #expect(action(keeps) == .keep([0]))
        #expect(action(banks) == .end(nil))
    }

    @Test("a trailing player in the last round banks only a winning total")
    func lastRound() throws {
        let pig = Strategy(try Self.game("farkle"), .good, hints: nil)
        var generator = SeededGenerator(seed: 1)
        func action(_ points: Int) -> Strategy.Action? {
            let sheets = [
                Sheet(player: "ann", total: 10_000), Sheet(player: "bo", total: 9_000),
            ]
            let state = GameState(
                name: "farkle",
                match: 1,
                round: 9,
                over: false,
                sheets: sheets,
                turn: points
            )
            return pig.action(
                of: "bo",
                at: state,
                faces: [1, 2, 2, 3, 3, 4],
                locked: [0],
                roll: 1,
                isLast: false,
                using: &generator
            )
        }
        #expect(action(1_000) == .keep([0]))
        #expect(action(1_050) == .end(nil))
    }
}
