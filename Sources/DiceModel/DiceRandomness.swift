/// Where faces and animations come from. Faces have a generator of their own, so that neither the number nor the
/// timing of the values that pass by can influence, or tell anything about, a face to come.
@TableActor
public final class DiceRandomness {
    private var faces: any RandomNumberGenerator & Sendable
    private var animation: any RandomNumberGenerator & Sendable

    /// - Parameters:
    ///   - faces: draws the final faces; cryptographically secure in the daemon unless it is seeded.
    ///   - animation: draws delays, durations and passing values.
    public nonisolated init(
        faces: any RandomNumberGenerator & Sendable, animation: any RandomNumberGenerator & Sendable
    ) {
        self.faces = faces
        self.animation = animation
    }

    /// A final face, 1 to `sides`, every one as likely (`Int.random` rejects what would bias it).
    func face(sides: Int) -> Int {
        Self.draw(1...sides, &faces)
    }

    /// A value to show in passing: any of 1 to `sides` but the one that shows now, so that each step is seen.
    func passingValue(sides: Int, after current: Int) -> Int {
        let value = Self.draw(1...(sides - 1), &animation)
        return value < current ? value : value + 1
    }

    func plan() -> AnimationPlan {
        AnimationPlan(delay: duration(in: AnimationPlan.delays), duration: duration(in: AnimationPlan.durations))
    }

    /// Uniform, to the microsecond.
    private func duration(in range: ClosedRange<Duration>) -> Duration {
        let bounds = (range.lowerBound / .microseconds(1))...(range.upperBound / .microseconds(1))
        return .microseconds(Self.draw(Int(bounds.lowerBound)...Int(bounds.upperBound), &animation))
    }

    private static func draw(
        _ range: ClosedRange<Int>, _ generator: inout any RandomNumberGenerator & Sendable
    ) -> Int {
        func open(_ generator: inout some RandomNumberGenerator) -> Int { Int.random(in: range, using: &generator) }
        return open(&generator)
    }
}
