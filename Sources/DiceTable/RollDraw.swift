import DiceGames
package import DiceModel
import DiceProof

/// Faces drawn for a roll.
package struct RollDraw: FlightDraw {
    /// What history will say, if the daemon dies before the dice settle.
    package internal(set) var record: RollRecord
    /// The table's stored state once the roll has started.
    package internal(set) var stored: StoredTable
    let owner: RollOwner?
    let animate: Bool

    package func save(in store: any TableStore, at: Timestamp) async throws(StoreError) -> SealedThrow? {
        try await store.save(stored, adding: record)
        return nil
    }

    /// Dice still in flight are settled first (`restart`).
    @TableActor
    package func begin(at group: DiceGroup, taking reservation: Reservation?) -> RollFlight {
        group.stopAnimation(.restart)
        let roll = RollFlight(self, at: group, taking: reservation)
        group.roll = roll
        (group.rollCount, group.voids) = (stored.rollCount, stored.voids)
        (group.lastRoller, group.match) = (stored.lastRoller, stored.match)
        for die in group.dice where die.locked && !stored.dice[die.number - 1].locked { die.toggleLock() }
        group.touch()
        roll.begin()
        return roll
    }
}
