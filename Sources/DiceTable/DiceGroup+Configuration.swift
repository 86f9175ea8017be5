internal import DiceModel

/// What of a table is to become another. nil leaves it as it is.
public struct TableConfiguration: Sendable, Hashable {
    /// Sides of each die; the new dice show 1.
    public var sides: [Int]?
    /// In the order in which they are up; empty for everybody.
    public var players: [String]?
    /// 0 for any number.
    public var rollsPerTurn: Int?

    public init(sides: [Int]? = nil, players: [String]? = nil, rollsPerTurn: Int? = nil) {
        self.sides = sides
        self.players = players
        self.rollsPerTurn = rollsPerTurn
    }
}

extension DiceGroup {
    /// The table's stored state once it is configured. Changes nothing. Throws `busy` or `turnOpen` where dice would change.
    public func plan(_ configuration: TableConfiguration) throws(DiceError) -> StoredTable {
        var stored = self.stored
        if let sides = configuration.sides, sides != stored.dice.map(\.sides) {
            guard !isAnyDieAnimating else { throw .busy }
            guard rollCount == 0 else { throw .turnOpen }
            stored.dice = sides.map(StoredDie.init(newWithSides:))
        }
        if let players = configuration.players { stored.rules.seat(players) }
        if let rolls = configuration.rollsPerTurn { stored.rules.rollsPerTurn = rolls == 0 ? nil : rolls }
        // Where locks need a roll before them, none is left from before.
        if stored.rules.rollsPerTurn != nil, rollCount == 0 {
            for index in stored.dice.indices { stored.dice[index].locked = false }
        }
        return stored
    }

    /// Makes the change that `plan` has planned.
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
