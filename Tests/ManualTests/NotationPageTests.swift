import DiceNotation
import Testing

/// What dice-notation(7) shows is what comes of it.
struct NotationPageTests {
    private let page: ManualPage

    init() throws {
        page = try ManualPage("dice-notation.7")
    }

    @Test func everyExampleComesToWhatThePageSays() throws {
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

    @Test func everyErrorIsWhatThePageSays() throws {
        let lines = try lines(of: "ERROR MESSAGES")
        #expect(lines.count >= 14 && lines.count.isMultiple(of: 2))
        for index in stride(from: 0, to: lines.count, by: 2) {
            let (text, below) = (lines[index], lines[index + 1])
            let error = #expect(throws: NotationError.self) { try Expression(parsing: text) }
            let place = try #require(error?.place)
            let caret =
                String(repeating: " ", count: place.lowerBound)
                + String(repeating: "^", count: max(1, place.count))
            #expect(below == caret + " " + (error?.message ?? ""), "\(text)")
        }
    }

    @Test func everyWordHasAnExample() throws {
        let texts = try examples().map(\.text)
        let words =
            Keep.allCases.map(\.rawValue) + Explosion.allCases.map(\.rawValue) + Clamp.allCases.map(\.rawValue)
            + BinaryOperator.allCases.map(\.rawValue)
            + Relation.allCases.map(\.rawValue).filter { $0 != "<=" && $0 != "=" }
            + ["k3", "r", "ro", "u", "uo", "f", "cs", "cf", "s", "sd", "adv", "dis", "d%", "dF", "dF.1", "x", "[", "{"]
        for word in words {
            #expect(texts.contains { $0.contains(word) }, "\(word) has no example")
        }
        let functions = try page.part("ARITHMETIC").arguments(of: "Li")
        #expect(functions.isSuperset(of: Function.allCases.map(\.rawValue)))
    }

    @Test func theLimitsAreThoseOfTheCode() throws {
        let limits = try page.part("LIMITS").lines.joined(separator: " ")
        for number in [
            "1,024", "128", "10,000", "1,000,000", "1,000 explosions", "1,000 rounds", "200,000", "10 digits",
            "4 after",
        ] { #expect(limits.contains(number), "\(number)") }
        #expect(NotationLimits.length == 1_024 && NotationLimits.depth == 128 && NotationLimits.dice == 10_000)
        #expect(NotationLimits.sides == 1...1_000_000 && NotationLimits.chain == 1_000)
        #expect(NotationLimits.repeats == 1_000 && NotationLimits.word == 1...64)
    }

    /// Lines of three columns: expression, faces, text of the result.
    private func examples() throws -> [(text: String, faces: [Int], result: String)] {
        let parts = [
            "DICE", "ARITHMETIC", "MODIFIERS", "GROUPS", "REPEATS", "LABELS", "PARAMETERS", "RESULTS",
        ]
        return try parts.flatMap(lines).map { line in
            let columns = try #require(line.wholeMatch(of: /(\S.*?)  +(-|[0-9]+(?: [0-9]+)*)  +(\S.*)/), "\(line)")
            let faces = columns.2.split(separator: " ").compactMap { Int($0) }
            return (String(columns.1), faces, String(columns.3))
        }
    }

    private func lines(of part: String) throws -> [String] {
        try page.part(part).displays.joined(separator: "\n").split(separator: "\n").map(String.init)
    }
}
