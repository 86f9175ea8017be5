import DiceGames
import DiceModel
import Testing

/// A match played at random, repeatable by its seed.
struct RandomPlay {
    var generator: SeededGenerator

    static let hundred = 1...100

    init(_ number: Int) {
        generator = SeededGenerator(seed: UInt64(number))
    }

    mutating func int(_ range: ClosedRange<Int>) -> Int {
        Int.random(in: range, using: &generator)
    }

    /// Often rolls many equal dice, so that jokers occur.
    mutating func roll(_ dice: [Int]) -> [Int] {
        let favourite = int(1...6)
        let likes = int(0...3) > 0
        return dice.map { sides in
            likes && int(1...8) > 1 ? min(favourite, sides) : int(1...sides)
        }
    }

    mutating func players() -> [String] {
        Array(["ann", "bo", "cy", "dan"].prefix(int(0...4)))
    }
}

extension Game {
    static func named(_ name: String) throws -> Game {
        try #require(all.first { $0.name == name })
    }

    /// Returns the points of these dice in a box of an empty sheet.
    func score(_ box: String, _ faces: [Int], roll: Int = 3) throws -> Int {
        try #require(Match(self).options(faces, roll: roll).first { $0.box == box })
            .points
    }
}

extension Match {
    /// Ends a turn of a bank game as if it could roll again.
    mutating func bank(_ faces: [Int]?) throws(Refusal) -> Score {
        try bank(faces, others: [], mayRoll: true)
    }

    /// Plays one-roll turns that fill the boxes with these hands.
    mutating func fill(_ hands: (box: String, faces: [Int])...) throws {
        for hand in hands {
            _ = try end(hand.box, faces: hand.faces, roll: 3)
        }
    }
}
