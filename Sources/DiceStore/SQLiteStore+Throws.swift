package import DiceModel
import DiceProof
package import DiceTable
import DiceWire

extension SQLiteStore {
    package nonisolated func begin(_ thrown: StoredThrow, at: Timestamp)
        async throws(StoreError)
    {
        try await write(.processDeath) { connection in
            try Self.count(thrown, &connection)
            try connection.run(
                #"INSERT INTO openThrow ("table", number, by, at, thrown, faces, seed, ghost, most) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"#,
                thrown.result.table,
                thrown.result.number,
                thrown.result.by,
                at.millisecondsSinceEpoch,
                Records.json(thrown.result),
                Records.json(thrown.draws),
                thrown.seed?.seed?.hex ?? "",
                thrown.hidden.map(Records.json) ?? "",
                thrown.maxBytes
            )
        }
    }

    package nonisolated func end(
        _ ended: [(thrown: SealedThrow, at: Timestamp)]
    ) async throws(StoreError) -> [SealedThrow] {
        try await write(.powerLoss) { connection in
            try ended.map { try Self.end($0, at: $1, &connection) }
        }
    }

    private static func end(
        _ thrown: SealedThrow,
        at: Timestamp,
        _ connection: inout SQLiteConnection
    ) throws -> SealedThrow {
        let whole = thrown.unsealed.whole
        let open = try connection.first(
            #"SELECT * FROM openThrow WHERE "table" = ? AND number = ?"#,
            whole.table,
            whole.number
        ) { row in
            (
                draws: try Records.draws(row), seed: row.text("seed"),
                maximum: row.integer("most") ?? 0
            )
        }
        guard let open else {
            throw StoreErrorText.Missing(
                what: "throw \(whole.number) of table '\(whole.table)'"
            )
        }
        try connection.run(
            #"DELETE FROM openThrow WHERE "table" = ? AND number = ?"#,
            whole.table,
            whole.number
        )
        return try addToHistory(
            thrown,
            open.draws,
            seed: open.seed,
            maximum: Int(open.maximum),
            at: at,
            &connection
        )
    }

    package nonisolated func add(_ thrown: StoredThrow, at: Timestamp)
        async throws(StoreError)
        -> SealedThrow
    {
        try await write(.powerLoss) { connection in
            try Self.count(thrown, &connection)
            return try Self.addToHistory(
                SealedThrow(thrown.result, hidden: thrown.hidden),
                thrown.draws,
                seed: thrown.seed?.seed?.hex,
                maximum: thrown.maxBytes,
                at: at,
                &connection
            )
        }
    }

    package func endLeftThrows(at: Timestamp) async throws(StoreError) {
        guard
            try perform({ try $0.first("SELECT 1 FROM openThrow", read: { _ in true }) }
            ) != nil
        else { return }
        try await write(.powerLoss) { connection in
            let left = try connection.all(
                #"SELECT * FROM openThrow ORDER BY at, "table", number"#
            ) { row in
                (
                    table: row.text("table") ?? "", by: row.text("by") ?? "",
                    draws: (try? Records.draws(row)) ?? [],
                    thrown: try? Records.sealed(row, id: nil), seed: row.text("seed"),
                    maximum: row.integer("most") ?? 0
                )
            }
            for open in left {
                // An unreadable throw is lost; only its faces are known.
                if let thrown = open.thrown {
                    try Self.addToHistory(
                        thrown,
                        open.draws,
                        seed: open.seed,
                        maximum: Int(open.maximum),
                        at: at,
                        &connection
                    )
                } else {
                    try Self.count(
                        Records.tally(open.draws, by: open.by),
                        of: open.table,
                        &connection
                    )
                }
            }
            try connection.run("DELETE FROM openThrow")
        }
    }

