package import DiceModel
import DiceProof
package import DiceTable

extension SQLiteStore {
    package nonisolated func prune(
        _ table: TableName,
        through last: Int,
        chain: String,
        keeping open: OpenEntries?
    ) async throws(StoreError) -> Pruning {
        let pruning = try await write(.powerLoss) { connection in
            try Self.prune(
                table,
                through: last,
                chain: chain,
                keeping: open,
                &connection
            )
        }
        if case .done(1..., _) = pruning {
            await startRemoving()
        }
        return pruning
    }

    private static func prune(
        _ table: TableName,
        through last: Int,
        chain: String,
        keeping open: OpenEntries?,
        _ connection: inout SQLiteConnection
    ) throws -> Pruning {
        let archived = try connection.first(
            "SELECT * FROM tables WHERE name = ?",
            table.description
        ) { row in try Records.archived(row, RowReader(row, table: "name")) }
        guard let archived else {
            throw StoreErrorText.Missing(what: "table '\(table)'")
        }
        let known = archived?.last ?? 0
        if last == 0 || last == known && chain == archived?.chain {
            return .done(0, archived)
        }
        let entry = try connection.first(
            #"SELECT chain, endedAt FROM entries WHERE "table" = ? AND id = ?"#,
            table.description,
            last
        ) { row in (chain: row.text("chain") ?? "", endedAt: row.integer(1) ?? 0) }
        guard let entry else { return last == known ? .otherChain : .noEntry }
        guard chain == (entry.chain.isEmpty ? Chain.start : entry.chain) else {
            return .otherChain
        }
        if let first = try Self.first(of: open, at: table, &connection), first <= last {
            return .open(first)
        }
        let count = try connection.first(
            """
            SELECT COUNT(*) FROM history WHERE "table" = ? AND id <= ?
                AND id > COALESCE((SELECT last FROM removals WHERE "table" = ?), 0)
            """,
            table.description,
            last,
            table.description
        ) { row in Int(row.integer(0) ?? 0) }
        let now = Archived(
            entries: (archived?.entries ?? 0) + (count ?? 0),
            last: last,
            chain: chain,
            at: Timestamp(millisecondsSinceEpoch: entry.endedAt)
        )
        try connection.run(
            """
            UPDATE tables SET archivedEntries = ?, archivedLast = ?, archivedChain = ?, archivedAt = ?
                WHERE name = ?
            """,
            now.entries,
            now.last,
            now.chain,
            now.at.millisecondsSinceEpoch,
            table.description
        )
        try Self.hide(
            of: table.description,
            through: Int64(last),
            isDeletion: false,
            &connection
        )
        return .done(count ?? 0, now)
    }

    /// Returns the id of the first of these entries; `nil` without entries. They are among the
    /// newest.
    private static func first(
        of open: OpenEntries?,
        at table: TableName,
        _ connection: inout SQLiteConnection
    ) throws -> Int? {
        guard let open else { return nil }
        let before = try connection.first(
            """
            SELECT id FROM entries WHERE "table" = ? AND kind = 'turn' AND turn < ? ORDER BY id DESC LIMIT 1
            """,
            table.description,
            open.turn
        ) { row in row.integer(0) }
        let found = try connection.first(
            """
            SELECT id FROM entries
                WHERE "table" = ? AND id > ? AND (kind = 'turn' OR kind = 'rest' AND turn = ?) ORDER BY id LIMIT 1
            """,
            table.description,
            (before ?? nil) ?? 0,
            open.match ?? 0
        ) { row in row.integer(0) }
        return (found ?? nil).map { Int($0) }
    }
}
