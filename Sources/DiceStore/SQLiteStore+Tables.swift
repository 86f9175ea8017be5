package import DiceModel
package import DiceTable

extension SQLiteStore {
    package func names() throws(StoreError) -> [TableName] {
        try perform { connection in
            // The database numbers rows in the order in which they were added.
            try connection.all("SELECT name FROM tables ORDER BY rowid", read: Records.name)
        }
    }

    package func owners() throws(StoreError) -> [TableName: String] {
        let owned = try perform { connection in
            try connection.all("SELECT name, owner FROM tables WHERE owner <> ''") {
                (try Records.name($0), Records.owner($0))
            }
        }
        var owners: [TableName: String] = [:]
        for case (let name, let owner?) in owned {
            owners[name] = owner
        }
        return owners
    }

    package nonisolated func playerNames() async throws(StoreError) -> Set<String> {
        try await reader.read { connection in
            let players = try connection.all(
                "SELECT players FROM tables WHERE players <> '[]'"
            ) { row in
                (try? RowReader(row, table: "players").json([String].self, "players"))
                    ?? []
            }
            let owners = try connection.all(
                """
                SELECT owner FROM tables UNION SELECT owner FROM savedRolls
                    UNION SELECT savedBy FROM savedRolls
                """,
                read: Records.owner
            )
            return Set(players.joined()).union(owners.compactMap(\.self))
        }
    }

    package nonisolated func summaries() async throws(StoreError) -> [StoredSummary] {
        try await reader.summaries()
    }

    package func table(_ name: TableName) throws(StoreError) -> StoredTable? {
        try perform { connection in
            do {
                var table = try connection.first(
                    """
                    SELECT *, (SELECT '[' || COALESCE(group_concat(absent), '') || ']' FROM openRoll
                            WHERE "table" = name AND outcome = 'void') AS voids,
                        (SELECT by FROM openRoll WHERE "table" = name AND outcome <> 'void' ORDER BY roll DESC LIMIT 1)
                            AS lastRoller
                    FROM tables WHERE name = ?
                    """,
                    name.description,
                    read: Records.table
                )
                if var found = table {
                    try OpenMatch.examine(&found, &connection)
                    table = found
                }
                return table
            } catch let damaged as Records.Damaged {
                throw StoreErrorText.damaged(damaged, file: file)
            }
        }
    }

    package nonisolated func create(_ table: StoredTable) async throws(StoreError) {
        try await write(.powerLoss) { connection in
            try TableColumns.all.insert(table, &connection)
            try connection.execute("PRAGMA user_version = \(Schema.used)")
        }
    }
}
