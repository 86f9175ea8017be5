package import DiceModel
package import DiceProof

/// The source of seeds and animations. Faces are derived from seeds alone, so the number and timing
/// of passing values can neither influence nor reveal a face.
@TableActor
package final class DiceRandomness {
    package nonisolated let seeds: SeedSource
    private var animation: AnyGenerator
    private let slowness: Double
    /// The source for secret dice. This source is separate so that the animations of public dice
    /// reveal nothing about secret dice.
    private(set) lazy var forSecrets = DiceRandomness(
        seeds: seeds,
        animation: animation,
        slowness: slowness
    )

    /// - Parameters:
    ///   - seeds: The source of seeds for turns and throws.
    ///   - animation: Draws delays, durations and passing values.
    ///   - slowness: The factor by which every delay and duration is multiplied; in
    ///     `Limits.slowness`.
    package nonisolated init(
        seeds: SeedSource,
        animation: any RandomNumberGenerator & Sendable,
        slowness: Double = 1
    ) {
        self.slowness = slowness
        self.seeds = seeds
        self.animation = AnyGenerator(animation)
    }

    /// Draws the motion of a die.
    ///
    /// - Parameters:
    ///   - passing: The range of passing values.
    ///   - shown: The value that the die shows at rest; `nil` for a die that appears.
    ///   - elapsed: The time between the start of the roll or throw and the start of the die.
    ///   - pace: The table's pace, by which delay and duration are divided.
    func motion(
        in passing: ClosedRange<Int>,
        from shown: Int?,
        after elapsed: Duration = .zero,
        pace: Double
    ) -> DieMotion {
        let start = shown ?? passingValue(in: passing, after: 0)
        let plan = plan(after: elapsed, pace: pace)
        var values = PassingValues(repeating: start)
        var last = start
        for index in values.indices {
            last = passingValue(in: passing, after: last)
            values[index] = last
        }
        return DieMotion(start: start, values: values, plan: plan)
    }

    /// Returns a passing value: any of `range` except `current`, so that each step is visible.
    private func passingValue(in range: ClosedRange<Int>, after current: Int) -> Int {
        guard range.contains(current) else { return Self.draw(range, &animation) }
        guard range.lowerBound < range.upperBound else { return current }
        let value = Self.draw(range.lowerBound...range.upperBound - 1, &animation)
        return value < current ? value : value + 1
    }

    private func plan(after elapsed: Duration, pace: Double) -> AnimationPlan {
        AnimationPlan(
            delay: elapsed
                + .microseconds(
                    Double(Self.draw(Self.delays, &animation)) * slowness / pace
                ),
            duration: .microseconds(
                Double(Self.draw(Self.durations, &animation)) * slowness / pace
            )
        )
    }

    /// Returns the duration of an animation that takes `time` at pace 1.
    func stretched(_ time: Duration, pace: Double) -> Duration {
        time * slowness / pace
    }

    private static let delays = microseconds(AnimationPlan.delays)
    private static let durations = microseconds(AnimationPlan.durations)

    private static func microseconds(_ range: ClosedRange<Duration>) -> ClosedRange<Int> {
        Int(
            range.lowerBound / .microseconds(1)
        )...Int(range.upperBound / .microseconds(1))
    }

    private static func draw(_ range: ClosedRange<Int>, _ generator: inout AnyGenerator)
        -> Int
    {
        Int.random(in: range, using: &generator)
    }
}

/// Wraps a generator whose type is known only at run time in a concrete type. `Int.random`,
/// specialized for the concrete type, takes half as long as with an existential.
private struct AnyGenerator: RandomNumberGenerator {
    private var generator: any RandomNumberGenerator & Sendable

    init(_ generator: any RandomNumberGenerator & Sendable) {
        self.generator = generator
    }

    mutating func next() -> UInt64 {
        generator.next()
    }
}

extension RollChance {
    /// Creates the contributions to a roll whose faces can be checked.
    package init(adding entropy: String?, reveals: [String] = []) {
        self.init(entropy: entropy ?? Entropy.none, reveals: reveals)
    }

    /// A deterministic seed exists to reproduce faces, so the roller's entropy is not mixed in.
    func used(with seed: CommittedSeed?) -> RollChance {
        seed?.isDerived == true ? RollChance(adding: nil, reveals: reveals ?? []) : self
    }
}
