import DiceGames
import Testing

/// The rules of each sheet's boxes, with their examples.
@Suite("Boxes") struct ScoreTests {
    struct Example: Sendable, CustomTestStringConvertible {
        var game: String
        var box: String
        var faces: [Int]
        var points: Int
        var roll = 3

        init(
            _ game: String,
            _ box: String,
            _ faces: [Int],
            _ points: Int,
            roll: Int = 3
        ) {
            self.game = game
            self.box = box
            self.faces = faces
            self.points = points
            self.roll = roll
        }

        var testDescription: String { "\(game) \(box) \(faces)" }
    }

    static let yahtzee = [
        Example("yahtzee", "ones", [1, 1, 2, 4, 1], 3),
        Example("yahtzee", "fives", [1, 2, 2, 5, 5], 10),
        Example("yahtzee", "sixes", [1, 2, 3, 4, 5], 0),
        Example("yahtzee", "threeOfAKind", [2, 3, 4, 4, 4], 17),
        Example("yahtzee", "threeOfAKind", [2, 3, 3, 4, 4], 0),
        Example("yahtzee", "fourOfAKind", [5, 5, 5, 5, 4], 24),
        Example("yahtzee", "fourOfAKind", [5, 5, 5, 4, 4], 0),
        Example("yahtzee", "fullHouse", [2, 2, 5, 5, 5], 25),
        Example("yahtzee", "fullHouse", [5, 5, 5, 5, 5], 0),
        Example("yahtzee", "fullHouse", [2, 2, 5, 5, 6], 0),
        Example("yahtzee", "smallStraight", [1, 2, 3, 4, 6], 30),
        Example("yahtzee", "smallStraight", [6, 3, 5, 4, 3], 30),
        Example("yahtzee", "smallStraight", [1, 2, 3, 5, 6], 0),
        Example("yahtzee", "largeStraight", [2, 3, 4, 5, 6], 40),
        Example("yahtzee", "largeStraight", [1, 2, 3, 4, 6], 0),
        Example("yahtzee", "yahtzee", [4, 4, 4, 4, 4], 50),
        Example("yahtzee", "yahtzee", [4, 4, 4, 4, 3], 0),
        Example("yahtzee", "chance", [1, 1, 3, 3, 5], 13),
    ]

    static let kniffel = [
        Example("kniffel", "threeOfAKind", [4, 4, 4, 6, 1], 19),
        Example("kniffel", "fourOfAKind", [2, 2, 2, 2, 6], 14),
        Example("kniffel", "fullHouse", [3, 3, 3, 6, 6], 25),
        Example("kniffel", "fullHouse", [3, 3, 3, 3, 3], 0),
        Example("kniffel", "smallStraight", [2, 3, 4, 5, 5], 30),
        Example("kniffel", "largeStraight", [1, 2, 3, 4, 5], 40),
        Example("kniffel", "kniffel", [6, 6, 6, 6, 6], 50),
        Example("kniffel", "chance", [6, 6, 4, 2, 1], 19),
    ]

    static let yatzy = [
        Example("yatzy", "onePair", [2, 5, 5, 4, 6], 10),
        Example("yatzy", "onePair", [3, 3, 6, 6, 1], 12),
        Example("yatzy", "onePair", [1, 2, 3, 4, 6], 0),
        Example("yatzy", "twoPairs", [6, 5, 5, 4, 6], 22),
        Example("yatzy", "twoPairs", [5, 5, 5, 5, 6], 0),
        Example("yatzy", "twoPairs", [2, 2, 2, 4, 4], 12),
        Example("yatzy", "threeOfAKind", [2, 5, 5, 4, 5], 15),
        Example("yatzy", "fourOfAKind", [5, 5, 5, 4, 5], 20),
        Example("yatzy", "fourOfAKind", [5, 5, 5, 5, 5], 20),
        Example("yatzy", "smallStraight", [5, 4, 3, 2, 1], 15),
        Example("yatzy", "smallStraight", [2, 3, 4, 5, 6], 0),
        Example("yatzy", "largeStraight", [2, 3, 4, 5, 6], 20),
        Example("yatzy", "largeStraight", [1, 2, 3, 4, 5], 0),
        Example("yatzy", "fullHouse", [4, 4, 4, 2, 2], 16),
        Example("yatzy", "fullHouse", [3, 5, 5, 3, 3], 19),
        Example("yatzy", "fullHouse", [5, 5, 5, 5, 5], 0),
        Example("yatzy", "chance", [1, 4, 4, 6, 3], 18),
        Example("yatzy", "yatzy", [1, 1, 1, 1, 1], 50),
    ]

