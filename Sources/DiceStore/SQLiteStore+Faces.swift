public import DiceModel
public import DiceTable

extension SQLiteStore {
    /// Adds to what is counted of a table's faces. To be called in the transaction that stores what was rolled.
    static func count(_ tally: FaceTally, of table: String, _ connection: inout Connection) throws {
        for (key, counts) in tally.counts {
            var sum = FaceTally()
            sum.add(counts, key)
            let found = try connection.first(
                #"SELECT * FROM faces WHERE "table" = ? AND sides = ? AND by = ?"#,
                table, key.sides, key.by, read: Records.faces)
            if let found { sum.add(found.counts, key) }
            try connection.run(
                #"INSERT OR REPLACE INTO faces ("table", sides, by, counts) VALUES (?, ?, ?, ?)"#,
                table, key.sides, key.by, Records.json(sum.counts[key] ?? counts))
        }
    }

    /// Counts what stands in the history, in a database that has counted nothing. Entries that cannot be read are left out.
    static func countHistory(_ connection: inout Connection) throws {
        var tallies: [TableName: FaceTally] = [:]
        try connection.query("SELECT * FROM history WHERE kind = 'turn'", []) { rows in
            while let row = try rows.next() {
                guard let turn = try? Records.turn(row), let table = TableName(turn.table) else { continue }
                tallies[table, default: FaceTally()].add(turn)
            }
        }
        for (table, tally) in tallies { try count(tally, of: table.description, &connection) }
    }

    public nonisolated func faces(_ query: FaceQuery) async throws(StoreError) -> StoredFaces? {
        try await reader.faces(query)
    }
}
