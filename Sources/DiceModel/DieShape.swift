public import DiceGames

/// The shape of a table's die: a number of sides, or custom faces. An integer literal is a number
/// of sides.
public struct DieShape: Sendable, Hashable, ExpressibleByIntegerLiteral {
    /// The number of sides, 2 to 1,000.
    public var sides: Int
    /// The symbols on each side, in the format of `Face` of the dice notation; `nil` for the
    /// numbers from 1.
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
    /// The game's dice as shapes.
    public var shapes: [DieShape] { dice.map { DieShape(sides: $0) } }
}
