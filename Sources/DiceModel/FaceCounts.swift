import Glibc

/// How often each face of the dice of one size came, and how well that fits fair dice.
public struct FaceCounts: Sendable, Hashable {
    public var sides: Int
    /// Whose dice they are; nil for everybody's.
    public var by: String?
    /// How often the faces 1, 2, … came.
    public var counts: [Int]
    /// How many dice were rolled: the sum of `counts`.
    public var rolls: Int
    /// The mean of the faces; the mean of a fair die is (sides + 1) / 2.
    public var mean: Double
    /// How far `counts` are from those of fair dice (`ChiSquareTest`).
    public var chiSquare: Double
    public var degrees: Int
    /// How likely fair dice are to be as far off, or further: 0 to 1.
    public var p: Double

    public init(
        sides: Int, by: String?, counts: [Int], rolls: Int, mean: Double, chiSquare: Double, degrees: Int, p: Double
    ) {
        self.sides = sides
        self.by = by
        self.counts = counts
        self.rolls = rolls
        self.mean = mean
        self.chiSquare = chiSquare
        self.degrees = degrees
        self.p = p
    }

    /// - Parameter counts: of at least one die.
    public init(by: String?, counts: [Int]) {
        let test = ChiSquareTest(counts)
        let sum = zip(1..., counts).reduce(0.0) { $0 + Double($1.0) * Double($1.1) }
        let rolls = counts.reduce(0, +)
        self.init(
            sides: counts.count, by: by, counts: counts, rolls: rolls, mean: sum / Double(max(rolls, 1)),
            chiSquare: test.statistic, degrees: test.degrees, p: test.p)
    }
}

/// Which faces are asked for.
public struct FaceQuery: Sendable, Hashable {
    public var table: TableName
    /// Only those that this player rolled.
    public var by: String?
    /// Only those of dice of this size.
    public var sides: Int?

    public init(table: TableName, by: String? = nil, sides: Int? = nil) {
        (self.table, self.by, self.sides) = (table, by, sides)
    }
}
