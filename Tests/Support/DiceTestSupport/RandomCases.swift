package import DiceModel
package import DiceTable
import Testing

/// Random inputs of property tests, repeatable by their number.
package struct RandomCase: Sendable, CustomTestStringConvertible {
    package let number: Int
    package var generator: SeededGenerator

    /// As many as the seeds ask for at least.
    package static let hundred = (1...100).map(RandomCase.init)

    package init(_ number: Int) {
        self.number = number
        generator = SeededGenerator(seed: UInt64(number))
    }

    package var testDescription: String { "case \(number)" }

    package mutating func int(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }
    package mutating func bool() -> Bool { Bool.random(using: &generator) }

    /// What stands on the faces of a die of one's own.
    package mutating func ownFaces(_ sides: Int) -> [String] {
        (1...sides).map { _ in ["blank", "sword", "2 hit-miss", "🗡️", "\(int(-9...9))"][int(0...4)] }
    }

    /// A table of 1 to `maximum` dice of 2 to 100 sides, some locked, at least one of them not.
    package mutating func table(name: TableName = .default, upTo maximum: Int = 12) -> StoredTable {
        var dice = (1...int(1...maximum)).map { die in
            let sides = int(2...100)
            let faces = int(1...4) == 1 ? ownFaces(sides) : nil
            return TurnDie(die: die, sides: sides, value: int(1...sides), locked: bool(), faces: faces)
        }
        dice[int(0...(dice.count - 1))].locked = false
        return StoredTable(name: name, turn: int(1...50), rollCount: int(0...5), dice: dice)
    }
}
