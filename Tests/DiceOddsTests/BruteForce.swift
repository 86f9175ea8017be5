import DiceNotation
import DiceOdds
import Testing

/// What comes of an expression when its dice fall in every way there is.
struct BruteForce {
    /// For each total, in lowest terms. `failed` stands for no total.
    private(set) var fractions: [String: String] = [:]
    /// How probable the ways are that were left out because they take more draws.
    private(set) var unfinished = 0.0
    private(set) var ways = 0

    private struct TooLong: Error {}

    /// - Parameter most: the most draws to follow.
    init(_ text: String, most: Int = .max) throws {
        let expression = try Expression(parsing: text)
        var counts: [UInt64: [String: UInt64]] = [:]
        var path: [(face: Int, sides: Int)] = []
        repeat {
            var drawn = 0
            do {
                let evaluation = try expression.evaluate { sides in
                    if drawn == path.count {
                        guard drawn < most else { throw TooLong() }
                        path.append((1, sides))
                    }
                    drawn += 1
                    return path[drawn - 1].face
                }
                let total = evaluation.total.map(\.ratio) ?? "failed"
                counts[path.reduce(1) { $0 * UInt64($1.sides) }, default: [:]][total, default: 0] += 1
            } catch is TooLong {
                unfinished += path.reduce(1) { $0 / Double($1.sides) }
            }
            ways += 1
            while let last = path.last, last.face == last.sides { path.removeLast() }
            if !path.isEmpty { path[path.count - 1].face += 1 }
        } while !path.isEmpty
        let whole = counts.keys.reduce(1) { $0 / Self.divisor($0, $1) * $1 }
        var sums: [String: UInt64] = [:]
        for (parts, totals) in counts {
            for (total, count) in totals { sums[total, default: 0] += count * (whole / parts) }
        }
        fractions = sums.mapValues { sum in
            let divisor = Self.divisor(sum, whole)
            return whole == divisor ? "\(sum / divisor)" : "\(sum / divisor)/\(whole / divisor)"
        }
    }

    private static func divisor(_ one: UInt64, _ other: UInt64) -> UInt64 {
        other == 0 ? one : divisor(other, one % other)
    }
}

extension Fraction {
    var ratio: String { denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)" }
}

extension Distribution {
    /// As `BruteForce` has them.
    var fractions: [String: String] {
        var fractions = Dictionary(uniqueKeysWithValues: zip(totals.map(\.ratio), chances.map(\.fraction)))
        if !failure.isZero { fractions["failed"] = failure.fraction }
        return fractions
    }
}

func odds(_ text: String) throws -> Distribution { try Expression(parsing: text).odds() }
