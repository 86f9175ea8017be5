import DiceModel
import ProgramTestSupport
import Testing
import WireProperties

@testable import DiceNotation
@testable import DiceOdds

/// Odds of random expressions from the whole grammar, compared with every way in which their dice
/// can fall.
@Suite struct OddsPropertyTests {
    /// Each answer equals the result of all ways, or is refused. Every other expression has a few
    /// dice with several modifiers, each acting on the dice that earlier ones left: the order of
    /// keeps, changes and counts matters.
    @Test("odds of random expressions match enumeration", arguments: 0..<8) func asInAllWays(
        _ part: UInt64
    ) async throws {
        var texts = RandomExpressions(
            SeededGenerator(seed: 8 * Soak.seed + part),
            .small
        )
        let number = Soak.size(375, long: 3_750)
        var subjects: [Bool: Int] = [:]
        var compared = 0
        var answered = 0
        var fractions = 0
        var tried = 0
        while compared < number {
            tried += 1
            await Task.yield()
            try #require(tried < 12 * number, "only \(compared) can be compared")
            let text = tried.isMultiple(of: 2) ? texts.text() : texts.chain()
            guard let expression = try? Expression(parsing: text),
                let ways = try AllWays(expression, minimum: 2e-3, maximum: 200)
            else { continue }
            compared += 1
            if ways.hasFractions {
                fractions += 1
            }
            guard let odds = try Self.answer(expression, text) else { continue }
            answered += 1
            for difference in ways.differences(from: odds) {
                Issue.record("\(text): \(difference)")
            }
            for subject in expression.subjects {
                let ways = try #require(
                    try AllWays(expression, subject, minimum: 2e-3, maximum: 200)
                )
                let odds = try expression.odds(
                    of: subject,
                    within: Work(Work.limit / 100)
                )
                subjects[subject == .verdict, default: 0] += 1
                for difference in ways.differences(from: odds) {
                    Issue.record("\(text): \(subject): \(difference)")
                }
            }
        }
        #expect(
            subjects[true, default: 0] > number / 40
                && subjects[false, default: 0] > number / 40,
            "\(subjects)"
        )
        #expect(
            answered > number * 17 / 20 && fractions > number / 40,
            "\(answered), \(fractions)"
        )
    }

    /// Returns the odds, or `nil` if a refusal is correct: these few dice never take too long, and
    /// a part has no rule.
    private static func answer(_ expression: Expression, _ text: String) throws
        -> Distribution?
    {
        do throws(OddsError) {
            return try expression.odds(within: Work(Work.limit / 100))
        } catch {
            guard case .noRuleAt(let place, let gap) = error else { throw error }
            let part = try #require(expression.part(at: place))
            #expect(part.mayLack(gap), "\(text) at \(place): \(gap)")
            return nil
        }
    }

    /// Each leaves a gap among the faces; the last has no dice.
    @Test(
        "odds of dice with rerolled faces match enumeration",
        arguments: [
            "d6r3", "1d4r2", "dFr0", "d6ro3r3", "2d6r2", "d8r4kh1", "2d6!r3", "d6r(1d6)",
            "2d4min2r2",
            "3x1d3r2", "{d6r3}",
            "d6r3r5", "d4r(1d4)", "3d6r4>=5f1", "d3!kh0",
        ]
    ) func gaps(_ text: String) throws {
        let expression = try Expression(parsing: text)
        let ways = try #require(try AllWays(expression, minimum: 1e-4))
        #expect(ways.differences(from: try expression.odds()) == [])
    }
}

extension Expression {
    /// The possible subjects other than the total. For a repeat, a verdict is that of one round,
    /// regardless of the number of rounds.
    fileprivate var subjects: [OddsSubject] {
        if case .repeated = rolled.kind {
            return symbolNames.map { .word($0) }
        }
        return symbolNames.map { .word($0) } + (rolled == self ? [] : [.verdict])
    }
}

/// The parts that have no odds, by their text.
extension Expression {
    fileprivate func part(at place: Range<Int>) -> Expression? {
        self.range == place ? self : parts.lazy.compactMap { $0.part(at: place) }.first
    }

    fileprivate func mayLack(_ gap: OddsGap) -> Bool {
        switch gap {
        case .keepAfterExplosion: has(\.addsDice, before: \.keeps)
        case .changeBetweenKeeps: has(\.keeps, before: \.keeps)
        case .uniqueAfterOthers:
            has({ $0 == .unique(once: true) }) || has({ _ in true }, before: \.isUnique)
        case .uniqueRerolls: has(\.isUnique, before: \.rolls.some)
        case .changeAfterCount: has(\.isCount, before: \.keeps)
        case .unlikeFacesThatDiffer: has(\.isUnique) && hasFaces
        case .moreDiceThanFaces: has(\.isUnique)
        case .longChains, .endlessRerolls, .endlessExplosions: has(\.rolls.endlessly)
        case .secondExplosion: has(\.addsDice, before: \.addsDice)
        case .falling:
            has(\.addsDice) && (hasFaces || has(\.penetrates) || has(\.isCount))
        case .noEnds, .endlessNumber, .endlessOperand: isEndless && kind.isOperation
        case .arithmetic(let message): kind.isOperation && !message.isEmpty
        case .tooLarge, .manyDice, .manySteps, .manyRanks, .hardlyEverStops,
            .hardlyEverReached,
            .noCommonMeasure:
            false
        }
    }

    /// The dice of the expression itself.
    private var term: DiceTerm? {
        if case .dice(let term) = kind {
            term
        } else {
            nil
        }
    }

    /// True if its dice have other faces than 1 and up.
    private var hasFaces: Bool {
        if case .number = term?.sides {
            false
        } else {
            true
        }
    }

    private func has(_ property: (Modifier) -> Bool) -> Bool {
        term?.modifiers.contains(where: property) ?? false
    }

    private func has(_ first: (Modifier) -> Bool, before second: (Modifier) -> Bool)
        -> Bool
    {
        guard let modifiers = term?.modifiers,
            let start = modifiers.firstIndex(where: first)
        else {
            return false
        }
        return modifiers[(start + 1)...].contains(where: second)
    }

    private var isEndless: Bool {
        has(\.rolls.endlessly) || parts.contains(where: \.isEndless)
    }
}

extension Expression.Form {
    fileprivate var isOperation: Bool {
        switch self {
        case .number, .parameter: false
        default: true
        }
    }
}

extension Modifier {
    fileprivate var keeps: Bool {
        if case .keep = self {
            true
        } else {
            false
        }
    }

    fileprivate var penetrates: Bool {
        if case .explode(.penetrate, _, _) = self {
            true
        } else {
            false
        }
    }
}
