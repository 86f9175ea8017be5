package import DiceModel
import DiceProof
package import DiceTable

extension SQLiteStore {
    package nonisolated func begin(_ thrown: StoredThrow, at: Timestamp) async throws(StoreError) {
        try await write(.processDeath) { connection in
            try Self.count(thrown, &connection)
            try connection.run(
                #"INSERT INTO openThrow ("table", number, by, at, thrown, faces, seed, ghost) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"#,
                thrown.result.table, thrown.result.number, thrown.result.by, at.millisecondsSinceEpoch,
                Records.json(thrown.result), Records.json(thrown.draws),
                thrown.seed?.seed?.hex ?? "", thrown.ghost.map(Records.json) ?? "")
        }
    }

    package nonisolated func end(
        _ ended: [(thrown: SealedThrow, at: Timestamp)]
    ) async throws(StoreError) -> [SealedThrow] {
        try await write(.powerLoss) { connection in try ended.map { try Self.end($0, at: $1, &connection) } }
    }

    private static func end(
        _ thrown: SealedThrow, at: Timestamp, _ connection: inout SQLiteConnection
    ) throws -> SealedThrow {
        let whole = thrown.unsealed.whole
        let open = try connection.first(
            #"SELECT * FROM openThrow WHERE "table" = ? AND number = ?"#, whole.table, whole.number
        ) { row in (draws: try Records.draws(row), seed: row.text("seed")) }
        guard let open else { throw StoreErrorText.Missing(what: "throw \(whole.number) of table '\(whole.table)'") }
        try connection.run(#"DELETE FROM openThrow WHERE "table" = ? AND number = ?"#, whole.table, whole.number)
        return try addToHistory(thrown, open.draws, seed: open.seed, at: at, &connection)
    }

    package nonisolated func add(_ thrown: StoredThrow, at: Timestamp) async throws(StoreError) -> SealedThrow {
        try await write(.powerLoss) { connection in
            try Self.count(thrown, &connection)
            return try Self.addToHistory(
                SealedThrow(thrown.result, ghost: thrown.ghost), thrown.draws, seed: thrown.seed?.seed?.hex, at: at,
                &connection)
        }
    }

    package func endLeftThrows(at: Timestamp) async throws(StoreError) {
        guard try perform({ try $0.first("SELECT 1 FROM openThrow", read: { _ in true }) }) != nil else { return }
        try await write(.powerLoss) { connection in
            let left = try connection.all(#"SELECT * FROM openThrow ORDER BY at, "table", number"#) { row in
                (
                    table: row.text("table") ?? "", by: row.text("by") ?? "", draws: (try? Records.draws(row)) ?? [],
                    thrown: try? Records.sealed(row, id: nil), seed: row.text("seed")
                )
            }
            for open in left {
                // A throw that cannot be read is lost: nothing is known of it but its faces.
                if let thrown = open.thrown {
                    try Self.addToHistory(thrown, open.draws, seed: open.seed, at: at, &connection)
                } else {
                    try Self.count(Records.tally(open.draws, by: open.by), of: open.table, &connection)
                }
            }
            try connection.run("DELETE FROM openThrow")
        }
    }

    package nonisolated func show(
        _ number: Int, of table: TableName, by name: String?
    ) async throws(StoreError) -> SealedThrow? {
        try await write(.powerLoss) { connection in
            let found = try connection.first(
                #"SELECT * FROM history WHERE "table" = ? AND kind = 'throw' AND turn = ? ORDER BY id DESC LIMIT 1"#,
                table.description, number
            ) { row in
                (
                    thrown: try Records.sealed(row, id: RowReader(row, table: "table").int("id", atLeast: 1)),
                    draws: row.has("faces") ? (try? Records.draws(row)) ?? [] : []
                )
            }
            guard let found, found.thrown.recipients.include(name) else { return nil }
            guard found.thrown.recipients != .everybody else { return found.thrown }
            let entry = found.thrown.toEverybody
            try connection.run(
                "UPDATE history SET thrown = ?, ghost = '', faces = '' WHERE id = ?", Records.json(entry), entry.id ?? 0
            )
            try Self.count(Records.tally(found.draws, by: entry.by), of: entry.table, &connection)
            return found.thrown
        }
    }

    private static func count(_ thrown: StoredThrow, _ connection: inout SQLiteConnection) throws {
        try connection.run(
            "UPDATE tables SET throwCount = ?, throwSeed = ?, throwSeeded = ? WHERE name = ?", thrown.result.number,
            thrown.nextSeed.seed?.hex ?? "", thrown.nextSeed.isDerived ? 1 : 0, thrown.result.table)
        guard connection.changes == 1 else { throw StoreErrorText.Missing(what: "table '\(thrown.result.table)'") }
    }

    /// Returns the entry. Its faces are counted, unless it is secret.
    ///
    /// - Parameters:
    ///   - draws: those of a `StoredThrow`.
    ///   - seed: in hex; empty or nil if it is lost.
    @discardableResult
    private static func addToHistory(
        _ thrown: SealedThrow, _ draws: [Int], seed: String?, at: Timestamp, _ connection: inout SQLiteConnection
    ) throws -> SealedThrow {
        var (entry, ghost) = thrown.unsealed
        (entry.endedAt, entry.proof.seed, entry.nextCommitment) = (at, seed.flatMap { $0.isEmpty ? nil : $0 }, nil)
        if entry.proof.commitment != nil {
            entry.proof.chain = try extendChain(of: entry.table, &connection) { Chain.link(entry, after: $0) }
        }
        if ghost == nil { try count(Records.tally(draws, by: entry.by), of: entry.table, &connection) }
        try connection.run(
            """
            INSERT INTO history
                (kind, "table", turn, endedAt, by, rolls, dice, total, thrown, commitment, seed, chain, ghost, faces)
            VALUES ('throw', ?, ?, ?, ?, '[]', '[]', 0, ?, ?, ?, ?, ?, ?)
            """,
            entry.table, entry.number, at.millisecondsSinceEpoch, entry.by, Records.json(entry),
            entry.proof.commitment ?? "", entry.proof.seed ?? "", entry.proof.chain ?? "",
            ghost.map(Records.json) ?? "",
            ghost == nil ? "" : Records.json(draws))
        entry.id = Int(connection.lastInsertedID)
        ghost?.id = entry.id
        ghost?.endedAt = at
        ghost?.proof.chain = entry.proof.chain
        return SealedThrow(entry, ghost: ghost)
    }
}
