import DiceNotation

/// A die of a table.
public protocol TableDie {
    var sides: Int { get }
    /// The number of the face that shows, from 1.
    var value: Int { get }
    var locked: Bool { get }
    /// The symbols on each face of a custom die, as far as they are known; `nil` for numbers.
    var faces: [String]? { get }
}

extension TableDie {
    public var shape: DieShape { DieShape(sides: sides, faces: faces) }

    /// The text of the face that shows.
    public var shownText: String { shown ?? String(value) }

    /// The die's part of the total; for a custom die, the number on its face.
    public var worth: Int {
        shown.map { (try? Face(parsing: $0, .stored))?.number ?? 0 } ?? value
    }

    /// The sides for face statistics; 0 for a custom die, whose faces are not counted.
    public var countedSides: Int { faces == nil ? sides : 0 }

    /// True if the face that the die shows is one of its faces.
    public var isPossible: Bool {
        value >= 1 && value <= sides && faces?.count ?? sides == sides
    }

    private var shown: String? {
        faces.flatMap { $0.indices.contains(value - 1) ? $0[value - 1] : nil }
    }
}

extension Sequence where Element: TableDie {
    /// The total of the dice.
    @inlinable public var total: Int {
        reduce(0) { $0 + ($1.faces == nil ? $1.value : $1.worth) }
    }
}

extension TurnDie: TableDie {}
extension DieState: TableDie {}
