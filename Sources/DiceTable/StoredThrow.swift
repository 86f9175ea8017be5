package import DiceModel
package import DiceProof

/// The stored state of an open throw.
package struct StoredThrow: Sendable, Hashable {
    package var result: ThrowResult
    /// The version of a secret throw for strangers; `nil` for a public throw.
    package var hidden: ThrowResult?
    /// The sides of the die of each face, as `Evaluation.countedSides`.
    package var sides: [Int]
    /// The seed of the faces; `nil` if they cannot be checked.
    package var seed: CommittedSeed?
    /// The seed of the next throw.
    package var nextSeed: CommittedSeed
    /// The bytes that count against the thrower's quota while the faces are not public.
    package var maxBytes = 0

    /// The sides and the face of each draw, alternating.
    package var draws: [Int] { zip(sides, result.faces ?? []).flatMap { [$0, $1] } }
}
