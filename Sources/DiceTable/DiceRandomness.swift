internal import DiceModel

/// Where faces and animations come from. Faces have a generator of their own, so that neither the number nor the
/// timing of the values that pass by can influence, or tell anything about, a face to come.
@TableActor
public final class DiceRandomness {
    private var faces: AnyGenerator
    private var animation: AnyGenerator
    private let slowness: Int

    /// - Parameters:
    ///   - faces: draws the final faces; cryptographically secure in the daemon unless it is seeded.
    ///   - animation: draws delays, durations and passing values.
    ///   - slowness: stretches every delay and duration this many times; one of `Limits.slowness`.
    public nonisolated init(
        faces: any RandomNumberGenerator & Sendable, animation: any RandomNumberGenerator & Sendable,
        slowness: Int = 1
    ) {
        self.slowness = slowness
        self.faces = AnyGenerator(faces)
        self.animation = AnyGenerator(animation)
    }

    /// A final face, 1 to `sides`, every one as likely (`Int.random` rejects what would bias it).
    func face(sides: Int) -> Int {
        Self.draw(1...sides, &faces)
    }

    /// A value to show in passing: any of `range` but the one that shows now, so that each step is seen.
    func passingValue(in range: ClosedRange<Int>, after current: Int) -> Int {
        guard range.contains(current) else { return Self.draw(range, &animation) }
        guard range.lowerBound < range.upperBound else { return current }
        let value = Self.draw(range.lowerBound...range.upperBound - 1, &animation)
        return value < current ? value : value + 1
    }

    func plan() -> AnimationPlan {
        AnimationPlan(
            delay: .microseconds(Self.draw(Self.delays, &animation) * slowness),
            duration: .microseconds(Self.draw(Self.durations, &animation) * slowness))
    }

    private static let delays = microseconds(AnimationPlan.delays)
    private static let durations = microseconds(AnimationPlan.durations)

    private static func microseconds(_ range: ClosedRange<Duration>) -> ClosedRange<Int> {
        Int(range.lowerBound / .microseconds(1))...Int(range.upperBound / .microseconds(1))
    }

    private static func draw(_ range: ClosedRange<Int>, _ generator: inout AnyGenerator) -> Int {
        Int.random(in: range, using: &generator)
    }
}

/// A generator of a type that is not known before the program runs, as a type that the compiler knows: `Int.random`
/// compiled for it takes half the time of one that is handed an existential.
private struct AnyGenerator: RandomNumberGenerator {
    private var generator: any RandomNumberGenerator & Sendable

    init(_ generator: any RandomNumberGenerator & Sendable) {
        self.generator = generator
    }

    mutating func next() -> UInt64 { generator.next() }
}
