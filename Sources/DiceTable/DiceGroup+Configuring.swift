internal import DiceModel

extension DiceGroup {
    /// The table's stored state once it is configured. Changes nothing. What is nil stays as it is.
    ///
    /// - Parameters:
    ///   - sides: of each die; the new dice show 1.
    ///   - players: in the order of their turns; empty for everybody.
    ///   - rollsPerTurn: 0 for any number.
    /// - Throws: `busy` or `turnOpen` if dice would change.
    public func planConfiguration(
        sides: [Int]? = nil, players: [String]? = nil, rollsPerTurn: Int? = nil
    ) throws(DiceError) -> StoredTable {
        var stored = self.stored
        if let sides, sides != stored.dice.map(\.sides) {
            guard !isAnyDieAnimating else { throw .busy }
            guard rollCount == 0 else { throw .turnOpen }
            stored.dice = StoredTable.newDice(sides)
        }
        if let players { stored.rules.seat(players) }
        if let rollsPerTurn { stored.rules.rollsPerTurn = rollsPerTurn == 0 ? nil : rollsPerTurn }
        // If dice can only be locked after a roll, no lock stays.
        if stored.rules.rollsPerTurn != nil, rollCount == 0 {
            for index in stored.dice.indices { stored.dice[index].locked = false }
        }
        return stored
    }

    /// Makes the change that `planConfiguration` has planned.
    public func configure(_ stored: StoredTable) {
        rules = stored.rules
        touch()
        if stored.dice.map(\.sides) != dice.map(\.sides) {
            place(stored.dice)
        } else {
            for die in dice where die.locked != stored.dice[die.number - 1].locked { die.toggleLock() }
        }
        observer?.diceGroupDidChange(self, isPassing: false)
    }
}

/// Why the table refuses. A refused request has changed nothing.
public enum DiceError: Error, Sendable, Hashable {
    /// A die of the table animates.
    case busy
    /// A lock change names dice that animate.
    case dieAnimating([Int])
    /// A roll with every die locked.
    case allLocked
    /// A turn without a roll cannot end; if its rolls are limited, it cannot lock dice either.
    case nothingRolled
    /// The table has no dice of these numbers.
    case noSuchDie([Int])
    /// A roll names locked dice.
    case dieLocked([Int])
    /// Another player is up: this one.
    case notYourTurn(String)
    /// The turn has had this many rolls, as many as it may have.
    case noRollsLeft(Int)
    /// The dice change only before the turn's first roll.
    case turnOpen
}