    package nonisolated func show(
        _ number: Int,
        of table: TableName,
        by viewers: [String]
    ) async throws(StoreError) -> SealedThrow? {
        try await write(.powerLoss) { connection in
            let found = try connection.first(
                """
                SELECT * FROM (SELECT * FROM entries UNION ALL SELECT * FROM prunedSecrets)
                    WHERE "table" = ? AND kind = 'throw' AND turn = ? ORDER BY id DESC LIMIT 1
                """,
                table.description,
                number
            ) { row in
                (
                    thrown: try Records.sealed(
                        row,
                        id: RowReader(row, table: "table").int("id", atLeast: 1)
                    ),
                    draws: row.has("faces") ? (try? Records.draws(row)) ?? [] : []
                )
            }
            guard let found, found.thrown.recipients.include(viewers) else {
                return nil
            }
            guard found.thrown.recipients != .everybody else { return found.thrown }
            let entry = found.thrown.toEverybody
            try connection.run(
                """
                UPDATE history SET thrown = ?, ghost = '', faces = '', most = 0,
                    shown = (SELECT COALESCE(max(archivedLast) >= history.id, 0) FROM tables WHERE name = history."table")
                    WHERE id = ?
                """,
                Records.json(entry),
                entry.id ?? 0
            )
            try Self.count(
                Records.tally(found.draws, of: entry),
                of: entry.table,
                &connection
            )
            return found.thrown
        }
    }

    /// Deletes everything about a secret throw except the version for strangers.
    static func hide(
        _ number: Int,
        of table: TableName,
        _ connection: inout SQLiteConnection
    )
        throws
    {
        try connection.run(
            """
            UPDATE history SET thrown = ghost, seed = '', faces = '[]'
                WHERE "table" = ? AND kind = 'throw' AND turn = ? AND ghost != ''
            """,
            table.description,
            number
        )
    }

    private static func count(
        _ thrown: StoredThrow,
        _ connection: inout SQLiteConnection
    ) throws {
        try connection.run(
            "UPDATE tables SET throwCount = ?, throwSeed = ?, throwSeeded = ? WHERE name = ?",
            thrown.result.number,
            thrown.nextSeed.seed?.hex ?? "",
            thrown.nextSeed.isDerived ? 1 : 0,
            thrown.result.table
        )
        guard connection.changes == 1 else {
            throw StoreErrorText.Missing(what: "table '\(thrown.result.table)'")
        }
    }

