import DiceModel
import ProgramTestSupport
import Testing
import WireProperties

@testable import DiceNotation
@testable import DiceOdds

/// Odds of expressions made by the whole grammar, compared with what comes of every way in which their dice can fall.
@Suite struct OddsPropertyTests {
    /// Each is told as all ways have it, or refused. Every other one is a few dice with several modifiers, each of which
    /// acts on what those before it left: the order of keeps, changes and counts matters.
    @Test(arguments: 0..<8) func asInAllWays(_ part: UInt64) throws {
        var texts = RandomExpressions(SeededGenerator(seed: 8 * Soak.seed + part), .small)
        let number = Soak.size(375, long: 3_750)
        var (compared, answered, fractions, tried) = (0, 0, 0, 0)
        while compared < number {
            tried += 1
            try #require(tried < 12 * number, "only \(compared) can be compared")
            let text = tried.isMultiple(of: 2) ? texts.text() : texts.chain()
            guard let expression = try? Expression(parsing: text), let ways = try AllWays(expression, most: 200)
            else { continue }
            compared += 1
            guard let odds = try? expression.odds(within: Work(Work.limit / 100)) else { continue }
            answered += 1
            if ways.hasFractions { fractions += 1 }
            for difference in ways.differences(from: odds) { Issue.record("\(text): \(difference)") }
        }
        #expect(answered > number * 17 / 20 && fractions > number / 40, "\(answered), \(fractions)")
    }

    /// Each leaves a gap among the faces; the last has no dice.
    @Test(arguments: [
        "d6r3", "1d4r2", "dFr0", "d6ro3r3", "2d6r2", "d8r4kh1", "2d6!r3", "d6r(1d6)", "2d4min2r2", "3x1d3r2", "{d6r3}",
        "d6r3r5", "d4r(1d4)", "3d6r4>=5f1", "d3!kh0",
    ]) func gaps(_ text: String) throws {
        let expression = try Expression(parsing: text)
        let ways = try #require(try AllWays(expression, least: 1e-4))
        #expect(ways.differences(from: try expression.odds()) == [])
    }
}

/// How probable each total is, by evaluating an expression on every sequence of faces that is probable enough.
private struct AllWays {
    /// nil for no total.
    private var totals: [Fraction?: Ratio] = [:]
    /// How probable all longer sequences are together.
    private var rest = Ratio(parts: 0, whole: 1)

    private struct TooRare: Error {}

    /// Whether a total is not whole.
    var hasFractions: Bool { totals.keys.contains { $0.map { $0.denominator > 1 } ?? false } }

    /// nil where too much is improbable, or there are too many ways.
    ///
    /// - Parameters:
    ///   - least: how probable a sequence must be to be followed.
    ///   - most: how many sequences are followed.
    init?(_ expression: Expression, least: Double = 2e-3, most: Int = .max) throws {
        var path: [(face: Int, sides: Int)] = []
        var number = 0
        repeat {
            number += 1
            guard number <= most else { return nil }
            var drawn = 0
            func chance() -> Ratio { Ratio(parts: 1, whole: path.prefix(drawn).reduce(1) { $0 * UInt128($1.sides) }) }
            do {
                let evaluation = try expression.evaluate { sides in
                    if drawn == path.count {
                        guard chance().double >= least else { throw TooRare() }
                        path.append((1, sides))
                    }
                    drawn += 1
                    return path[drawn - 1].face
                }
                guard let sum = totals[evaluation.total, default: Ratio(parts: 0, whole: 1)] + chance() else {
                    return nil
                }
                totals[evaluation.total] = sum
            } catch is TooRare {
                guard let sum = rest + chance(), sum.double < 0.05 else { return nil }
                rest = sum
            }
            while let last = path.last, last.face == last.sides { path.removeLast() }
            if !path.isEmpty { path[path.count - 1].face += 1 }
        } while !path.isEmpty
    }

    /// What is not as these ways have it.
    func differences(from odds: Distribution) -> [String] {
        var told: [Fraction?: Chance] = odds.failure.isZero ? [:] : [nil: odds.failure]
        for (total, chance) in zip(odds.totals, odds.chances) {
            guard told.updateValue(chance, forKey: total) == nil else { return ["\(total) is there twice"] }
        }
        return Set(told.keys).union(totals.keys).compactMap { total in
            let (least, chance) = (totals[total], told[total])
            let name = total.map(\.ratio) ?? "no total"
            if rest.parts == 0 {
                let (given, wanted) = (chance?.fraction ?? "0", least?.description ?? "0")
                return given == wanted ? nil : "\(name) has \(given), not \(wanted)"
            }
            // Rare totals may be cut off.
            let range = (least?.double ?? 0)...((least?.double ?? 0) + rest.double)
            guard let chance = chance?.probability else {
                return range.lowerBound < odds.unlisted.probability + 1e-12 ? nil : "\(name) is not listed"
            }
            guard chance < range.lowerBound - 1e-12 || chance > range.upperBound + 1e-12 else { return nil }
            return "\(name) has \(chance), not \(range.lowerBound) to \(range.upperBound)"
        }
    }
}

/// A probability, in lowest terms once it is written.
private struct Ratio: CustomStringConvertible {
    private(set) var parts: UInt128
    private(set) var whole: UInt128

    /// nil if it would be too large.
    static func + (one: Ratio, other: Ratio) -> Ratio? {
        let factor = other.whole / divisor(one.whole, other.whole)
        let (whole, isOver) = one.whole.multipliedReportingOverflow(by: factor)
        return isOver ? nil : Ratio(parts: one.parts * factor + other.parts * (whole / other.whole), whole: whole)
    }

    var double: Double { Double(parts) / Double(whole) }

    var description: String {
        let divisor = Self.divisor(parts, whole)
        return whole == divisor ? "\(parts / divisor)" : "\(parts / divisor)/\(whole / divisor)"
    }

    private static func divisor(_ one: UInt128, _ other: UInt128) -> UInt128 {
        other == 0 ? one : divisor(other, one % other)
    }
}
