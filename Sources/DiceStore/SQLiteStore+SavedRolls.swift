package import DiceModel
package import DiceTable

extension SQLiteStore {
    /// Skips an invalid roll; it can be saved again.
    package nonisolated func savedRolls() async throws(StoreError) -> [SavedRoll] {
        try await reader.read { connection in
            try connection.all(
                "SELECT * FROM savedRolls ORDER BY name, owner",
                read: Records.savedRoll
            )
            .compactMap(\.self)
        }
    }

    package nonisolated func rollSavers() async throws(StoreError) -> [SavedRoll.Key: String] {
        let saved = try await reader.read { connection in
            try connection.all("SELECT * FROM savedRolls WHERE savedBy <> ''") {
                (Records.savedRoll($0)?.key, $0.text("savedBy"))
            }
        }
        var savers: [SavedRoll.Key: String] = [:]
        for case (let key?, let saver?) in saved {
            savers[key] = saver
        }
        return savers
    }

    package nonisolated func save(_ roll: SavedRoll, by saver: String?)
        async throws(StoreError)
    {
        try await write(.powerLoss) { connection in
            try connection.run(
                """
                INSERT OR REPLACE INTO savedRolls (owner, name, expression, savedBy)
                VALUES (?, ?, ?, ?)
                """,
                roll.owner,
                roll.name.description,
                roll.expression,
                saver ?? ""
            )
        }
    }

    package nonisolated func deleteRoll(_ key: SavedRoll.Key) async throws(StoreError) {
        try await write(.powerLoss) { connection in
            try connection.run(
                "DELETE FROM savedRolls WHERE owner = ? AND name = ?",
                key.owner,
                key.name.description
            )
        }
    }
}
