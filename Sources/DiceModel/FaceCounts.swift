/// The count of each face for dice of one size, and how well the counts fit fair dice.
public struct FaceCounts: Sendable, Hashable {
    public var sides: Int
    /// The player who rolled the dice; `nil` for all players.
    public var by: String?
    /// True if the faces were entered from real dice, otherwise `nil`.
    public var entered: Bool?
    /// True for Fate dice, whose faces 1, 2 and 3 are −, 0 and + (1, 2 to 5 and 6 for `dF.1`),
    /// otherwise `nil`.
    public var fate: Bool?
    /// The counts of the faces 1, 2, …
    public var counts: [Int]
    /// The number of dice rolled: the sum of `counts`.
    public var rolls: Int
    /// The mean of the faces; the mean of a fair die is (sides + 1) / 2.
    public var mean: Double
    /// The deviation of `counts` from the counts expected of fair dice (`ChiSquareTest`).
    public var chiSquare: Double
    public var degrees: Int
    /// The probability that fair dice deviate this much or more: 0 to 1.
    public var p: Double

    public init(
        sides: Int,
        by: String?,
        entered: Bool? = nil,
        fate: Bool? = nil,
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
        self.fate = fate
        self.counts = counts
        self.rolls = rolls
        self.mean = mean
        self.chiSquare = chiSquare
        self.degrees = degrees
        self.p = p
    }

    /// - Parameter counts: The counts of at least one rolled die.
    public init(by: String?, entered: Bool? = nil, fate: Bool? = nil, counts: [Int]) {
        let test = ChiSquareTest(counts)
        let sum = zip(1..., counts).reduce(0.0) { $0 + Double($1.0) * Double($1.1) }
        let rolls = counts.reduce(0, +)
        self.init(
            sides: counts.count,
            by: by,
            entered: entered,
            fate: fate,
            counts: counts,
            rolls: rolls,
            mean: sum / Double(max(rolls, 1)),
            chiSquare: test.statistic,
            degrees: test.degrees,
            p: test.p
        )
    }
}

/// A query for face statistics.
public struct FaceQuery: Sendable, Hashable {
    public var table: TableSelection
    /// The player, to count only this player's dice.
    public var by: String?
    /// The number of sides, to count only dice of this size.
    public var sides: Int?
    /// The earliest end time of the entries, inclusive.
    public var since: Timestamp?
    /// The latest end time of the entries, exclusive.
    public var until: Timestamp?
    /// True to send notifications of progress.
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

    /// The history entries to count; `nil` for a query for every face of one table, including its
    /// open turn.
    public var entries: HistoryQuery? {
        guard table == .all || since != nil || until != nil else { return nil }
        return HistoryQuery(table, limit: 100, since: since, until: until, kind: .all)
    }
}
