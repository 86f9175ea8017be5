import DiceGames
import DiceModel
import DiceVerifying

/// The oldest entries of a table that can be archived: those that ended before an instant, up to
/// the match in progress and to the turn that can still be corrected.
struct ArchiveBound: Hashable {
    let before: Timestamp
    /// The number of the match in progress; `nil` if there is none.
    private let openMatch: Int?
    /// The number of the turn that can still be corrected; `nil` if there is none.
    private let lastTurn: Int?

    init(before: Timestamp, at table: TableSnapshot) {
        self.before = before
        openMatch = table.game?.over == false ? table.game?.match : nil
        lastTurn =
            table.game?.over == true && table.game?.turn == nil && table.roll == 0
            ? table.turn - 1 : nil
    }

    /// Returns true if the entry can be archived, provided that all entries before it can. An entry
    /// that this program cannot read cannot be archived.
    func includes(_ entry: SentEntry) -> Bool {
        guard let entry = entry.entry, let endedAt = entry.endedAt else { return false }
        return endedAt.millisecondsSinceEpoch < before.millisecondsSinceEpoch
            && !isOpen(entry)
    }

    private func isOpen(_ entry: HistoryEntry) -> Bool {
        switch entry {
        case .turn(let turn):
            isOpen(turn.match.score?.match)
                || turn.turn == lastTurn && turn.match.score != nil
        case .rested(let rest): isOpen(rest.match)
        case .thrown, .corrected: false
        }
    }

    private func isOpen(_ match: Int?) -> Bool {
        openMatch != nil && match == openMatch
    }
}
