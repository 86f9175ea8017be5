package import DiceModel
package import DiceTable

/// Removes tables with their rows, and pruned entries: one write hides them, and the rows are
/// deleted in steps.
extension SQLiteStore {
    /// The maximum number of rows per step.
    static let removedAtOnce = 1_000
    /// The maximum number of matches per step; each may be large.
    static let matchesAtOnce = 100
    /// The time after which a step ends, and so the maximum delay for a change.
    private static let stepTime = Duration.milliseconds(10)

    package nonisolated func delete(_ name: TableName) async throws(StoreError) {
        let leavesRows = try await write(.powerLoss) { connection in
            let table = name.description
            // These rows are few, however long the table's history is.
            for place in ["openRoll", "openThrow", "faces", "enteredFaces"] {
                try connection.run(#"DELETE FROM \#(place) WHERE "table" = ?"#, table)
            }
            try connection.run("DELETE FROM tables WHERE name = ?", table)
            let hasRows =
                try connection.first(
                    #"SELECT 1 FROM history WHERE "table" = ? UNION ALL SELECT 1 FROM matches WHERE "table" = ?"#,
                    table,
                    table
                ) { _ in true } ?? false
            guard hasRows else { return false }
            let last = try connection.first(
                "SELECT seq FROM sqlite_sequence WHERE name = 'history'"
            ) {
                $0.integer(0)
            }
            try Self.hide(
                of: table,
                through: (last ?? nil) ?? 0,
                isDeletion: true,
                &connection
            )
            return true
        }
        if leavesRows {
            await startRemoving()
        }
    }

    /// Hides the entries of a table up to the id `last`; they are deleted in steps. Call
    /// `startRemoving` after the write.
    ///
    /// - Parameter isDeletion: True to remove matches and secret throws too; a pruning keeps them.
    static func hide(
        of table: String,
        through last: Int64,
        isDeletion: Bool,
        _ connection: inout SQLiteConnection
    ) throws {
        try connection.run(
            """
            INSERT INTO removals ("table", deleted, last, done) VALUES (?, ?, ?, 0)
                ON CONFLICT ("table") DO UPDATE
                SET deleted = max(deleted, excluded.deleted), last = max(last, excluded.last), done = 0
            """,
            table,
            isDeletion ? last : 0,
            last
        )
    }

    /// Starts to delete hidden rows, unless a deletion is already in progress.
    func startRemoving() {
        guard removing == nil, removesInBackground else { return }
        removing = Task { [weak self] in
            while let pause = await self?.removeNext() {
                try? await Task.sleep(for: pause)
            }
        }
    }

    /// Takes one step. Returns the pause before the next step, during which other writes can run;
    /// `nil` if no step is left.
    private func removeNext() -> Duration? {
        let start = ContinuousClock.now
        do {
            if try removeStep() {
                return max(start.duration(to: .now), .milliseconds(1))
            }
        } catch {
            // The disk is full, or another program has locked the database.
            if isOpen, error.kind == .unavailable {
                return .seconds(1)
            }
        }
        removing = nil
        return nil
    }

    /// Deletes at most `removedAtOnce` hidden rows in one transaction. Returns false if there are
    /// none.
    func removeStep() throws(StoreError) -> Bool {
        try perform { connection in
            try connection.setDurability(.processDeath)
            return try connection.transaction { connection in
                try Self.removeGone(&connection)
            }
        }
    }

    /// Deletes some hidden rows in the caller's transaction. Returns false if there are none.
    static func removeGone(_ connection: inout SQLiteConnection) throws -> Bool {
        guard let removal = try connection.first(Removal.next, read: Removal.init)
        else {
            return false
        }
        let ids = try connection.all(
            """
            SELECT id FROM history WHERE "table" = ? AND id > ? AND id <= ? AND (id <= ? OR ghost = '' AND shown = 0)
                ORDER BY id LIMIT ?
            """,
            removal.table,
            removal.done,
            removal.last,
            removal.deleted,
            removedAtOnce
        ) { $0.integer(0) ?? 0 }
        let end = ContinuousClock.now.advanced(by: stepTime)
        var removed = 0
        for id in ids {
            // Reading the clock takes time as well, so it is not read for each row.
            if removed % 32 == 31, ContinuousClock.now > end {
                break
            }
            try connection.run("DELETE FROM history WHERE id = ?", id)
            removed += 1
        }
        var isDone = ids.count < removedAtOnce && removed == ids.count
        if isDone {
            try connection.run(
                """
                DELETE FROM matches WHERE "table" = ? AND match IN
                    (SELECT match FROM matches WHERE "table" = ? AND entry <= ? AND ? > 0 LIMIT ?)
                """,
                removal.table,
                removal.table,
                removal.deleted,
                removal.deleted,
                matchesAtOnce
            )
            isDone = connection.changes < matchesAtOnce
        }
        if !isDone {
            // The removal is complete only when the last match is deleted.
            let done =
                removed > 0 ? min(ids[removed - 1], removal.last - 1) : removal.done
            try connection.run(
                #"UPDATE removals SET done = ? WHERE "table" = ?"#,
                done,
                removal.table
            )
        } else if removal.deleted == removal.last {
            try connection.run(
                #"DELETE FROM removals WHERE "table" = ?"#,
                removal.table
            )
        } else {
            // A pruning keeps its row in `removals`: secret throws remain in the store.
            try connection.run(
                #"UPDATE removals SET deleted = 0, done = last WHERE "table" = ?"#,
                removal.table
            )
        }
        return true
    }
}

/// A row of `removals`.
struct Removal {
    var table: String
    var deleted: Int64
    var last: Int64
    var done: Int64

    /// Selects a removal that is not complete.
    static let next = "SELECT * FROM removals WHERE done < last LIMIT 1"

    init(_ row: SQLiteRow) throws {
        let reader = RowReader(row, table: "table")
        table = try reader.checked("table") { TableName($0)?.description }
        last = Int64(try reader.int("last", atLeast: 0))
        deleted = Int64(try reader.int("deleted", atLeast: 0))
        done = Int64(try reader.int("done", atLeast: 0))
        try reader.require(deleted <= last, "deleted")
    }
}
