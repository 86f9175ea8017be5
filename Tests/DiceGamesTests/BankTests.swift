import DiceGames
import Testing

/// The points of dice in sets.
@Suite("Sets of dice") struct BankTests {
    struct Example: Sendable, CustomTestStringConvertible {
        var game: String
        var faces: [Int]
        var points: Int?

        init(_ game: String, _ faces: [Int], _ points: Int?) {
            self.game = game
            self.faces = faces
            self.points = points
        }

        var testDescription: String { "\(game) \(faces)" }
    }

    static let farkle = [
        Example("farkle", [1], 100),
        Example("farkle", [5], 50),
        Example("farkle", [1, 5, 5], 200),
        Example("farkle", [2], nil),
        Example("farkle", [1, 2], nil),
        Example("farkle", [1, 1, 1], 300),
        Example("farkle", [2, 2, 2], 200),
        Example("farkle", [6, 6, 6], 600),
        Example("farkle", [6, 6, 6, 1], 700),
        Example("farkle", [3, 3, 3, 3], 1_000),
        Example("farkle", [3, 3, 3, 3, 3], 2_000),
        Example("farkle", [3, 3, 3, 3, 3, 3], 3_000),
        Example("farkle", [1, 2, 3, 4, 5, 6], 1_500),
        Example("farkle", [1, 2, 3, 4, 5], nil),
        Example("farkle", [2, 2, 3, 3, 6, 6], 1_500),
        Example("farkle", [4, 4, 4, 4, 2, 2], 1_500),
        Example("farkle", [4, 4, 4, 2, 2, 2], 2_500),
        Example("farkle", [1, 1, 1, 1, 1, 5], 2_050),
        Example("farkle", [1, 1, 1, 1, 5, 5], 1_500),
        Example("farkle", [2, 3, 4, 6], nil),
    ]

    static let zehntausend = [
        Example("zehntausend", [1, 1, 1], 1_000),
        Example("zehntausend", [2, 2, 2], 200),
        Example("zehntausend", [4, 4, 4, 4], 800),
        Example("zehntausend", [1, 1, 1, 1], 2_000),
        Example("zehntausend", [2, 2, 2, 2, 2], 800),
        Example("zehntausend", [1, 1, 1, 1, 1, 1], 8_000),
        Example("zehntausend", [2, 2, 2, 2, 2, 2], 1_600),
        Example("zehntausend", [3, 3, 3, 3, 1, 5], 750),
        Example("zehntausend", [2, 3, 4, 5, 6], 1_500),
        Example("zehntausend", [1, 2, 3, 4, 5, 1], 1_600),
        Example("zehntausend", [1, 2, 3, 4, 5, 6], 3_000),
        Example("zehntausend", [2, 2, 3, 3, 4, 4], nil),
        Example("zehntausend", [1, 2, 2, 2], 300),
    ]

    static let pig = (1...6).map { Example("pig", [$0], $0 == 1 ? nil : $0) }

    @Test("a bank game scores its examples by its rules", arguments: farkle + zehntausend + pig)
    func example(_ example: Example) throws {
        let rules = try #require(Game.named(example.game).bank)
        #expect(rules.score(all: example.faces) == example.points)
        #expect(rules.score(all: example.faces.reversed()) == example.points)
    }

