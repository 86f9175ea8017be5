import DiceGames
package import DiceModel

/// A table's entries that cannot be archived yet: the entries of the match in progress, or the turn
/// that can still be corrected.
package struct OpenEntries: Sendable, Hashable {
    /// The number of the first turn among these entries.
    package var turn: Int
    /// The number of the match whose rest entries are among these entries; `nil` without a match.
    package var match: Int?

    package init(turn: Int, match: Int?) {
        self.turn = turn
        self.match = match
    }
}

extension DiceGroup {
    /// The entries that cannot be archived yet; `nil` if all can.
    package var openEntries: OpenEntries? {
        guard let match else { return nil }
        guard match.isOver else {
            return OpenEntries(turn: turn - match.progress.turns, match: match.number)
        }
        guard rollCount == 0, let filled = match.progress.filled,
            filled.corrections < Limits.corrections
        else {
            return nil
        }
        return OpenEntries(turn: turn - 1, match: nil)
    }

    /// Records how much of the history is archived. No frame reports it.
    package func archive(_ archived: Archived?) {
        state.archived = archived
        touchBesideFrames()
    }
}
