public import DiceModel
public import DiceTable

extension SQLiteStore {
    public func begin(_ thrown: ThrowResult, _ faces: [DrawnFace], at: Timestamp) async throws(StoreError) {
        try await write(.processDeath) { connection in
            try Self.count(thrown, &connection)
            try connection.run(
                #"INSERT INTO openThrow ("table", number, by, at, thrown, faces) VALUES (?, ?, ?, ?, ?, ?)"#,
                thrown.table, thrown.number, thrown.by, at.millisecondsSinceEpoch, Records.json(thrown),
                Records.json(faces.flatMap { [$0.sides, $0.face] }))
        }
    }

    public func end(_ thrown: ThrowResult, at: Timestamp) async throws(StoreError) {
        try await write(.processDeath) { connection in
            let tally = try connection.first(
                #"SELECT * FROM openThrow WHERE "table" = ? AND number = ?"#, thrown.table, thrown.number,
                read: Records.facesOfThrow)
            guard let tally else {
                throw StoreFailure.Missing(what: "throw \(thrown.number) of table '\(thrown.table)'")
            }
            try connection.run(
                #"DELETE FROM openThrow WHERE "table" = ? AND number = ?"#, thrown.table, thrown.number)
            try Self.count(tally, of: thrown.table, &connection)
            try Self.addToHistory(thrown, at: at, &connection)
        }
    }

    public func add(_ thrown: ThrowResult, _ faces: [DrawnFace], at: Timestamp) async throws(StoreError) {
        try await write(.processDeath) { connection in
            try Self.count(thrown, &connection)
            try Self.count(FaceTally(faces, by: thrown.by), of: thrown.table, &connection)
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
            let left = try connection.all("SELECT * FROM openThrow") { row in
                (table: row.text("table") ?? "", tally: (try? Records.facesOfThrow(row)) ?? FaceTally())
            }
            for thrown in left { try Self.count(thrown.tally, of: thrown.table, &connection) }
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
