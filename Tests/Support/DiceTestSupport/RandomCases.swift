package import DiceModel
package import DiceTable
import Testing

/// Random inputs for property tests; each can be reproduced by its number.
package struct RandomCase: Sendable, CustomTestStringConvertible {
    package let number: Int
    package var generator: SeededGenerator

    /// The number of cases that the seeds require at least.
    package static let hundred = (1...100).map(RandomCase.init)

    package init(_ number: Int) {
        self.number = number
        generator = SeededGenerator(seed: UInt64(number))
    }

    package var testDescription: String { "case \(number)" }

    package mutating func int(_ range: ClosedRange<Int>) -> Int {
        Int.random(in: range, using: &generator)
    }
    package mutating func bool() -> Bool {
        Bool.random(using: &generator)
    }

    /// Returns the faces of a custom die.
    package mutating func ownFaces(_ sides: Int) -> [String] {
        (1...sides).map { _ in
            ["blank", "sword", "2 hit-miss", "🗡️", "\(int(-9...9))"][int(0...4)]
        }
    }

    /// Returns a table of 2 to `maximum` dice. At least half of them have six sides and the others
    /// 2 to 100; at least one is locked and one is not.
    package mutating func table(name: TableName = .default, upTo maximum: Int = 12)
        -> StoredTable
    {
        let count = int(2...maximum)
        let shapes = (0..<count).map { $0 < (count + 1) / 2 ? 6 : int(2...100) }
            .shuffled(
                using: &generator
            )
        var dice = shapes.enumerated().map { index, sides in
            let faces = int(1...4) == 1 ? ownFaces(sides) : nil
            return TurnDie(
                die: index + 1,
                sides: sides,
                value: int(1...sides),
                locked: bool(),
                faces: faces
            )
        }
        let order = dice.indices.shuffled(using: &generator)
        dice[order[0]].locked = false
        dice[order[1]].locked = true
        return StoredTable(
            name: name,
            turn: int(1...50),
            rollCount: int(0...5),
            dice: dice
        )
    }
}
