extension DiceGroup {
    /// The history entry of the open turn, without its rolls and id, which the store adds. Changes nothing.
    ///
    /// Throws `busy` or `nothingRolled`.
    public func planEndTurn(by: String, at: Timestamp) throws(DiceError) -> (ending: Turn, stored: StoredTable) {
        guard !isAnyDieAnimating else { throw .busy }
        guard rollCount > 0 else { throw .nothingRolled }
        let ending = Turn(
            id: 0, table: name.description, turn: turn, endedAt: at, by: by, rolls: [],
            dice: dice.map { TurnDie(die: $0.number, sides: $0.sides, value: $0.value, locked: $0.locked) },
            total: dice.reduce(0) { $0 + $1.value })
        var stored = self.stored
        stored.turn += 1
        stored.rollCount = 0
        for index in stored.dice.indices { stored.dice[index].locked = false }
        return (ending, stored)
    }

    /// Begins the next turn: no rolls, every die unlocked.
    public func beginNextTurn() {
        turn += 1
        rollCount = 0
        touch()
        for die in dice where die.locked { die.toggleLock() }
        observer?.diceGroupDidChange(self)
    }
}
