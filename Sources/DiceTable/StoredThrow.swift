public import DiceModel
public import DiceProof

/// A throw as it is stored while it is open.
public struct StoredThrow: Sendable, Hashable {
    public var result: ThrowResult
    /// Every face that was drawn, in that order.
    public var faces: [DrawnFace]
    /// What they follow from; nil where nobody can check it.
    public var seed: CommittedSeed?
    /// Of the throw behind it.
    public var nextSeed: CommittedSeed

    public init(result: ThrowResult, faces: [DrawnFace], seed: CommittedSeed?, nextSeed: CommittedSeed) {
        self.result = result
        self.faces = faces
        self.seed = seed
        self.nextSeed = nextSeed
    }
}
