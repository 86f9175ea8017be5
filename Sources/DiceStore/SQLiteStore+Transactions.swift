import DiceModel
import GRDB

/// What a commit survives: the values of SQLite's `synchronous` for a write-ahead log.
enum Durability: String {
    /// The death of the process: the log is written, and synced when it is next checkpointed.
    case processDeath = "NORMAL"
    /// Also a loss of power: the log is synced before the commit returns.
    case powerLoss = "FULL"
}

extension SQLiteStore {
    /// Runs `body` in one transaction, which is rolled back when `body` throws.
    func write<Value: Sendable>(
        _ durability: Durability, _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(StoreError) -> Value {
        try await perform { db in
            // Outside the transaction, in which it cannot change; not cached, as SQLite may obey while it compiles.
            try db.execute(sql: "PRAGMA synchronous = \(durability.rawValue)")
            try db.beginTransaction(.immediate)
            do {
                let value = try body(db)
                try db.commit()
                return value
            } catch {
                try? db.rollback()
                throw error
            }
        }
    }

    /// Runs `body` after the calls made before, whatever becomes of the task that waits for it.
    ///
    /// GRDB's own async methods interrupt and roll back when the task is cancelled.
    func perform<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(StoreError) -> Value {
        let file = file
        let result: Result<Value, StoreError> = await withCheckedContinuation { continuation in
            queue.asyncWriteWithoutTransaction { db in
                let result = Result { try body(db) }
                continuation.resume(returning: result.mapError { StoreFailure.describe($0, file: file) })
            }
        }
        return try result.get()
    }
}