    /// Adds a throw to history and returns its entry. Counts its faces unless it is secret.
    ///
    /// - Parameters:
    ///   - draws: The `draws` of a `StoredThrow`.
    ///   - seed: The seed in hex; empty or `nil` if it is lost.
    ///   - most: The bytes that a secret throw counts against its thrower's quota.
    @discardableResult
    private static func addToHistory(
        _ thrown: SealedThrow,
        _ draws: [Int],
        seed: String?,
        maximum: Int,
        at: Timestamp,
        _ connection: inout SQLiteConnection
    ) throws -> SealedThrow {
        var (entry, hidden) = thrown.unsealed
        entry.endedAt = at
        entry.proof.seed = seed.flatMap { $0.isEmpty ? nil : $0 }
        entry.nextCommitment = nil
        if entry.proof.commitment != nil {
            let link = try extendChain(of: entry.table, &connection) { last in
                Chain.link(entry, after: last)
            }
            entry.proof.take(link)
        }
        if hidden == nil {
            try count(Records.tally(draws, of: entry), of: entry.table, &connection)
        }
        try connection.run(
            """
            INSERT INTO history
                (kind, "table", turn, endedAt, by, rolls, dice, total, thrown, commitment, seed, chain, ghost, faces,
                digest, most)
            VALUES ('throw', ?, ?, ?, ?, '[]', '[]', 0, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            entry.table,
            entry.number,
            at.millisecondsSinceEpoch,
            entry.by,
            Records.json(entry),
            entry.proof.commitment ?? "",
            entry.proof.seed ?? "",
            entry.proof.chain ?? "",
            hidden.map(Records.json) ?? "",
            hidden == nil ? "" : Records.json(draws),
            entry.proof.digest ?? "",
            hidden == nil ? 0 : maximum
        )
        entry.id = Int(connection.lastInsertedID)
        hidden?.id = entry.id
        hidden?.endedAt = at
        hidden?.proof.digest = entry.proof.digest
        hidden?.proof.chain = entry.proof.chain
        return SealedThrow(entry, hidden: hidden)
    }
}

extension Records {
    /// Returns the version of an entry that the query's viewers see.
    static func entry(_ row: SQLiteRow, for query: HistoryQuery) throws -> HistoryEntry {
        switch row.text("kind") {
        case "correction": return .corrected(try correction(row))
        case "rest": return .rested(try rest(row))
        case "throw":
            let id = try RowReader(row, table: "table").int("id", atLeast: 1)
            return .thrown(try sealed(row, id: id).shown(to: query.viewers))
        default: return .turn(try turn(row))
        }
    }

    /// - Parameter id: The entry's id; `nil` for a throw that is still open.
    static func sealed(_ row: SQLiteRow, id: Int?) throws -> SealedThrow {
        let whole = try thrown(row, id: id)
        guard row.has("ghost"), row.text("ghost") != "" else {
            return SealedThrow(whole)
        }
        var hidden = try thrown(row, "ghost", id: id)
        hidden.proof.seed = nil
        return SealedThrow(whole, hidden: hidden)
    }

    /// - Parameter id: The entry's id; `nil` for a throw that is still open.
    private static func thrown(_ row: SQLiteRow, _ column: String = "thrown", id: Int?)
        throws
        -> ThrowResult
    {
        let reader = RowReader(row, table: "table")
        var thrown = try reader.json(column) {
            try? ThrowResult(json: $0.renaming("number", to: "throw"))
        }
        thrown.table = try reader.checked("table") { TableName($0)?.description }
        thrown.id = id
        if id != nil {
            thrown.endedAt = try reader.instant("endedAt")
            thrown.proof.seed = try reader.digest("seed")
            thrown.proof.digest = try reader.digest("digest")
            thrown.proof.chain = try reader.digest("chain")
        }
        try reader.require(
            (thrown.hidden == true || ThrowOutcome.allCases.contains(thrown.outcome))
                && thrown.number >= 1
                && thrown.dice.count <= Limits.diceOfThrow
                && thrown.dice.allSatisfy { Limits.sidesOfThrow.contains($0.sides) },
            column
        )
        return thrown
    }

    /// Returns the sides and faces of the throw in `row`, as in a `StoredThrow`.
    static func draws(_ row: SQLiteRow) throws -> [Int] {
        let reader = RowReader(row, table: "table")
        _ = try reader.checked("by", label)
        let numbers = try reader.json([Int].self, "faces")
        try reader.require(numbers.count.isMultiple(of: 2), "faces")
        return numbers
    }

    /// - Parameter draws: The `draws` of a `StoredThrow`.
    static func tally(_ draws: [Int], by: String, entered: Bool? = nil) -> FaceTally {
        var tally = FaceTally()
        for face in stride(from: 1, to: draws.count, by: 2) {
            tally.add(
                draws[face],
                sides: draws[face - 1],
                by: by,
                entered: entered == true
            )
        }
        return tally
    }

    static func tally(_ draws: [Int], of thrown: ThrowResult) -> FaceTally {
        tally(draws, by: thrown.by, entered: thrown.entered)
    }

    /// Returns a throw as JSON without the members that have their own columns. The id is a
    /// placeholder, because no edition is written without an id.
    static func json(_ thrown: ThrowResult) -> String {
        var thrown = thrown
        thrown.id = thrown.number
        thrown.endedAt = nil
        thrown.proof.seed = nil
        thrown.proof.digest = nil
        thrown.proof.chain = nil
        thrown.nextCommitment = nil
        return String(decoding: thrown.jsonBytes(), as: UTF8.self)
    }
}

extension JSONValue {
    /// Returns the object with the new name for a member that older versions wrote under the name
    /// `old`.
    fileprivate func renaming(_ old: String, to new: String) -> JSONValue {
        guard case .object(var members) = self else { return self }
        for index in members.indices where members[index].name == old {
            members[index].name = new
        }
        return .object(members)
    }
}
