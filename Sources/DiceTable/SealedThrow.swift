package import DiceModel

/// A throw that perhaps not everybody may see. Its faces are in nobody's hands before somebody has said for whom.
package struct SealedThrow: Sendable, Hashable {
    private var whole: ThrowResult
    /// What strangers are told of a secret throw.
    private var ghost: ThrowResult?

    package init(_ whole: ThrowResult, ghost: ThrowResult? = nil) {
        self.whole = whole
        self.ghost = ghost
    }

    package var number: Int { whole.number }
    package var by: String { whole.by }
    package var isSecret: Bool { ghost != nil }

    /// - Parameter viewer: the name of who looks; nil for a stranger.
    package func isSeen(by viewer: String?) -> Bool {
        ghost == nil || viewer.map { whole.seenBy?.contains($0) == true } == true
    }

    /// One of the names that see a secret throw; nil for one that everybody sees.
    package var anyViewer: String? { whole.seenBy?.first }

    /// What this viewer is told of it.
    package func shown(to viewer: String?) -> ThrowResult { isSeen(by: viewer) ? whole : ghost ?? whole }

    /// The throw once it is shown.
    package var toEverybody: ThrowResult {
        var entry = whole
        entry.seenBy = nil
        return entry
    }

    /// Both, for the store alone.
    package var unsealed: (whole: ThrowResult, ghost: ThrowResult?) { (whole, ghost) }
}

extension ThrowResult {
    /// The throw as everybody may know it: what was known before any face.
    ///
    /// - Parameter dice: those that were known then.
    func hidden(dice: [ThrowDie]) -> ThrowResult {
        var ghost = ThrowResult(
            table: table, number: number, expression: expression, by: by, label: label, outcome: .other(""), total: nil,
            dice: dice, text: "", hidden: true)
        ghost.chance = chance
        ghost.proof = EntryProof(commitment: proof.commitment, seeded: proof.seeded, edition: proof.edition)
        return ghost
    }
}
