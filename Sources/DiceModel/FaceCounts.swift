/// How often each face of the dice of one size came, and how well that fits fair dice.
public struct FaceCounts: Sendable, Hashable {
    public var sides: Int
    /// Whose dice they are; nil for everybody's.
    public var by: String?
    /// True if they were entered, as real dice showed them; else nil.
    public var entered: Bool?
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
        sides: Int,
        by: String?,
        entered: Bool? = nil,
        counts: [Int],
        rolls: Int,
        mean: Double,
        chiSquare: Double,
        degrees: Int,
        p: Double
    ) {
        self.sides = sides
        self.by = by
        self.entered = entered
        self.counts = counts
        self.rolls = rolls
        self.mean = mean
        self.chiSquare = chiSquare
        self.degrees = degrees
        self.p = p
    }

    /// - Parameter counts: of at least one die.
    public init(by: String?, entered: Bool? = nil, counts: [Int]) {
        let test = ChiSquareTest(counts)
        let sum = zip(1..., counts).reduce(0.0) { $0 + Double($1.0) * Double($1.1) }
        let rolls = counts.reduce(0, +)
        self.init(
            sides: counts.count,
            by: by,
            entered: entered,
            counts: counts,
            rolls: rolls,
            mean: sum / Double(max(rolls, 1)),
            chiSquare: test.statistic,
            degrees: test.degrees,
            p: test.p
        )
    }
}

/// Which faces are asked for.
public struct FaceQuery: Sendable, Hashable {
    public var table: TableSelection
    /// Only those that this player rolled.
    public var by: String?
    /// Only those of dice of this size.
    public var sides: Int?
    /// Only those of entries that ended then or later.
    public var since: Timestamp?
    /// Only those of entries that ended earlier.
    public var until: Timestamp?
    /// Whether notifications tell how far the count is.
    public var progress: Bool

    public init(
        table: TableSelection,
        by: String? = nil,
        sides: Int? = nil,
        since: Timestamp? = nil,
        until: Timestamp? = nil,
        progress: Bool = false
    ) {
        self.table = table
        self.by = by
        self.sides = sides
        self.since = since
        self.until = until
        self.progress = progress
    }

    /// The entries of the history whose faces it asks for; nil where it asks for every face of one
    /// table, those of its open turn among them.
    public var entries: HistoryQuery? {
        guard table == .all || since != nil || until != nil else { return nil }
        return HistoryQuery(table, limit: 100, since: since, until: until, kind: .all)
    }
}
