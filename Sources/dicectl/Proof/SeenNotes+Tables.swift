internal import DiceModel
internal import DiceProof
internal import DiceWire

extension SeenNotes {
    /// Notes what a table promises for the open turn and for the next throw, whose number it does not tell.
    mutating func note(_ snapshot: TableSnapshot) { note(TablePromises(snapshot)) }

    mutating func note(_ promises: TablePromises) { note(Self.lines(promises)) }

    /// To be written with what is noted next.
    mutating func keep(_ promises: TablePromises) { keep(Self.lines(promises)) }

    private static func lines(_ promises: TablePromises) -> [SeenLine] {
        [
            promises.commitment.map {
                .promised(EntryName(.turn, promises.turn, of: promises.table), commitment: $0)
            },
            promises.throwCommitment.map { .promised(EntryName(.throw, 0, of: promises.table), commitment: $0) },
        ].compactMap(\.self)
    }

    /// Notes what is revealed and promised as a turn ends, and that a roll with this user's chance has started.
    mutating func note(_ event: TableEvent) {
        switch event.kind {
        case .turnEnded(var turn, let next):
            turn.nextCommitment = next
            note(ended: turn)
        case .tableChanged(let snapshot): note(snapshot)
        case .rollStarted(_, let chance, _, _): note(started: chance)
        default: break
        }
    }

    mutating func note(ended turn: Turn) {
        note(
            [
                SeenLine(turn),
                turn.nextCommitment.map {
                    .promised(EntryName(.turn, turn.turn + 1, of: turn.table), commitment: $0)
                },
            ].compactMap(\.self))
    }

    /// Notes what this user has added to a roll.
    mutating func note(added entropy: String?, to result: RollResult) {
        let name = EntryName(.turn, result.turn, of: result.table)
        if result.outcome != .void, let commitment = result.commitment {
            keep([.rolled(result.roll, of: name, commitment: commitment)])
        }
        note(added: entropy, to: name, roll: result.roll, result.commitment)
    }

    mutating func note(added entropy: String?, to result: ThrowResult) {
        note(added: entropy, to: EntryName(.throw, result.number, of: result.table), roll: 0, result.commitment)
    }

    mutating func note(added entropy: String?, to name: EntryName, roll: Int, _ commitment: String?) {
        guard let entropy, let commitment else { return }
        note([.added(entropy, to: name, roll: roll, commitment: commitment)])
    }

    /// Notes what is revealed for a roll that was asked for.
    mutating func note(_ answers: [Request], for event: TableEvent, at table: TableSnapshot) {
        guard case .rollAsked(let roll, _, _) = event.kind else { return }
        for case let params as RevealParams in answers.map(\.params) {
            let name = EntryName(.turn, table.turn, of: table.table)
            note(added: params.entropy, to: name, roll: roll, table.commitment)
        }
    }

    /// Notes what is promised for the throw behind this one.
    mutating func note(thrown result: ThrowResult) {
        guard let next = result.nextCommitment else { return }
        note([.promised(EntryName(.throw, result.number + 1, of: result.table), commitment: next)])
    }
}
