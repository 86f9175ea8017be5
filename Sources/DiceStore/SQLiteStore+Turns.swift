import DiceGames
package import DiceModel
import DiceProof
package import DiceTable
import DiceWire

extension SQLiteStore {
    package nonisolated func endTurn(_ ending: Turn, leaving table: StoredTable)
        async throws(StoreError) -> Turn
    {
        try await write(.powerLoss) { connection in
            var turn = ending
            turn.table = table.name.description
            let rolls = try connection.all(
                #"SELECT * FROM openRoll WHERE "table" = ? ORDER BY roll"#,
                turn.table,
                read: Records.roll
            )
            turn.take(rolls)
            if turn.proof.commitment != nil {
                let link = try Self.extendChain(of: turn.table, &connection) { last in
                    Chain.link(turn, after: last) { $0.jsonBytes() }
                }
                turn.proof.take(link)
            }
            try connection.run(
                """
                INSERT INTO history
                    ("table", turn, endedAt, by, rolls, dice, total, "full", commitment, seed, seeded, chain, edition,
                    score, digest, absent, bot)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
                turn.table,
                turn.turn,
                turn.endedAt.millisecondsSinceEpoch,
                turn.by,
                Records.json(turn.rolls),
                Records.json(turn.dice),
                turn.total,
                turn.full == true ? 1 : 0,
                turn.proof.commitment ?? "",
                turn.proof.seed ?? "",
                turn.proof.seeded == true ? 1 : 0,
                turn.proof.chain ?? "",
                turn.proof.edition ?? 0,
                Records.score(turn),
                turn.proof.digest ?? "",
                turn.absent == true ? 1 : 0,
                turn.bot == true ? 1 : 0
            )
            turn.id = Int(connection.lastInsertedID)
            try connection.run(#"DELETE FROM openRoll WHERE "table" = ?"#, turn.table)
            try Self.count(FaceTally(turn), of: table.name.description, &connection)
            try TableColumns.ofTurn.update(table, &connection)
            if turn.match.score != nil {
                try Self.keep(
                    turn,
                    entry: turn.id,
                    at: turn.endedAt,
                    of: table.match,
                    &connection
                )
            }
            return turn
        }
    }

    package nonisolated func correct(
        _ turn: Turn,
        by correction: Correction,
        leaving table: StoredTable
    ) async throws(StoreError) -> Correction {
        try await write(.powerLoss) { connection in
            var entry = correction
            let link = try Self.extendChain(of: entry.table, &connection) { last in
                Chain.link(entry, after: last, players: table.match?.players ?? [])
            }
            entry.take(link)
            try connection.run(
                """
                INSERT INTO history (kind, "table", turn, endedAt, by, rolls, dice, total, chain, edition, score, digest)
                VALUES ('correction', ?, ?, ?, ?, '[]', '[]', 0, ?, ?, ?, ?)
                """,
                entry.table,
                entry.turn,
                entry.endedAt.millisecondsSinceEpoch,
                entry.by,
                entry.chain,
                entry.edition,
                Records.json(TurnMatch(score: entry.score, winners: entry.winners)),
                entry.digest ?? ""
            )
            entry.id = Int(connection.lastInsertedID)
            try TableColumns.changing.update(table, &connection)
            try Self.keep(
                turn,
                entry: entry.id,
                at: entry.endedAt,
                of: table.match,
                &connection
            )
            return entry
        }
    }

    package nonisolated func rest(_ rest: Rest, leaving table: StoredTable)
        async throws(StoreError) -> Rest
    {
        try await write(.powerLoss) { connection in
            var entry = rest
            let link = try Self.extendChain(of: entry.table, &connection) { last in
                Chain.link(entry, after: last, players: table.match?.players ?? [])
            }
            entry.take(link)
            try connection.run(
                """
                INSERT INTO history (kind, "table", turn, endedAt, by, rolls, dice, total, chain, edition, score, digest)
                VALUES ('rest', ?, ?, ?, ?, '[]', '[]', 0, ?, ?, ?, ?)
                """,
                entry.table,
                entry.match,
                entry.endedAt.millisecondsSinceEpoch,
                entry.by,
                entry.chain,
                entry.edition,
                Records.score(entry),
                entry.digest
            )
            entry.id = Int(connection.lastInsertedID)
            try TableColumns.changing.update(table, &connection)
            try Self.keep(entry, of: table.match, &connection)
            return entry
        }
    }

    /// Saves the state of a match after a rest, unless no turn of it has ended yet.
    private static func keep(
        _ rest: Rest,
        of match: Match?,
        _ connection: inout SQLiteConnection
    ) throws {
        let before = try connection.first(
            #"SELECT record FROM matchRecords WHERE "table" = ? AND match = ?"#,
            rest.table,
            rest.match,
            read: Records.match
        )
        guard let match, let before else { return }
        try connection.run(
            #"INSERT OR REPLACE INTO matches ("table", match, record, entry) VALUES (?, ?, ?, ?)"#,
            rest.table,
            rest.match,
            Records.json(MatchRecord(match, after: rest, before)),
            rest.id
        )
    }

    /// Saves the state of a match after this turn, which ended or was corrected at `instant`.
    ///
    /// - Parameter entry: The id of the entry for the turn or for its correction.
    private static func keep(
        _ turn: Turn,
        entry: Int,
        at instant: Timestamp,
        of match: Match?,
        _ connection: inout SQLiteConnection
    ) throws {
        guard let match else { return }
        let before = try connection.first(
            #"SELECT record FROM matchRecords WHERE "table" = ? AND match = ?"#,
            turn.table,
            match.number,
            read: Records.match
        )
        try connection.run(
            #"INSERT OR REPLACE INTO matches ("table", match, record, entry) VALUES (?, ?, ?, ?)"#,
            turn.table,
            match.number,
            Records.json(MatchRecord(match, after: turn, at: instant, before)),
            entry
        )
    }

    package nonisolated func matches(
        of table: TableName,
        before: Int?,
        limit: Int
    ) async throws(StoreError) -> (page: [MatchRecord], more: Bool) {
        try await reader.matches(of: table, before: before, limit: limit)
    }

    /// Replaces the last chain hash of a table. Returns the hash for the new entry.
    static func extendChain(
        of table: String,
        _ connection: inout SQLiteConnection,
        _ link: (String) -> ChainLink
    ) throws -> ChainLink {
        let last =
            try connection.first("SELECT chain FROM tables WHERE name = ?", table) {
                $0.text("chain")
            } ?? nil
        let next = link(last.flatMap { $0.isEmpty ? nil : $0 } ?? Chain.start)
        try connection.run(
            "UPDATE tables SET chain = ? WHERE name = ?",
            next.chain,
            table
        )
        return next
    }

    package nonisolated func history(
        _ query: HistoryQuery,
        among: Set<TableName>?
    ) async throws(StoreError) -> HistoryPage {
        try await reader.page(query, among: among)
    }
}

extension SQLiteStore {
    package nonisolated func tally(
        _ query: HistoryQuery,
        among: Set<TableName>?,
        _ progress: WorkProgress
    ) async throws(StoreError) -> HistoryTally {
        try await reader.tally(query, among: among, progress)
    }

    /// Adds to a table's face counts. Call it in the transaction that stores the roll.
    static func count(
        _ tally: FaceTally,
        of table: String,
        _ connection: inout SQLiteConnection
    )
        throws
    {
        for (key, counts) in tally.counts {
            var sum = FaceTally()
            sum.add(counts, key)
            let place = Schema.faces(entered: key.entered)
            let found = try connection.first(
                #"SELECT * FROM \#(place) WHERE "table" = ? AND sides = ? AND by = ?"#,
                table,
                key.counted,
                key.by,
                read: Records.faces
            )
            if let found {
                sum.add(found.counts, key)
            }
            try connection.run(
                #"INSERT OR REPLACE INTO \#(place) ("table", sides, by, counts) VALUES (?, ?, ?, ?)"#,
                table,
                key.counted,
                key.by,
                Records.json(sum.counts[key] ?? counts)
            )
        }
    }

    /// Counts the faces in history, for a database without counts. Skips unreadable entries.
    static func countHistory(_ connection: inout SQLiteConnection) throws {
        var tallies: [TableName: FaceTally] = [:]
        try connection.query("SELECT * FROM history WHERE kind = 'turn'", []) { rows in
            while let row = try rows.next() {
                guard let turn = try? Records.turn(row),
                    let table = TableName(turn.table)
                else {
                    continue
                }
                tallies[table, default: FaceTally()].add(turn)
            }
        }
        for (table, tally) in tallies {
            try count(tally, of: table.description, &connection)
        }
    }

    package nonisolated func faces(_ query: FaceQuery, at table: TableName)
        async throws(StoreError)
        -> StoredFaces?
    {
        try await reader.faces(query, at: table)
    }

    package nonisolated func storedBytes(by name: String) async throws(StoreError)
        -> Int
    {
        try await reader.storedBytes(by: name)
    }
}
