import DiceModel
import DiceTable

extension Table {
    /// Ends the open turn of a bank game if it is lost: after its roll, before a change that would
    /// follow it, and when the daemon starts with a turn that was lost but not ended. The caller
    /// holds the lock.
    func endLostTurn() async throws {
        guard ledger.isTurnLost else { return }
        _ = try await end(
            by: group.settings.up ?? group.lastRoller ?? group.name.description
        )
    }
}
