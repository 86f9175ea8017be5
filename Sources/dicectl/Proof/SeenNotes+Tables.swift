internal import DiceModel
internal import DiceProof
internal import DiceWire

extension SeenNotes {
    /// Notes what a table promises for the open turn and for the next throw, whose number it does not tell.
    mutating func note(_ snapshot: TableSnapshot) {
        note(
            [
                snapshot.commitment.map {
                    .promised(EntryName(.turn, snapshot.turn, of: snapshot.table), commitment: $0)
                },
                snapshot.throwCommitment.map { .promised(EntryName(.throw, 0, of: snapshot.table), commitment: $0) },
            ].compactMap(\.self))
    }

    /// Notes what is revealed and promised as a turn ends.
    mutating func note(_ event: TableEvent) {
        switch event.kind {
        case .turnEnded(var turn, let next):
            turn.nextCommitment = next
            note(ended: turn)
        case .tableChanged(let snapshot): note(snapshot)
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

    /// Notes what is promised for the throw behind this one.
    mutating func note(thrown result: ThrowResult) {
        guard let next = result.nextCommitment else { return }
        note([.promised(EntryName(.throw, result.number + 1, of: result.table), commitment: next)])
    }
}