    @Test("a roll without any set is lost")
    func nothing() throws {
        let farkle = try #require(Game.named("farkle").bank)
        #expect(!farkle.scores(anyOf: [2, 3, 3, 4, 6, 6]))
        #expect(farkle.scores(anyOf: [2, 3, 3, 3, 6, 6]))
        #expect(farkle.scores(anyOf: [2, 2, 3, 3, 6, 6]))
        #expect(farkle.best(of: [2, 3, 3, 4, 6, 6]) == [])
        let pig = try #require(Game.named("pig").bank)
        #expect(
            (1...6).map { pig.scores(anyOf: [$0]) } == [
                false, true, true, true, true, true,
            ]
        )
    }

    @Test("dice have only one choice if only one set of them scores")
    func onlyChoice() throws {
        let farkle = try #require(Game.named("farkle").bank)
        #expect(farkle.onlyChoice(of: [2, 3, 6, 1, 4, 4]) == [3])
        #expect(farkle.onlyChoice(of: [6, 3, 6, 4, 6, 4]) == [0, 2, 4])
        #expect(farkle.onlyChoice(of: [2, 3, 6, 1, 1, 4]) == [], "one or both")
        #expect(farkle.onlyChoice(of: [2, 3, 6, 3, 4, 4]) == [], "none scores")
    }

    @Test("the best dice score the most with the fewest dice")
    func best() throws {
        let farkle = try #require(Game.named("farkle").bank)
        #expect(farkle.best(of: [2, 1, 6, 5, 3, 4]) == [0, 1, 2, 3, 4, 5])
        #expect(farkle.best(of: [2, 1, 6, 5, 3, 3]) == [1, 3])
        #expect(farkle.best(of: [4, 3, 4, 4, 6, 6]) == [0, 2, 3])
        let rules = BankRules(
            [ScoringSet(.faces([1]), 3), ScoringSet(.alike([2]), 3)],
            target: 10
        )
        #expect(rules.best(of: [2, 1, 2]) == [0, 1, 2])
        let even = BankRules(
            [ScoringSet(.faces([1]), 3), ScoringSet(.faces([1, 2]), 3)],
            target: 10
        )
        #expect(even.best(of: [2, 1]) == [1])
    }

    /// Sets of every kind, and every partition of the dice into them.
    @Test(
        "the best of all ways to split dice into sets is found",
        arguments: RandomPlay.hundred
    )
    func bruteForce(_ number: Int) throws {
        var play = RandomPlay(number)
        let sides = play.int(2...6)
        let faces = (0..<play.int(1...6)).map { _ in play.int(1...sides) }
        let sets = (0..<play.int(1...6)).map { _ -> ScoringSet in
            let needs: Needs =
                switch play.int(0...2) {
                case 0: .alike((0..<play.int(1...2)).map { _ in play.int(1...3) })
                case 1: .straight(play.int(2...4))
                default: .faces((0..<play.int(1...3)).map { _ in play.int(1...sides) })
                }
            return ScoringSet(needs, play.int(1...20))
        }
        let rules = BankRules(sets, target: 100)
        #expect(
            rules.score(all: faces) == Self.maximum(faces.sorted(), sets),
            "\(faces) \(sets)"
        )
        let choices = (1..<1 << faces.count).map { choice in
            faces.indices.filter { choice >> $0 & 1 == 1 }
        }
        let maximum = choices.compactMap { choice in
            Self.maximum(choice.map { faces[$0] }.sorted(), sets)
        }.max()
        let best = rules.best(of: faces)
        #expect(best == best.sorted())
        #expect(
            maximum == nil ? best == [] : rules.score(all: best.map { faces[$0] }) == maximum
        )
        #expect(rules.scores(anyOf: faces) == (maximum != nil))
    }

    private static func maximum(_ faces: [Int], _ sets: [ScoringSet]) -> Int? {
        if faces.isEmpty {
            return 0
        }
        let ways = sets.flatMap { set -> [Int?] in
            (1..<1 << faces.count).map { choice -> Int? in
                var taken: [Int] = []
                var left: [Int] = []
                for index in faces.indices {
                    if choice >> index & 1 == 1 {
                        taken.append(faces[index])
                    } else {
                        left.append(faces[index])
                    }
                }
                guard isSet(taken, set.needs) else { return nil }
                return maximum(left, sets).map { $0 + set.points }
            }
        }
        return ways.compactMap(\.self).max()
    }

    private static func isSet(_ faces: [Int], _ needs: Needs) -> Bool {
        switch needs {
        case .alike(let counts):
            Dictionary(grouping: faces) { $0 }.values.map(\.count).sorted()
                == counts.sorted()
        case .straight(let length):
            faces.count == length
                && zip(faces, faces.dropFirst()).allSatisfy { $0 + 1 == $1 }
        case .faces(let wanted): faces == wanted.sorted()
        }
    }

    @Test("more dice than a bank game allows do not form a set")
    func tooMany() {
        let rules = BankRules([ScoringSet(.faces([1]), 1)], target: 10)
        #expect(rules.score(all: Array(repeating: 1, count: 8)) == 8)
        #expect(rules.score(all: Array(repeating: 1, count: 9)) == nil)
        #expect(rules.best(of: Array(repeating: 1, count: 1_000)) == [])
        #expect(rules.score(all: []) == 0)
        #expect(rules.best(of: []) == [])
    }
}