    static let maxiYatzy = [
        Example("maxi-yatzy", "onePair", [6, 4, 2, 6, 5, 1], 12),
        Example("maxi-yatzy", "twoPairs", [2, 1, 3, 3, 5, 5], 16),
        Example("maxi-yatzy", "twoPairs", [2, 2, 3, 3, 5, 5], 16),
        Example("maxi-yatzy", "threePairs", [2, 2, 5, 5, 6, 6], 26),
        Example("maxi-yatzy", "threePairs", [2, 2, 2, 2, 6, 6], 0),
        Example("maxi-yatzy", "threeOfAKind", [4, 5, 3, 5, 5, 4], 15),
        Example("maxi-yatzy", "fourOfAKind", [2, 4, 2, 2, 5, 2], 8),
        Example("maxi-yatzy", "fiveOfAKind", [3, 3, 2, 3, 3, 3], 15),
        Example("maxi-yatzy", "smallStraight", [1, 2, 3, 4, 5, 3], 15),
        Example("maxi-yatzy", "largeStraight", [2, 3, 4, 5, 6, 6], 20),
        Example("maxi-yatzy", "fullStraight", [6, 5, 4, 3, 2, 1], 21),
        Example("maxi-yatzy", "fullHouse", [3, 4, 4, 6, 6, 6], 26),
        Example("maxi-yatzy", "fullHouse", [2, 2, 2, 5, 5, 5], 19),
        Example("maxi-yatzy", "fullHouse", [5, 5, 5, 1, 1, 1], 17),
        Example("maxi-yatzy", "villa", [2, 2, 2, 5, 5, 5], 21),
        Example("maxi-yatzy", "tower", [3, 3, 6, 6, 6, 6], 30),
        Example("maxi-yatzy", "tower", [3, 3, 3, 6, 6, 6], 0),
        Example("maxi-yatzy", "chance", [3, 4, 2, 6, 5, 4], 24),
        Example("maxi-yatzy", "maxiYatzy", [4, 4, 4, 4, 4, 4], 100),
    ]

    static let others = [
        Example("yacht", "fullHouse", [3, 3, 3, 5, 5], 19),
        Example("yacht", "fourOfAKind", [2, 2, 2, 2, 6], 8),
        Example("yacht", "littleStraight", [1, 2, 3, 4, 5], 30),
        Example("yacht", "littleStraight", [2, 3, 4, 5, 6], 0),
        Example("yacht", "bigStraight", [2, 3, 4, 5, 6], 30),
        Example("yacht", "choice", [2, 2, 3, 4, 6], 17),
        Example("yacht", "yacht", [6, 6, 6, 6, 6], 50),
        Example("generala", "fours", [4, 4, 4, 2, 6], 12),
        Example("generala", "straight", [2, 3, 4, 5, 6], 20),
        Example("generala", "straight", [2, 3, 4, 5, 6], 25, roll: 1),
        Example("generala", "straight", [1, 3, 4, 5, 6], 0, roll: 1),
        Example("generala", "fullHouse", [5, 5, 5, 3, 3], 30, roll: 2),
        Example("generala", "fullHouse", [5, 5, 5, 3, 3], 35, roll: 1),
        Example("generala", "poker", [2, 2, 2, 2, 6], 40),
        Example("generala", "poker", [2, 2, 2, 2, 6], 45, roll: 1),
        Example("generala", "poker", [3, 3, 3, 3, 3], 40),
        Example("generala", "generala", [3, 3, 3, 3, 3], 50),
    ]

    @Test(
        "a box scores its examples by its rules",
        arguments: yahtzee + kniffel + yatzy + maxiYatzy + others
    )
    func example(_ example: Example) throws {
        let points = try Game.named(example.game).score(
            example.box,
            example.faces,
            roll: example.roll
        )
        #expect(points == example.points)
    }

    /// The largest sum need not use the largest face: three fives count more than two sixes.
    @Test(
        "a sum is the largest that meets the needs",
        arguments: 1...100
    )
    func largestSum(_ number: Int) throws {
        var play = RandomPlay(number)
        let faces = (0..<play.int(1...9)).map { _ in play.int(1...5) }
        let counts = (0..<play.int(1...3)).map { _ in play.int(1...3) }
        guard counts.reduce(0, +) <= faces.count else { return }
        let box = Box("a", "A", needs: .alike(counts), .sum(.alike))
        let game = Game(
            "x",
            "X",
            dice: faces.map { _ in 5 },
            rules: .sheet(SheetRules([box]))
        )
        try game.check()
        // Tries every order of the faces.
        func maximum(_ counts: ArraySlice<Int>, _ taken: Set<Int>) -> Int? {
            guard let count = counts.first else { return 0 }
            return (1...5).compactMap { face -> Int? in
                guard !taken.contains(face), faces.count(where: { $0 == face }) >= count
                else {
                    return nil
                }
                return maximum(counts.dropFirst(), taken.union([face])).map {
                    $0 + face * count
                }
            }.max()
        }
        #expect(try game.score("a", faces) == maximum(counts[...], []) ?? 0)
    }

    @Test("twenty different faces are scored as fast as others")
    func manyFaces() throws {
        let box = Box(
            "a",
            "A",
            needs: .alike(Array(repeating: 1, count: 20)),
            .sum(.alike)
        )
        let game = Game(
            "x",
            "X",
            dice: Array(repeating: 20, count: 20),
            rules: .sheet(SheetRules([box]))
        )
        try game.check()
        #expect(try game.score("a", Array(1...20)) == 210)
    }
}
