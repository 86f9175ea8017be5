package import DiceGames
package import DiceModel

extension DiceGroup {
    /// Returns the stored state that the table will have after the configuration. Changes nothing.
    ///
    /// - Parameters:
    ///   - change: The new settings; new dice show 1.
    ///   - game: The game that determines the table's dice and rolls; `.some(nil)` removes the
    ///     present game.
    ///   - lastMatch: The number of the last match in which a turn has ended, for a table that has
    ///     no game now.
    /// - Throws: `busy` while a roll waits for its contributors; `busy` or `turnOpen` if dice,
    ///   `hand` or pace would change; `matchInProgress`, `fixedByGame` or `contradicts`.
    package func planConfiguration(
        _ change: SettingsChange,
        game: Game?? = nil,
        lastMatch: Int = 0
    ) throws(DiceError) -> StoredTable {
        guard !awaitsReveals else { throw .busy }
        guard contradictions.isEmpty else { throw .contradicts(contradictions, at: name) }
        var stored = self.stored
        var change = change
        if let pace = change.pace, pace != settings.pace ?? 1 {
            try checkAtRest()
        }
        if change.isApartFromPlay, game == nil {
            stored.settings.apply(change)
            return stored
        }
        let game = game ?? match?.game
        if match != nil || game != nil {
            guard match?.hasBegun != true || match?.isOver == true else {
                throw .matchInProgress
            }
            try checkAtRest()
        }
        if let game {
            let isOther =
                change.dice.map { $0 != game.shapes }
                ?? change.rollsPerTurn.map { $0 != game.rollsPerTurn ?? 0 }
            guard isOther != true else { throw .fixedByGame }
            change.dice = game.shapes
            change.rollsPerTurn = game.rollsPerTurn ?? 0
        }
        if let hand = change.hand, hand != (settings.hand == true) {
            try checkAtRest()
        }
        if let shapes = change.dice, shapes != stored.dice.map(\.shape) {
            try checkAtRest()
            stored.dice = StoredTable.newDice(shapes)
        }
        stored.settings.apply(change)
        // A match without an ended turn keeps its number when its players change.
        let number = match.map { $0.number + ($0.hasBegun ? 1 : 0) } ?? lastMatch + 1
        if let match, !match.hasBegun, match.game == game, change.players == nil {
            stored.match = match.atStart
        } else {
            stored.match = game.map {
                Match(
                    $0,
                    number: number,
                    players: stored.settings.players ?? [],
                    first: stored.settings.up
                )
            }
        }
        // A full turn continues only for the same players, under the rules with which the turn
        // began.
        if stored.settings != settings || stored.match?.game != match?.game {
            stored.continuesFullTurn = false
        }
        stored.unlockIfAllMustRoll()
        return stored
    }

    /// Throws unless the turn has no roll yet.
    private func checkAtRest() throws(DiceError) {
        guard !isAnyDieAnimating else { throw .busy }
        guard rollCount == 0 else { throw .turnOpen }
    }

    /// Applies the change that `planConfiguration` returned.
    package func configure(_ stored: StoredTable) {
        state.settings = stored.settings
        state.match = stored.match
        state.continuesFullTurn = stored.continuesFullTurn
        touch()
        if stored.dice.map(\.shape) != dice.map(\.stored.shape) {
            place(stored.dice)
        } else {
            for die in dice where die.locked != stored.dice[die.number - 1].locked {
                die.toggleLock()
            }
        }
        notify()
    }
}
