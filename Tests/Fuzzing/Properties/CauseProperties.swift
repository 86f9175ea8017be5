import DiceModel
import DiceNotation

/// Checks `Draw.after`: a viewer who has seen the draws listed there, and their causes, can infer
/// the draw, but cannot earlier.
///
/// Therefore, if two evaluations of an expression show the same faces, the same draws follow them.
enum CauseProperties {
    static func check(
        _ expression: Expression,
        _ result: Evaluation,
        _ random: inout SeededGenerator
    ) throws {
        guard !result.isCutShort, !result.draws.isEmpty, result.draws.count < 500 else {
            return
        }
        for _ in 0..<3 {
            let changed = Int.random(in: result.draws.indices, using: &random)
            var index = 0
            let other = try expression.evaluate { sides in
                defer {
                    index += 1
                }
                let isSame =
                    index != changed && index < result.draws.count
                    && result.draws[index].sides == sides
                return isSame
                    ? result.draws[index].face
                    : Int.random(in: 1...sides, using: &random)
            }
            guard !other.isCutShort else { continue }
            try compare(result, other, expression)
            try compare(other, result, expression)
        }
    }

    /// The number of initial dice reveals nothing about faces, even if the faces cause too many
    /// others.
    static func checkFirst(_ expression: Expression, _ random: inout SeededGenerator)
        throws
    {
        guard expression.parameters.isEmpty else { return }
        let first = try expression.check().count
        for limit in [first + 1, first + 4] {
            let result = try expression.evaluate(
                dice: limit,
                steps: 4_000 + NotationLimits.stepsPerDie * first
            ) { sides in
                Bool.random(using: &random)
                    ? sides : Int.random(in: 1...sides, using: &random)
            }
            let drawn = result.draws.count { $0.after.isEmpty }
            try require(
                drawn == first,
                "\(expression): \(drawn) dice come first, not \(first)"
            )
        }
    }

    private static func compare(
        _ one: Evaluation,
        _ other: Evaluation,
        _ expression: Expression
    )
        throws
    {
        let ones = Dictionary(grouping: one.draws.indices) {
            one.draws[$0].after.places
        }
        let others = Dictionary(grouping: other.draws.indices) {
            other.draws[$0].after.places
        }
        // The draws of the other evaluation that correspond to those of this one.
        var partners: [Int: Int] = [:]
        for cause in ones.keys.sorted(by: { ($0.last ?? -1) < ($1.last ?? -1) }) {
            let isSame = cause.allSatisfy { draw in
                partners[draw].map { one.draws[draw].face == other.draws[$0].face }
                    ?? false
            }
            guard isSame else { continue }
            let mine = ones[cause] ?? []
            let theirs = others[cause.compactMap { partners[$0] }] ?? []
            try require(
                mine.map { one.draws[$0].sides }
                    == theirs.map { other.draws[$0].sides },
                "\(expression): after the draws \(cause) of \(one.draws.map(\.face)) come others than after the same of \(other.draws.map(\.face))"
            )
            for (draw, partner) in zip(mine, theirs) {
                partners[draw] = partner
            }
        }
    }
}

extension Range<Int> {
    fileprivate var places: [Int] { Array(self) }
}

extension Evaluation {
    /// True if the evaluation ended at a limit, before everything was rolled.
    fileprivate var isCutShort: Bool {
        failure?.hasPrefix("more than") ?? false
            || failure?.hasPrefix("more steps") ?? false
    }
}
