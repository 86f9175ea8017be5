public import DiceModel
public import DiceTable

extension SQLiteStore {
    /// One that cannot be right is left out: it can be saved again.
    public nonisolated func savedRolls() async throws(StoreError) -> [SavedRoll] {
        try await reader.read { connection in
            try connection.all("SELECT name, expression FROM savedRolls ORDER BY name", read: Records.savedRoll)
                .compactMap(\.self)
        }
    }

    public func save(_ roll: SavedRoll) async throws(StoreError) {
        try await write(.powerLoss) { connection in
            try connection.run(
                "INSERT OR REPLACE INTO savedRolls (name, expression) VALUES (?, ?)", roll.name.description,
                roll.expression)
        }
    }

    public func deleteRoll(_ name: RollName) async throws(StoreError) {
        try await write(.powerLoss) { connection in
            try connection.run("DELETE FROM savedRolls WHERE name = ?", name.description)
        }
    }
}
