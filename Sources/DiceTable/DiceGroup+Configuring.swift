package import DiceGames
package import DiceModel

extension DiceGroup {
    /// The table's stored state once it is configured. Changes nothing.
    ///
    /// - Parameters:
    ///   - change: new dice show 1.
    ///   - game: whose dice and rolls become the table's; `.some(nil)` takes away the one that
    ///     there is.
    ///   - lastMatch: the number of the last match of which a turn has ended, if the table has a
    ///     game no more.
    /// - Throws: `busy` or `turnOpen` if dice, their being real or pace would change; `gameOpen`.
    package func planConfiguration(
        _ change: SettingsChange,
        game: Game?? = nil,
        lastMatch: Int = 0
    ) throws(DiceError) -> StoredTable {
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
                throw .gameOpen
            }
            try checkAtRest()
        }
        if let game {
            let isOther =
                change.dice.map { $0 != game.shapes }
                ?? change.rollsPerTurn.map { $0 != game.rollsPerTurn ?? 0 }
            guard isOther != true else { throw .gameOpen }
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
        // A match that nobody has played is the same one with other players.
        let number = match.map { $0.number + ($0.hasBegun ? 1 : 0) } ?? lastMatch + 1
        stored.match = game.map {
            Match(
                $0,
                number: number,
                players: stored.settings.players ?? [],
                first: stored.settings.up
            )
        }
        // A turn goes on for those who began it, by the rules that they had.
        if stored.settings != settings || stored.match?.game != match?.game {
            stored.goesOn = false
        }
        stored.unlockIfAllMustRoll()
        return stored
    }

    /// Throws unless the turn has no roll yet.
    private func checkAtRest() throws(DiceError) {
        guard !isAnyDieAnimating else { throw .busy }
        guard rollCount == 0 else { throw .turnOpen }
    }

    /// Makes the change that `planConfiguration` has planned.
    package func configure(_ stored: StoredTable) {
        state.settings = stored.settings
        state.match = stored.match
        state.goesOn = stored.goesOn
        touch()
        if stored.dice.map(\.shape) != dice.map(\.stored.shape) {
            place(stored.dice)
        } else {
            for die in dice where die.locked != stored.dice[die.number - 1].locked {
                die.toggleLock()
            }
        }
        tell()
    }
}
