import DiceNotation

/// A die of a table, as it lies there.
public protocol TableDie {
    var sides: Int { get }
    /// The number of the face that it shows, from 1.
    var value: Int { get }
    var locked: Bool { get }
    /// What stands on each face of a die of one's own, as far as that is told; nil for numbers.
    var faces: [String]? { get }
}

extension TableDie {
    public var shape: DieShape { DieShape(sides: sides, faces: faces) }

    /// What stands on the face that it shows.
    public var words: String { shown ?? String(value) }

    /// What it adds to the total: of a die of one's own the number on the face.
    public var worth: Int {
        shown.map { (try? Face(parsing: $0, .stored))?.number ?? 0 } ?? value
    }

    /// Its sides, as its faces are counted; 0 for a die of one's own, whose faces are not.
    public var countedSides: Int { faces == nil ? sides : 0 }

    /// Whether it has the face that it shows.
    public var isPossible: Bool {
        value >= 1 && value <= sides && faces?.count ?? sides == sides
    }

    private var shown: String? {
        faces.flatMap { $0.indices.contains(value - 1) ? $0[value - 1] : nil }
    }
}

extension Sequence where Element: TableDie {
    /// The sum of the dice.
    @inlinable public var total: Int {
        reduce(0) { $0 + ($1.faces == nil ? $1.value : $1.worth) }
    }
}

extension TurnDie: TableDie {}
extension DieState: TableDie {}
