import DiceJudging
package import DiceModel
import DiceProof
package import DiceWire

/// Our contribution to the rolls of one table: secret bytes, committed to beforehand and revealed
/// when a roll requests them.
package struct EntropyContribution: Hashable {
    let table: TableName
    /// The contributor's name; `nil` for the connection's own.
    let by: String?
    /// The players whose rolls are our own: the entropy for these rolls is sent with the request.
    var rollers: [String]
    /// True if a new contribution is made once the current one has been used.
    package var isRenewed = true
    /// The bytes not yet revealed, in hex; `nil` if there are none.
    private var secret: String?
    /// The commitment to these bytes, as listed by the daemon; `nil` until the daemon lists it.
    private var listed: Contributor?
    /// The bytes revealed for a roll that has not started yet, in hex.
    private var revealed: String?

    package init(table: TableName, by: String?, own: [String] = []) {
        self.table = table
        self.by = by
        self.rollers = own
    }

    package var isPending: Bool { secret != nil }
    /// The commitment to the bytes not yet revealed; `nil` if there are none.
    var commitment: String? { secret.flatMap(Entropy.commitment) }

    /// Replaces the contribution with new, unpredictable bytes.
    package mutating func renew(_ entropy: String = Entropy.fresh()) -> Request? {
        guard let commitment = Entropy.commitment(entropy) else { return nil }
        secret = entropy
        listed = nil
        isRenewed = true
        return Method.contribute(
            ContributeParams(table: table, commitment: commitment, by: by)
        )
    }

    /// Withdraws the contribution; `nil` if there is none.
    mutating func withdraw() -> Request? {
        guard secret != nil else { return nil }
        secret = nil
        listed = nil
        return Method.contribute(ContributeParams(table: table, commitment: "", by: by))
    }

    /// Returns the request to send in answer to this event.
    package mutating func answer(
        _ event: TableEvent,
        next entropy: @autoclosure () -> String = Entropy.fresh()
    ) -> [Request] {
        guard case .rollAsked(_, _, let contributors) = event.kind,
            event.table == table.description, let secret,
            contributors.contains(where: { $0.commitment == Entropy.commitment(secret) }
            )
        else { return [] }
        listed = nil
        revealed = secret
        self.secret = nil
        let next = isRenewed ? renew(entropy()) : nil
        return [Method.reveal(RevealParams(table: table, entropy: secret))]
            + [next].compactMap(\.self)
    }

    /// Returns a warning for the person about the daemon's use of our contribution; `nil` if that
    /// use is correct.
    mutating func objection(to event: TableEvent) -> String? {
        guard event.table == table.description else { return nil }
        switch event.kind {
        case .contributorsChanged(let contributors):
            let own = commitment
            let now = contributors.first { $0.commitment == own }
            defer {
                listed = now
            }
            if listed != nil, now == nil {
                return "your contribution is no longer in effect"
            }
            return now?.nextTurn == true && listed?.nextTurn != true
                ? "rolls of this turn no longer wait for you; rolls of the next turn will"
                : nil
        // Only for rolled dice: a void roll does not use the contribution.
        case .rollStarted(let rolled, let chance, _, _) where !rolled.isEmpty:
            defer {
                revealed = nil
            }
            let without = "the roll was made without your contribution"
            if let revealed {
                return chance.added.reveals?.contains(revealed) == true
                    ? nil : Verdict.warning(without)
            }
            guard let listed, listed.nextTurn != true,
                event.by.map((rollers.isEmpty ? [by ?? listed.by] : rollers).contains) != true
            else { return nil }
            return without
        case .rollSettled(_, .void, _, _, _, _, _, _):
            revealed = nil
            return nil
        default: return nil
        }
    }
}
