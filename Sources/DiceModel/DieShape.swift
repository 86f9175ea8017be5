public import DiceGames

/// What a die of a table is: so many sides, or faces of one's own. A whole number is its sides.
public struct DieShape: Sendable, Hashable, ExpressibleByIntegerLiteral {
    /// 2 to 1,000.
    public var sides: Int
    /// What stands on each side, as `Face` of dice notation has it; nil for numbers from 1.
    public var faces: [String]?

    public init(sides: Int, faces: [String]? = nil) {
        self.sides = sides
        self.faces = faces
    }

    public init(faces: [String]) {
        self.init(sides: faces.count, faces: faces)
    }

    public init(integerLiteral sides: Int) {
        self.init(sides: sides)
    }
}

extension Game {
    /// Its dice, as a table's.
    public var shapes: [DieShape] { dice.map { DieShape(sides: $0) } }
}
