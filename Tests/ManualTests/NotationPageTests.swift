import DiceNotation
import DiceOdds
import Foundation
import Testing

/// The examples in dice-notation(7) give the results shown.
struct NotationPageTests {
    private let page: ManualPage

    init() throws {
        page = try ManualPage("dice-notation.7")
    }

    @Test("every example has the documented result") func everyExampleComesToWhatThePageSays()
        throws
    {
        let examples = try examples()
        #expect(examples.count > 60)
        for (text, faces, wanted) in examples {
            var left = faces[...]
            let result = try Expression(parsing: text).evaluate { sides in
                let next = left.popFirst()
                let face = try #require(next, "\(text) needs more faces")
                try #require((1...sides).contains(face), "\(text) cannot show \(face)")
                return face
            }
            #expect(result.text == wanted, "\(text)")
            #expect(left.isEmpty, "\(text) does not need \(left)")
        }
    }

    @Test("every invalid example has the documented error") func everyErrorIsWhatThePageSays()
        throws
    {
        let lines = try lines(of: "ERROR MESSAGES")
        #expect(lines.count >= 14)
        #expect(lines.count.isMultiple(of: 2))
        for index in stride(from: 0, to: lines.count, by: 2) {
            let text = lines[index]
            let below = lines[index + 1]
            let error = #expect(throws: NotationError.self) {
                try Expression(parsing: text)
            }
            let place = try #require(error?.place)
            let caret =
                String(repeating: " ", count: place.lowerBound)
                + String(repeating: "^", count: max(1, place.count))
            #expect(below == caret + " " + (error?.message ?? ""), "\(text)")
        }
    }

    @Test("every recipe has the documented odds") func everyRecipeHasTheOddsThatThePageSays() throws
    {
        let lines = try lines(of: "RECIPES").reduce(into: [String]()) { lines, line in
            // An indented line continues the one before.
            if line.first == " ", let last = lines.popLast() {
                let gap = last.hasSuffix(",") ? " " : "  "
                lines.append(last + gap + line.trimmingPrefix { $0 == " " })
            } else {
                lines.append(line)
            }
        }
        #expect(lines.count >= 20)
        for line in lines {
            let columns = try #require(
                line.wholeMatch(of: /(\S.*?)  +(\S.*?)  +(\S.*)/),
                "\(line)"
            )
            let asked = String(columns.2)
            let wanted = String(columns.3)
            #expect(
                try Self.answer(
                    Expression(parsing: String(columns.1)),
                    asked,
                    like: wanted
                )
                    == wanted,
                "\(line)"
            )
        }
    }

    /// - Parameter wanted: a fraction, a percentage or, for a mean, a number.
    private static func answer(
        _ expression: DiceNotation.Expression,
        _ asked: String,
        like wanted: String
    ) throws
        -> String
    {
        if asked == "mean" {
            return String(
                format: wanted.contains(".") ? "%.2f" : "%.0f",
                try #require(try expression.odds().mean)
            )
        }
        let words = asked.split(separator: " ").map(String.init)
        let chance: Chance?
        if asked == "made" {
            chance = try expression.odds(of: .verdict).chance(atLeast: 1)
        } else if words[0] == "is", case .outcomes(_, let outcomes) = expression.kind {
            let odds = try expression.odds(of: .verdict)
            let place = outcomes.firstIndex { "is \($0.label)" == asked }
            chance =
                zip(odds.totals, odds.chances).first {
                    $0.0 == place.map { Fraction($0) }
                }?.1
        } else {
            chance = try expression.odds(of: .word(words[0])).chance(
                atLeast: Fraction(try #require(Int(words[2])))
            )
        }
        let told = try #require(chance, "\(asked)")
        return wanted.hasSuffix("%")
            ? String(format: "%.1f %%", 100 * told.probability) : told.fraction
    }

    @Test("every term has an example") func everyWordHasAnExample() throws {
        let texts = try examples().map(\.text)
        let words =
            Keep.allCases.map(\.rawValue) + Explosion.allCases.map(\.rawValue)
            + Clamp.allCases.map(\.rawValue)
            + BinaryOperator.allCases.map(\.rawValue)
            + Relation.allCases.map(\.rawValue).filter { $0 != "<=" && $0 != "=" }
            + [
                "k3", "r", "ro", "u", "uo", "f", "cs", "cf", "s", "sd", "adv", "dis",
                "d%", "dF",
                "dF.1", "x", "[", "{",
            ]
            + [
                "vs", "=>", "k>=", "d<", "k>", "x2", "x-1", "!o", "d{", "else:", "..",
                "10+:",
                "6-:", "7-9:",
            ]
        for word in words {
            #expect(texts.contains { $0.contains(word) }, "\(word) has no example")
        }
        let functions = try page.part("ARITHMETIC").arguments(of: "Li")
        #expect(functions.isSuperset(of: Function.allCases.map(\.rawValue)))
    }

    @Test("the documented limits match the code") func theLimitsAreThoseOfTheCode() throws {
        let limits = try page.part("LIMITS").lines.joined(separator: " ")
        for number in [
            "16,384", "4,096", "480", "128", "10,000", "1,000,000", "1,000 explosions",
            "1,000 rounds", "200,000",
            "10 digits",
            "4 after", "2 to 1,000 faces",
        ] { #expect(limits.contains(number), "\(number)") }
        #expect(TextLimit.rolled.bytes == 4_096)
        #expect(NotationLimits.depth == 128)
        #expect(NotationLimits.dice == 10_000)
        #expect(NotationLimits.sides == 1...1_000_000)
        #expect(NotationLimits.chain == 1_000)
        #expect(NotationLimits.faces == 2...1_000)
        #expect(NotationLimits.repeats == 1_000)
        #expect(NotationLimits.word == 1...64)
    }

    /// Returns the lines of three columns: expression, faces, text of the result.
    private func examples() throws -> [(text: String, faces: [Int], result: String)] {
        let parts = [
            "DICE", "ARITHMETIC", "MODIFIERS", "GROUPS", "REPEATS",
            "CUSTOM DICE", "TARGETS",
            "OUTCOMES",
            "LABELS",
            "PARAMETERS", "RESULTS",
        ]
        return try parts.flatMap(lines).map { line in
            let columns = try #require(
                line.wholeMatch(of: /(\S.*?)  +(-|[0-9]+(?: [0-9]+)*)  +(\S.*)/),
                "\(line)"
            )
            let faces = columns.2.split(separator: " ").compactMap { Int($0) }
            return (String(columns.1), faces, String(columns.3))
        }
    }

    private func lines(of part: String) throws -> [String] {
        try page.part(part).displays.joined(separator: "\n").split(separator: "\n").map(
            String.init
        )
    }
}
