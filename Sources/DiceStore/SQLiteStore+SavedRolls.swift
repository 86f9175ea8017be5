package import DiceModel
package import DiceTable

extension SQLiteStore {
    /// Skips an invalid roll; it can be saved again.
    package nonisolated func savedRolls() async throws(StoreError) -> [SavedRoll] {
        try await reader.read { connection in
            try connection.all(
                "SELECT name, expression FROM savedRolls ORDER BY name",
                read: Records.savedRoll
            )
            .compactMap(\.self)
        }
    }

    package nonisolated func rollOwners() async throws(StoreError) -> [RollName: String] {
        let owned = try await reader.read { connection in
            try connection.all(
                "SELECT name, expression, owner FROM savedRolls WHERE owner <> ''"
            ) {
                (Records.savedRoll($0)?.name, Records.owner($0))
            }
        }
        var owners: [RollName: String] = [:]
        for case (let name?, let owner?) in owned {
            owners[name] = owner
        }
        return owners
    }

    package nonisolated func save(_ roll: SavedRoll, owner: String?)
        async throws(StoreError)
    {
        try await write(.powerLoss) { connection in
            try connection.run(
                "INSERT OR REPLACE INTO savedRolls (name, expression, owner) VALUES (?, ?, ?)",
                roll.name.description,
                roll.expression,
                owner ?? ""
            )
        }
    }

    package nonisolated func deleteRoll(_ name: RollName) async throws(StoreError) {
        try await write(.powerLoss) { connection in
            try connection.run(
                "DELETE FROM savedRolls WHERE name = ?",
                name.description
            )
        }
    }
}
