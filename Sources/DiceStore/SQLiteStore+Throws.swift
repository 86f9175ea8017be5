public import DiceModel
public import DiceTable

extension SQLiteStore {
    public func begin(_ thrown: ThrowResult, at: Timestamp) async throws(StoreError) {
        try await write(.processDeath) { connection in
            try Self.count(thrown, &connection)
            try connection.run(
                #"INSERT INTO openThrow ("table", number, by, at, thrown) VALUES (?, ?, ?, ?, ?)"#,
                thrown.table, thrown.number, thrown.by, at.millisecondsSinceEpoch, Records.json(thrown))
        }
    }

    public func end(_ thrown: ThrowResult, at: Timestamp) async throws(StoreError) {
        try await write(.processDeath) { connection in
            try connection.run(
                #"DELETE FROM openThrow WHERE "table" = ? AND number = ?"#, thrown.table, thrown.number)
            guard connection.changes == 1 else {
                throw StoreFailure.Missing(what: "throw \(thrown.number) of table '\(thrown.table)'")
            }
            try Self.addToHistory(thrown, at: at, &connection)
        }
    }

    public func add(_ thrown: ThrowResult, at: Timestamp) async throws(StoreError) {
        try await write(.processDeath) { connection in
            try Self.count(thrown, &connection)
            try Self.addToHistory(thrown, at: at, &connection)
        }
    }

    public func endLeftThrows(at: Timestamp) async throws(StoreError) {
        guard try perform({ try $0.first("SELECT 1 FROM openThrow", read: { _ in true }) }) != nil else { return }
        try await write(.processDeath) { connection in
            try connection.run(
                """
                INSERT INTO history (kind, "table", turn, endedAt, by, rolls, dice, total, thrown)
                SELECT 'throw', "table", number, ?, by, '[]', '[]', 0, thrown FROM openThrow ORDER BY at, "table", number
                """, at.millisecondsSinceEpoch)
            try connection.run("DELETE FROM openThrow")
        }
    }

    private static func count(_ thrown: ThrowResult, _ connection: inout Connection) throws {
        try connection.run("UPDATE tables SET throwCount = ? WHERE name = ?", thrown.number, thrown.table)
        guard connection.changes == 1 else { throw StoreFailure.Missing(what: "table '\(thrown.table)'") }
    }

    private static func addToHistory(_ thrown: ThrowResult, at: Timestamp, _ connection: inout Connection) throws {
        try connection.run(
            """
            INSERT INTO history (kind, "table", turn, endedAt, by, rolls, dice, total, thrown)
            VALUES ('throw', ?, ?, ?, ?, '[]', '[]', 0, ?)
            """,
            thrown.table, thrown.number, at.millisecondsSinceEpoch, thrown.by, Records.json(thrown))
    }
}
