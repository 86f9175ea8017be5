package import DiceModel

/// A throw that may be secret. Its faces are accessible only to code that names the recipients.
package struct SealedThrow: Sendable, Hashable {
    private var whole: ThrowResult
    /// The version for strangers if the throw is secret.
    private var hidden: ThrowResult?

    package init(_ whole: ThrowResult, hidden: ThrowResult? = nil) {
        self.whole = whole
        self.hidden = hidden
    }

    /// Creates a throw that only these names see.
    ///
    /// - Parameter dice: The dice known before any face was drawn.
    init(_ whole: ThrowResult, for names: [String], dice: [ThrowDie]) {
        self.init(whole, hidden: whole.hidden(dice: dice))
        self.whole.seenBy = names
    }

    package var number: Int { whole.number }
    package var by: String { whole.by }

    /// The viewers who see the throw.
    package var recipients: Recipients {
        hidden == nil ? .everybody : .only(whole.seenBy ?? [])
    }

    /// Returns the version for `part`, which is one of the parts of the throw's recipients.
    package func redacted(for part: Recipients) -> ThrowResult {
        part == recipients ? whole : hidden ?? whole
    }

    /// Returns the version for a viewer with these names; none for a stranger.
    package func shown(to viewers: [String]) -> ThrowResult {
        recipients.include(viewers) ? whole : hidden ?? whole
    }

    /// The throw after it has been shown to everyone.
    package var toEverybody: ThrowResult {
        var entry = whole
        entry.seenBy = nil
        return entry
    }

    /// Both versions, for the store alone.
    package var unsealed: (whole: ThrowResult, hidden: ThrowResult?) { (whole, hidden) }
}

extension ThrowResult {
    /// Returns the public version of the throw: everything known before any face was drawn.
    ///
    /// - Parameter dice: The dice known at that time.
    fileprivate func hidden(dice: [ThrowDie]) -> ThrowResult {
        var hidden = ThrowResult(
            table: table,
            number: number,
            expression: expression,
            by: by,
            label: label,
            saved: saved,
            values: values,
            group: group,
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
