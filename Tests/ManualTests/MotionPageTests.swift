import DiceModel
import DiceNotation
import Testing

/// dice-protocol(7) describes the motion of dice, so that a client can draw it.
struct MotionPageTests {
    private let lines: [String]
    private let text: String

    init() throws {
        let page = try ManualPage("dice-protocol.7").lines
        let start = try #require(page.firstIndex(of: ".Ss How dice move"))
        lines = page[(start + 1)...].prefix { !$0.hasPrefix(".Ss") }.map {
            $0.replacing("\\-", with: "-")
        }
        text = lines.joined(separator: " ")
    }

    @Test("ranges and numbers match the program") func rangesAndNumbersAreThoseOfTheProgram() throws
    {
        let ranges = text.matches(of: /from ([0-9.]+) to ([0-9.]+) s\b/).map {
            [String($0.1), String($0.2)]
        }
        let wanted = [AnimationPlan.delays, AnimationPlan.durations].map { range in
            [range.lowerBound, range.upperBound].map { Self.number($0 / .seconds(1)) }
        }
        #expect(ranges == wanted)
        let count = try #require(text.firstMatch(of: /shows ([0-9]+) random values/))
        #expect(Int(count.1) == AnimationPlan.valueCount)
    }

    /// The formulas of the page, read as dice notation.
    @Test("the documented formulas match the program") func theLawIsThatOfTheProgram() throws {
        let laws = lines.filter { $0.hasPrefix(".Dl ") }.map { String($0.dropFirst(4)) }
        try #require(laws.count == 2)
        for (delay, duration) in [(0, 500), (120, 750), (250, 1_000)] {
            let plan = AnimationPlan(
                delay: .milliseconds(delay),
                duration: .milliseconds(duration)
            )
            for step in 0..<AnimationPlan.stepCount {
                let law = step < AnimationPlan.valueCount ? laws[0] : laws[1]
                let numbers = ["delay": delay, "duration": duration, " i ": step]
                let written = numbers.reduce(law) {
                    $0.replacing($1.key, with: "\($1.value) ")
                }
                let time = try #require(
                    try Expression(parsing: written).evaluate { _ in 1 }.total
                )
                // Notation rounds a root to 10⁻⁶.
                #expect(
                    abs(time.double - plan.time(ofStep: step) / .milliseconds(1))
                        < 0.001,
                    "\(written)"
                )
            }
        }
    }

    @Test("the documented gaps match the program") func theGapsAreThoseOfTheProgram() throws {
        let told = try #require(
            text.firstMatch(of: /from ([0-9.]+) of the duration to ([0-9.]+) of it/)
        )
        let plan = AnimationPlan(delay: .zero, duration: .seconds(1))
        let times = (0..<AnimationPlan.stepCount).map {
            plan.time(ofStep: $0) / .seconds(1)
        }
        let gaps = zip(times.dropFirst(), times).map { $0 - $1 }
        let ends = try [#require(Double(told.1)), #require(Double(told.2))]
        #expect(
            zip([gaps[0], gaps[gaps.count - 1]], ends).allSatisfy {
                abs($0 - $1) < 0.0005
            }
        )
        #expect(zip(gaps.dropFirst(), gaps).allSatisfy { $0 > $1 })
    }

    /// Formats a number without trailing zeros.
    private static func number(_ value: Double) -> String {
        value == value.rounded() ? String(Int(value)) : String(value)
    }
}
