public import DiceModel
import DiceProof
public import DiceTable

extension SQLiteStore {
    public func begin(_ thrown: StoredThrow, at: Timestamp) async throws(StoreError) {
        try await write(.processDeath) { connection in
            try Self.count(thrown, &connection)
            try connection.run(
                #"INSERT INTO openThrow ("table", number, by, at, thrown, faces, seed) VALUES (?, ?, ?, ?, ?, ?, ?)"#,
                thrown.result.table, thrown.result.number, thrown.result.by, at.millisecondsSinceEpoch,
                Records.json(thrown.result), Records.json(thrown.draws),
                thrown.seed?.seed?.hex ?? "")
        }
    }

    public func end(_ thrown: ThrowResult, at: Timestamp) async throws(StoreError) -> ThrowResult {
        try await write(.powerLoss) { connection in
            let open = try connection.first(
                #"SELECT * FROM openThrow WHERE "table" = ? AND number = ?"#, thrown.table, thrown.number
            ) { row in (tally: try Records.facesOfThrow(row), seed: row.text("seed")) }
            guard let open else {
                throw StoreErrorText.Missing(what: "throw \(thrown.number) of table '\(thrown.table)'")
            }
            try connection.run(
                #"DELETE FROM openThrow WHERE "table" = ? AND number = ?"#, thrown.table, thrown.number)
            try Self.count(open.tally, of: thrown.table, &connection)
            return try Self.addToHistory(thrown, seed: open.seed, at: at, &connection)
        }
    }

    public func add(_ thrown: StoredThrow, at: Timestamp) async throws(StoreError) -> ThrowResult {
        try await write(.powerLoss) { connection in
            try Self.count(thrown, &connection)
            try Self.count(Records.tally(thrown.draws, by: thrown.result.by), of: thrown.result.table, &connection)
            return try Self.addToHistory(thrown.result, seed: thrown.seed?.seed?.hex, at: at, &connection)
        }
    }

    public func endLeftThrows(at: Timestamp) async throws(StoreError) {
        guard try perform({ try $0.first("SELECT 1 FROM openThrow", read: { _ in true }) }) != nil else { return }
        try await write(.powerLoss) { connection in
            let left = try connection.all(#"SELECT * FROM openThrow ORDER BY at, "table", number"#) { row in
                (
                    table: row.text("table") ?? "", tally: (try? Records.facesOfThrow(row)) ?? FaceTally(),
                    thrown: try? Records.thrown(row, id: nil), seed: row.text("seed")
                )
            }
            for open in left {
                // A throw that cannot be read is lost: nothing is known of it.
                if let thrown = open.thrown { try Self.addToHistory(thrown, seed: open.seed, at: at, &connection) }
                try Self.count(open.tally, of: open.table, &connection)
            }
            try connection.run("DELETE FROM openThrow")
        }
    }

    private static func count(_ thrown: StoredThrow, _ connection: inout SQLiteConnection) throws {
        try connection.run(
            "UPDATE tables SET throwCount = ?, throwSeed = ?, throwSeeded = ? WHERE name = ?", thrown.result.number,
            thrown.nextSeed.seed?.hex ?? "", thrown.nextSeed.isDerived ? 1 : 0, thrown.result.table)
        guard connection.changes == 1 else { throw StoreErrorText.Missing(what: "table '\(thrown.result.table)'") }
    }

    /// Returns the entry.
    ///
    /// - Parameter seed: in hex; empty or nil if it is lost.
    @discardableResult
    private static func addToHistory(
        _ thrown: ThrowResult, seed: String?, at: Timestamp, _ connection: inout SQLiteConnection
    ) throws -> ThrowResult {
        var entry = thrown
        (entry.endedAt, entry.seed, entry.nextCommitment) = (at, seed.flatMap { $0.isEmpty ? nil : $0 }, nil)
        if entry.commitment != nil {
            entry.chain = try extendChain(of: entry.table, &connection) { Chain.link(entry, after: $0) }
        }
        try connection.run(
            """
            INSERT INTO history (kind, "table", turn, endedAt, by, rolls, dice, total, thrown, commitment, seed, chain)
            VALUES ('throw', ?, ?, ?, ?, '[]', '[]', 0, ?, ?, ?, ?)
            """,
            entry.table, entry.number, at.millisecondsSinceEpoch, entry.by, Records.json(entry),
            entry.commitment ?? "", entry.seed ?? "", entry.chain ?? "")
        entry.id = Int(connection.lastInsertedID)
        return entry
    }
}
