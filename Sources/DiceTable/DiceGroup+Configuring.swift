package import DiceGames
import DiceModel

extension DiceGroup {
    /// The table's stored state once it is configured. Changes nothing. What is nil stays as it is.
    ///
    /// - Parameters:
    ///   - sides: of each die; the new dice show 1.
    ///   - players: in the order of their turns; empty for everybody.
    ///   - rollsPerTurn: 0 for any number.
    ///   - pace: one of `Limits.pace`; alone, it is no matter of the game.
    ///   - lastMatch: the number of the last match of which a turn has ended, if the table has a game no more.
    ///   - game: whose dice and rolls become the table's; `.some(nil)` takes away the one that there is.
    /// - Throws: `busy` or `turnOpen` if dice or pace would change; `gameOpen`.
    package func planConfiguration(
        sides: [Int]? = nil, players: [String]? = nil, rollsPerTurn: Int? = nil, lastMatch: Int = 0,
        pace: Double? = nil, game: Game?? = nil
    ) throws(DiceError) -> StoredTable {
        var stored = self.stored
        if let pace {
            if pace != rules.pace { try checkAtRest() }
            stored.rules.pace = pace
            if sides == nil, players == nil, rollsPerTurn == nil, game == nil { return stored }
        }
        let game = game ?? match?.game
        if match != nil || game != nil {
            guard match?.hasBegun != true || match?.isOver == true else { throw .gameOpen }
            try checkAtRest()
        }
        if let game, sides.map({ $0 != game.dice }) ?? rollsPerTurn.map({ $0 != game.rollsPerTurn ?? 0 }) ?? false {
            throw .gameOpen
        }
        let sides = game?.dice ?? sides
        let rollsPerTurn = game.map { $0.rollsPerTurn ?? 0 } ?? rollsPerTurn
        if let sides, sides != stored.dice.map(\.sides) {
            try checkAtRest()
            stored.dice = StoredTable.newDice(sides)
        }
        if let players { stored.rules.seat(players) }
        if let rollsPerTurn { stored.rules.rollsPerTurn = rollsPerTurn == 0 ? nil : rollsPerTurn }
        // A match that nobody has played is the same one with other players.
        let number = match.map { $0.number + ($0.hasBegun ? 1 : 0) } ?? lastMatch + 1
        stored.match = game.map { Match($0, number: number, players: stored.rules.players, first: stored.rules.up) }
        // A turn goes on for those who began it, by the rules that they had.
        if stored.rules != rules || stored.match?.game != match?.game { stored.goesOn = false }
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
        (rules, match, goesOn) = (stored.rules, stored.match, stored.goesOn)
        touch()
        if stored.dice.map(\.sides) != dice.map(\.sides) {
            place(stored.dice)
        } else {
            for die in dice where die.locked != stored.dice[die.number - 1].locked { die.toggleLock() }
        }
        tell()
    }
}

/// Why the table refuses. A refused request has changed nothing.
package enum DiceError: Error, Sendable, Hashable {
    /// A die of the table animates.
    case busy
    /// A lock change names dice that animate.
    case dieAnimating([Int])
    /// A roll with every die locked.
    case allLocked
    /// A turn without a roll cannot end; where the first one takes every die, no lock changes before it.
    case nothingRolled
    /// The first roll of a turn leaves out these dice.
    case rollAllFirst([Int])
    /// The table has no dice of these numbers.
    case noSuchDie([Int])
    /// A roll names locked dice.
    case dieLocked([Int])
    /// Another player is up: this one.
    case notYourTurn(String)
    /// The turn has had this many rolls, as many as it may have.
    case noRollsLeft(Int)
    /// Dice and pace change only before the turn's first roll.
    case turnOpen
    /// The rules of the game do not allow it.
    case game(Match.Refusal)
    /// What the game needs changes only before a match and after it.
    case gameOpen
    /// The table has no game.
    case noGame
}
