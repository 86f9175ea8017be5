import DiceNotation
import DiceOdds

/// The probability of each total, found by evaluating an expression on every sequence of faces that
/// is probable enough.
struct AllWays {
    /// The probabilities by total; `nil` means no total.
    private(set) var totals: [Fraction?: Ratio] = [:]
    /// The joint probability of all longer sequences.
    private var rest = Ratio(parts: 0, whole: 1)

    private struct TooRare: Error {}

    /// True if a total is not whole.
    var hasFractions: Bool {
        totals.keys.contains { $0.map { $0.denominator > 1 } ?? false }
    }

    /// Returns `nil` if too much is improbable, or if there are too many ways.
    ///
    /// - Parameters:
    ///   - subject: the quantity to take from each evaluation.
    ///   - least: the minimum probability of a sequence that is followed.
    ///   - draws: the maximum number of drawn faces.
    ///   - most: the maximum number of sequences.
    ///   - limit: the maximum probability of those that are not followed.
    init?(
        _ expression: Expression,
        _ subject: OddsSubject = .total,
        minimum: Double = 0,
        draws: Int = .max,
        maximum: Int = .max,
        limit: Double = 0.05
    ) throws {
        var path: [(face: Int, sides: Int)] = []
        var number = 0
        repeat {
            number += 1
            guard number <= maximum else { return nil }
            var drawn = 0
            func chance() -> Ratio {
                Ratio(
                    parts: 1,
                    whole: path.prefix(drawn).reduce(1) { $0 * UInt128($1.sides) }
                )
            }
            do {
                let evaluation = try expression.evaluate { sides in
                    if drawn == path.count {
                        guard drawn < draws, chance().double >= minimum else {
                            throw TooRare()
                        }
                        path.append((1, sides))
                    }
                    drawn += 1
                    return path[drawn - 1].face
                }
                let value = subject.value(of: evaluation)
                guard
                    let sum = totals[value, default: Ratio(parts: 0, whole: 1)]
                        + chance()
                else {
                    return nil
                }
                totals[value] = sum
            } catch is TooRare {
                guard let sum = rest + chance(), sum.double < limit else { return nil }
                rest = sum
            }
            while let last = path.last, last.face == last.sides {
                path.removeLast()
            }
            if !path.isEmpty {
                path[path.count - 1].face += 1
            }
        } while !path.isEmpty
    }

    /// Returns the differences of `odds` from these ways. Totals below `end` must have the
    /// probability of all ways.
    func differences(from odds: Distribution, exactBelow end: Double = -.infinity)
        -> [String]
    {
        var told: [Fraction?: Chance] = odds.failure.isZero ? [:] : [nil: odds.failure]
        for (total, chance) in zip(odds.totals, odds.chances) {
            guard told.updateValue(chance, forKey: total) == nil else {
                return ["\(total) is there twice"]
            }
        }
        return Set(told.keys).union(totals.keys).compactMap { total in
            let minimum = totals[total]
            let chance = told[total]
            let name = total.map(\.ratio) ?? "no total"
            if rest.parts == 0
                || minimum != nil && total.map({ $0.double < end }) ?? false
            {
                let given = chance?.fraction ?? "0"
                let wanted = minimum?.description ?? "0"
                return given == wanted ? nil : "\(name) has \(given), not \(wanted)"
            }
            // Rare totals may be cut off.
            let range = (minimum?.double ?? 0)...((minimum?.double ?? 0) + rest.double)
            guard let chance = chance?.probability else {
                return range.lowerBound < odds.unlisted.probability + 1e-12
                    ? nil : "\(name) is not listed"
            }
            guard chance < range.lowerBound - 1e-12 || chance > range.upperBound + 1e-12
            else {
                return nil
            }
            return
                "\(name) has \(chance), not \(range.lowerBound) to \(range.upperBound)"
        }
    }
}

extension OddsSubject {
    /// Returns the subject's value in an evaluation, or `nil` if it failed.
    fileprivate func value(of evaluation: Evaluation) -> Fraction? {
        guard let total = evaluation.total else { return nil }
        switch self {
        case .total: return total
        case .word(let word):
            return Fraction(evaluation.symbols?.first { $0.word == word }?.count ?? 0)
        case .verdict:
            if let check = evaluation.checks.first {
                return check.isMade ? 1 : 0
            }
            guard case .outcomes(_, let outcomes) = evaluation.step?.expression.kind
            else {
                return total
            }
            let words = evaluation.results.first ?? nil
            return Fraction(outcomes.firstIndex { $0.label == words } ?? outcomes.count)
        }
    }
}

/// A probability, printed in lowest terms.
struct Ratio: CustomStringConvertible {
    private(set) var parts: UInt128
    private(set) var whole: UInt128

    /// Returns the sum, or `nil` if it would be too large.
    static func + (one: Ratio, other: Ratio) -> Ratio? {
        let factor = other.whole / divisor(one.whole, other.whole)
        let (whole, isOver) = one.whole.multipliedReportingOverflow(by: factor)
        return isOver
            ? nil
            : Ratio(
                parts: one.parts * factor + other.parts * (whole / other.whole),
                whole: whole
            )
    }

    var double: Double { Double(parts) / Double(whole) }

    var description: String {
        let divisor = Self.divisor(parts, whole)
        return whole == divisor
            ? "\(parts / divisor)" : "\(parts / divisor)/\(whole / divisor)"
    }

    private static func divisor(_ one: UInt128, _ other: UInt128) -> UInt128 {
        other == 0 ? one : divisor(other, one % other)
    }
}

extension Fraction {
    var ratio: String {
        denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)"
    }
}

extension Distribution {
    /// The chance of each total, in lowest terms.
    var fractions: [String: String] {
        Dictionary(
            uniqueKeysWithValues: zip(totals.map(\.ratio), chances.map(\.fraction))
        )
    }
}

func odds(_ text: String) throws -> Distribution {
    try Expression(parsing: text).odds()
}
