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

/// The faces rolled at a table.
public struct FaceStatistics: Sendable, Hashable {
    public var table: String
    public var faces: [FaceCounts]

    public init(table: String, faces: [FaceCounts]) {
        self.table = table
        self.faces = faces
    }

    /// The counts of one player, or of everybody: by the size of the die, ascending. If several players rolled dice of
    /// a size, all of them together come first, then each by name.
    public init(_ query: FaceQuery, _ tally: FaceTally) {
        self.init(table: query.table.description, faces: [])
        let asked = tally.counts.filter { key, _ in
            query.sides ?? key.sides == key.sides && query.by ?? key.by == key.by
        }
        for (sides, players) in Dictionary(grouping: asked, by: \.key.sides).sorted(by: { $0.key < $1.key }) {
            if query.by == nil {
                var all = FaceTally()
                let together = FaceTally.FaceKey(sides: sides, by: "")
                for player in players { all.add(player.value, together) }
                faces.append(FaceCounts(by: nil, counts: all.counts[together] ?? []))
                if players.count == 1 { continue }
            }
            for player in players.sorted(by: { $0.key.by < $1.key.by }) {
                faces.append(FaceCounts(by: player.key.by, counts: player.value))
            }
        }
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

/// Pearson's test of whether counts of faces come from fair dice.
public struct ChiSquareTest: Sendable, Hashable {
    /// Sum over the faces of (count − expected)² / expected.
    public let statistic: Double
    /// Faces − 1.
    public let degrees: Int
    /// The probability that fair dice have this statistic or a greater one.
    public var p: Double { Self.upperTail(of: statistic, degrees: degrees) }

    /// How many dice of `sides` have to be rolled before `p` means anything: five for each face, by the usual rule.
    public static func leastRolls(sides: Int) -> Int { 5 * sides }

    /// - Parameter counts: of each face; if nothing was rolled, it counts as fair.
    public init(_ counts: [Int]) {
        degrees = counts.count - 1
        let expected = Double(counts.reduce(0, +)) / Double(counts.count)
        statistic =
            expected > 0
            ? counts.reduce(0.0) { $0 + (Double($1) - expected) * (Double($1) - expected) / expected } : 0
    }

    /// The upper tail of the chi-square distribution: Q(degrees / 2, x / 2), the regularised incomplete gamma function.
    ///
    /// By the series of P if x is small, else by the continued fraction of Q after Lentz (DLMF 8.11.4 and 8.9.2; Press
    /// et al., Numerical Recipes, 6.2).
    public static func upperTail(of x: Double, degrees: Int) -> Double {
        guard x > 0, degrees > 0 else { return 1 }
        let (a, x) = (Double(degrees) / 2, x / 2)
        // x^a e^-x / Γ(a)
        let factor = exp(a * log(x) - x - logGamma(ofHalf: degrees))
        return min(max(x < a + 1 ? 1 - factor * series(a, x) : factor * fraction(a, x), 0), 1)
    }

    /// ln Γ(n / 2), from Γ(1/2) = √π and Γ(1) = 1 up by Γ(z + 1) = z Γ(z).
    private static func logGamma(ofHalf n: Int) -> Double {
        var sum = n.isMultiple(of: 2) ? 0 : log(Double.pi) / 2
        var z = n.isMultiple(of: 2) ? 1.0 : 0.5
        while z < Double(n) / 2 { (sum, z) = (sum + log(z), z + 1) }
        return sum
    }

    /// Σ xⁿ / (a (a + 1) … (a + n)), of terms that fall from the first on.
    private static func series(_ a: Double, _ x: Double) -> Double {
        var (term, divisor) = (1 / a, a)
        var sum = term
        while term > sum * Double.ulpOfOne / 2 {
            divisor += 1
            term *= x / divisor
            sum += term
        }
        return sum
    }

    /// 1 / (x + 1 − a − 1 (1 − a) / (x + 3 − a − 2 (2 − a) / (x + 5 − a − …))), where x ≥ a + 1.
    private static func fraction(_ a: Double, _ x: Double) -> Double {
        var b = x + 1 - a
        var (c, d) = (Double.infinity, 1 / b)
        var result = d
        for n in 1...1_000 {
            let numerator = -Double(n) * (Double(n) - a)
            b += 2
            d = 1 / (b + numerator * d)
            c = b + numerator / c
            let step = c * d
            result *= step
            if abs(step - 1) < Double.ulpOfOne { break }
        }
        return result
    }
}
