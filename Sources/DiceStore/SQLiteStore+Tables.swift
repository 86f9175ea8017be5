public import DiceModel
public import DiceTable
import GRDB

extension SQLiteStore {
    public func tables() async throws(StoreError) -> [StoredTable] {
        try await perform { db in
            try Array(Row.fetchCursor(db, sql: "SELECT * FROM tables ORDER BY name").map(Records.table))
        }
    }

    public func create(_ table: StoredTable) async throws(StoreError) {
        try await write(.powerLoss) { db in
            try db.execute(
                sql: "INSERT INTO tables (name, turn, rollCount, dice) VALUES (?, ?, ?, ?)",
                arguments: [table.name.description, table.turn, table.rollCount, Records.json(table.dice)])
            try db.execute(sql: "PRAGMA user_version = \(Schema.used)")
        }
    }

    public func delete(_ name: TableName) async throws(StoreError) {
        try await write(.powerLoss) { db in
            try db.execute(sql: "DELETE FROM tables WHERE name = ?", arguments: [name.description])
        }
    }

    public func save(_ table: StoredTable, adding roll: RollRecord?) async throws(StoreError) {
        try await write(.processDeath) { db in
            try Self.update(table, db)
            guard let roll else { return }
            try db.cachedStatement(
                sql: """
                    INSERT INTO openRoll ("table", roll, by, at, outcome, rolled, "values") VALUES (?, ?, ?, ?, ?, ?, ?)
                    """
            ).execute(arguments: [
                table.name.description, roll.roll, roll.by, roll.at.millisecondsSinceEpoch, roll.outcome.rawValue,
                Records.json(roll.rolled), Records.json(roll.values),
            ])
        }
    }

    public func setOutcome(
        _ outcome: RollOutcome, ofRoll roll: Int, in table: TableName
    ) async throws(StoreError) {
        try await write(.processDeath) { db in
            try db.cachedStatement(sql: #"UPDATE openRoll SET outcome = ? WHERE "table" = ? AND roll = ?"#)
                .execute(arguments: [outcome.rawValue, table.description, roll])
            guard db.changesCount == 1 else { throw StoreFailure.Missing(what: "roll \(roll) of table '\(table)'") }
        }
    }

    /// Replaces a row that must exist: a late save must not bring a deleted table back.
    static func update(_ table: StoredTable, _ db: Database) throws {
        try db.cachedStatement(sql: "UPDATE tables SET turn = ?, rollCount = ?, dice = ? WHERE name = ?")
            .execute(arguments: [table.turn, table.rollCount, Records.json(table.dice), table.name.description])
        guard db.changesCount == 1 else { throw StoreFailure.Missing(what: "table '\(table.name)'") }
    }
}
