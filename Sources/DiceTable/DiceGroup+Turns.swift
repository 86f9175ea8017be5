import DiceGames
package import DiceModel
import DiceProof

/// The order of players and the end of a turn.
extension DiceGroup {
    /// Throws `notYourTurn` if another player is up.
    package func checkTurn(of player: String) throws(DiceError) {
        if let up = settings.up, up != player {
            throw .notYourTurn(up)
        }
    }

    /// Returns the history entry for the open turn; the store adds the rolls and the entry's id.
    /// Changes nothing.
    ///
    /// - Parameters:
    ///   - isFull: True if the turn ends because it cannot hold another roll. In that case the same
    ///     player continues, the dice keep their locks, and dice in flight count with their final
    ///     faces.
    ///   - box: The box that the turn fills, in a sheet game.
    ///   - absentFor: What those who end the turn of a player who is away may decide at the table;
    ///     `nil` if the player ends it.
    ///   - isBot: True if a bot ends the turn.
    /// - Throws: The refusal of `permission`, unless `isFull`; `game`.
    package func planEndTurn(
        by: String,
        at: Timestamp,
        box: String? = nil,
        isFull: Bool = false,
        absentFor standing: Standing? = nil,
        isBot: Bool = false
    ) throws(DiceError) -> (ending: Turn, stored: StoredTable) {
        if let standing {
            try checkTurn(of: by)
            try permission(for: .endAbsent).check(by, standing: standing)
        } else if !isFull {
            try permission(for: .endTurn).check(by)
        }
        var (ending, stored) = endTurn(by: by, at: at, isFull: isFull, isBot: isBot)
        ending.absent = standing == nil ? nil : true
        try score(&ending, &stored, box: box)
        if !isFull {
            stored.passTurn()
        }
        return (ending, stored)
    }

    /// Returns the ending of the open turn, ignoring the rules of any game. Changes nothing.
    func endTurn(by: String, at: Timestamp, isFull: Bool, isBot: Bool) -> (
        ending: Turn, stored: StoredTable
    ) {
        var stored = self.stored
        let ending = Turn(
            id: 0,
            table: name.description,
            turn: turn,
            endedAt: at,
            by: by,
            rolls: [],
            dice: stored.dice,
            total: stored.dice.total,
            full: isFull ? true : nil,
            bot: mark(isBot),
            proof: EntryProof(
                commitment: seed?.commitment,
                seed: seed?.seed?.hex,
                seeded: seed?.isDerived == true ? true : nil,
                edition: seed == nil ? nil : state.edition
            )
        )
        stored.turn += 1
        stored.seed = randomness.seeds.seed(table: name.description, turn: stored.turn)
        stored.rollCount = 0
        stored.voids = VoidRolls()
        stored.lastRoller = nil
        stored.continuesFullTurn = isFull
        stored.edition = Edition.current
        if !isFull {
            for index in stored.dice.indices {
                stored.dice[index].locked = false
            }
        }
        return (ending, stored)
    }

    /// Returns the mark of an act by a bot in the open turn. An entry of an older edition has none,
    /// since its chain hash does not cover it.
    func mark(_ isBot: Bool) -> Bool? {
        isBot && Edition.hasDigests(state.edition) ? true : nil
    }

    /// True if another roll would exceed the limits of a turn (`Limits`).
    package var isTurnFull: Bool {
        rollsMade >= Limits.rollsPerTurn
            || (rollsMade + 1) * dice.count > Limits.valuesPerTurn
    }

    /// Begins the turn that `planEndTurn` returned.
    ///
    /// - Parameter last: The entry of the turn that has ended, for a later correction.
    package func beginTurn(_ stored: StoredTable, after last: Turn? = nil) {
        lastTurn = last
        // Throws may have begun since the turn was planned.
        let begun = state
        state = stored
        state.throwCount = begun.throwCount
        state.throwSeed = begun.throwSeed
        state.dice = []
        touch()
        for die in dice where die.locked != stored.dice[die.number - 1].locked {
            die.toggleLock()
        }
        notify()
    }
}
