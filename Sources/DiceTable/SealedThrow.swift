package import DiceModel

/// A throw that perhaps not everybody may see. Its faces are in nobody's hands before somebody has
/// said for whom.
package struct SealedThrow: Sendable, Hashable {
    private var whole: ThrowResult
    /// What the others are told of it, if not everybody may see it.
    private var hidden: ThrowResult?

    package init(_ whole: ThrowResult, hidden: ThrowResult? = nil) {
        self.whole = whole
        self.hidden = hidden
    }

    /// A throw that these names alone see.
    ///
    /// - Parameter dice: those that were known before any face.
    init(_ whole: ThrowResult, for names: [String], dice: [ThrowDie]) {
        self.init(whole, hidden: whole.hidden(dice: dice))
        self.whole.seenBy = names
    }

    package var number: Int { whole.number }
    package var by: String { whole.by }

    /// Who sees it.
    package var recipients: Recipients {
        hidden == nil ? .everybody : .only(whole.seenBy ?? [])
    }

    /// What these are told of it: one of the parts of its recipients.
    package func told(to part: Recipients) -> ThrowResult {
        part == recipients ? whole : hidden ?? whole
    }

    /// What is told of it to who looks under these names; none for a stranger.
    package func shown(to viewers: [String]) -> ThrowResult {
        recipients.include(viewers) ? whole : hidden ?? whole
    }

    /// The throw once it is shown.
    package var toEverybody: ThrowResult {
        var entry = whole
        entry.seenBy = nil
        return entry
    }

    /// Both, for the store alone.
    package var unsealed: (whole: ThrowResult, hidden: ThrowResult?) { (whole, hidden) }
}

extension ThrowResult {
    /// The throw as everybody may know it: what was known before any face.
    ///
    /// - Parameter dice: those that were known then.
    fileprivate func hidden(dice: [ThrowDie]) -> ThrowResult {
        var hidden = ThrowResult(
            table: table,
            number: number,
            expression: expression,
            by: by,
            label: label,
            saved: saved,
            outcome: .other(""),
            total: nil,
            dice: dice,
            text: "",
            hidden: true
        )
        hidden.chance = chance
        hidden.proof = EntryProof(
            commitment: proof.commitment,
            seeded: proof.seeded,
            edition: proof.edition
        )
        return hidden
    }
}
