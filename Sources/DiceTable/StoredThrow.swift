package import DiceModel
package import DiceProof

/// A throw as it is stored while it is open.
package struct StoredThrow: Sendable, Hashable {
    package var result: ThrowResult
    /// What strangers are told of a secret throw; nil for any other.
    package var hidden: ThrowResult?
    /// The sides of the dice that the faces were drawn from, one number for each die.
    package var sides: [Int]
    /// What they follow from; nil if nobody can check it.
    package var seed: CommittedSeed?
    /// The seed of the throw after it.
    package var nextSeed: CommittedSeed
    /// What it counts for its thrower while its faces are not everybody's, in bytes.
    package var mostBytes = 0

    /// The sides and the face of each draw, one after the other.
    package var draws: [Int] { zip(sides, result.faces ?? []).flatMap { [$0, $1] } }
}
