import DiceModel
import ProgramTestSupport
import Testing
import WireProperties

@testable import DiceNotation
@testable import DiceOdds

/// Odds of expressions made by the whole grammar, compared with what comes of every way in which their dice can fall.
@Suite struct OddsPropertyTests {
    /// Each is told as all ways have it, or refused. Every other one is a few dice with several modifiers, each of
    /// which acts on what those before it left: the order of keeps, changes and counts matters.
    @Test(arguments: 0..<8) func asInAllWays(_ part: UInt64) async throws {
        var texts = RandomExpressions(SeededGenerator(seed: 8 * Soak.seed + part), .small)
        let number = Soak.size(375, long: 3_750)
        var subjects: [Bool: Int] = [:]
        var (compared, answered, fractions, tried) = (0, 0, 0, 0)
        while compared < number {
            tried += 1
            await Task.yield()
            try #require(tried < 12 * number, "only \(compared) can be compared")
            let text = tried.isMultiple(of: 2) ? texts.text() : texts.chain()
            guard let expression = try? Expression(parsing: text),
                let ways = try AllWays(expression, least: 2e-3, most: 200)
            else { continue }
            compared += 1
            if ways.hasFractions { fractions += 1 }
            guard let odds = try? expression.odds(within: Work(Work.limit / 100)) else { continue }
            answered += 1
            for difference in ways.differences(from: odds) { Issue.record("\(text): \(difference)") }
            for subject in expression.subjects {
                let ways = try #require(try AllWays(expression, subject, least: 2e-3, most: 200))
                let odds = try expression.odds(of: subject, within: Work(Work.limit / 100))
                subjects[subject == .verdict, default: 0] += 1
                for difference in ways.differences(from: odds) { Issue.record("\(text): \(subject): \(difference)") }
            }
        }
        #expect(subjects[true, default: 0] > number / 40 && subjects[false, default: 0] > number / 40, "\(subjects)")
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

extension Expression {
    /// What else than its total can be asked for. Of a repeat a verdict is that of one round, however many there are.
    fileprivate var subjects: [OddsSubject] {
        if case .repeated = rolled.kind { return words.map { .word($0) } }
        return words.map { .word($0) } + (rolled == self ? [] : [.verdict])
    }
}
