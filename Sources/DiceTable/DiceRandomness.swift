package import DiceModel
package import DiceProof

/// Where seeds and animations come from. Faces follow from seeds alone, so neither the number nor
/// the timing of the values that pass by can influence, or tell anything about, a face to come.
@TableActor
package final class DiceRandomness {
    package nonisolated let seeds: SeedSource
    private var animation: AnyGenerator
    private let slowness: Double
    /// For dice that not everybody may know of: what is drawn for others tells nothing of them.
    private(set) lazy var unseen = DiceRandomness(
        seeds: seeds,
        animation: animation,
        slowness: slowness
    )

    /// - Parameters:
    ///   - seeds: of turns and throws.
    ///   - animation: draws delays, durations and passing values.
    ///   - slowness: stretches every delay and duration this many times; one of `Limits.slowness`.
    package nonisolated init(
        seeds: SeedSource,
        animation: any RandomNumberGenerator & Sendable,
        slowness: Double = 1
    ) {
        self.slowness = slowness
        self.seeds = seeds
        self.animation = AnyGenerator(animation)
    }

    /// The values to show in passing, the first of them after `current`.
    func passingValues(in range: ClosedRange<Int>, after current: Int) -> PassingValues {
        var values = PassingValues(repeating: current)
        for index in values.indices {
            values[index] = passingValue(
                in: range,
                after: index == 0 ? current : values[index - 1]
            )
        }
        return values
    }

    /// A value to show in passing: any of `range` except the one that shows now, so that each step
    /// is seen.
    func passingValue(in range: ClosedRange<Int>, after current: Int) -> Int {
        guard range.contains(current) else { return Self.draw(range, &animation) }
        guard range.lowerBound < range.upperBound else { return current }
        let value = Self.draw(range.lowerBound...range.upperBound - 1, &animation)
        return value < current ? value : value + 1
    }

    /// - Parameters:
    ///   - elapsed: how long after the start of the throw the die starts.
    ///   - pace: the table's, which delay and duration are divided by.
    func plan(after elapsed: Duration = .zero, pace: Double) -> AnimationPlan {
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

    /// How long something takes that takes `time` at pace 1.
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

/// A generator of a type that is not known before the program runs, as a type that the compiler
/// knows: `Int.random` compiled for it takes half the time of one that is handed an existential.
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
    /// That of a roll whose faces can be checked.
    package init(adding entropy: String?, reveals: [String] = []) {
        self.init(entropy: entropy ?? Entropy.none, reveals: reveals)
    }

    /// A seed that follows from a number is there to have the same faces again: the roller adds
    /// nothing to it.
    func used(with seed: CommittedSeed?) -> RollChance {
        seed?.isDerived == true ? RollChance(adding: nil, reveals: reveals ?? []) : self
    }
}
