import DiceModel
import DiceProof
import DiceWire

/// What we contribute to the rolls of one table: secret bytes, committed to beforehand, and
/// revealed when a roll asks for them.
struct EntropyContribution: Hashable {
    let table: TableName
    /// The name to contribute under; nil for the connection's own name.
    let by: String?
    /// The players of our own rolls, which have the entropy that is sent with them.
    var own: [String]
    /// Whether another one follows when the one that stands is used.
    var goesOn = true
    /// The bytes that are not revealed yet, in hex; nil if none stand.
    private var secret: String?
    /// The commitment to them as the daemon has told it to all; nil while it has not.
    private var listed: Contributor?
    /// What was revealed for a roll that has not started yet, in hex.
    private var revealed: String?

    init(table: TableName, by: String?, own: [String] = []) {
        self.table = table
        self.by = by
        self.own = own
    }

    var stands: Bool { secret != nil }
    /// To the bytes that are not revealed yet; nil if none stand.
    var commitment: String? { secret.flatMap(Entropy.commitment) }

    /// Contributes other bytes, which nobody can predict, in the place of those that stand.
    mutating func renew(_ entropy: String = Entropy.fresh()) -> Request? {
        guard let commitment = Entropy.commitment(entropy) else { return nil }
        secret = entropy
        listed = nil
        goesOn = true
        return Method.contribute(
            ContributeParams(table: table, commitment: commitment, by: by)
        )
    }

    /// Takes them back; nil if none stand.
    mutating func takeBack() -> Request? {
        guard secret != nil else { return nil }
        secret = nil
        listed = nil
        return Method.contribute(ContributeParams(table: table, commitment: "", by: by))
    }

    /// What is to be sent when this has happened at a table.
    mutating func answer(
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
        let next = goesOn ? renew(entropy()) : nil
        return [Method.reveal(RevealParams(table: table, entropy: secret))]
            + [next].compactMap(\.self)
    }

    /// What a person is told of what the daemon has done with our contribution; nil for nothing.
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
                return "your contribution does not stand any more"
            }
            return now?.nextTurn == true && listed?.nextTurn != true
                ? "the rolls of this turn do not wait for you any more; those of the next turn do"
                : nil
        // Of dice that move: what is void is not made.
        case .rollStarted(let rolled, let chance, _, _) where !rolled.isEmpty:
            defer {
                revealed = nil
            }
            let without = "the roll was made without your contribution"
            if let revealed {
                return chance.added.reveals?.contains(revealed) == true
                    ? nil : Witness.warning(without)
            }
            guard let listed, listed.nextTurn != true,
                event.by.map((own.isEmpty ? [by ?? listed.by] : own).contains) != true
            else { return nil }
            return without
        case .rollSettled(_, .void, _, _, _, _, _, _):
            revealed = nil
            return nil
        default: return nil
        }
    }
}
