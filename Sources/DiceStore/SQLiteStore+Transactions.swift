import DiceTable
import GRDB
import NIOConcurrencyHelpers

extension SQLiteStore {
    /// Runs `body` in a transaction, shared with other writes that wait at the same time. When `body` throws, nothing
    /// of what it did remains; it may then run a second time, in a transaction of its own.
    func write<Value: Sendable>(
        _ durability: Durability, _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(StoreError) -> Value {
        let file = file
        let result: Result<Value, StoreError> = await withCheckedContinuation { continuation in
            let write = PendingWrite(durability: durability) { db in
                let value = try body(db)
                return { continuation.resume(returning: .success(value)) }
            } refuse: { error in
                continuation.resume(returning: .failure(StoreFailure.describe(error, file: file)))
            }
            pendingWrites.withLockedValue { pending in
                guard pending.add(write) else { return }
                queue.asyncWriteWithoutTransaction { [pendingWrites] db in
                    let batch = pendingWrites.withLockedValue { $0.takeBatch() }
                    PendingWrite.commit(batch, db)
                }
            }
        }
        return try result.get()
    }

    /// Runs `body` after the calls made before, whatever becomes of the task that waits for it.
    ///
    /// GRDB's own async methods interrupt and roll back when the task is cancelled.
    func perform<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(StoreError) -> Value {
        let file = file
        let result: Result<Value, StoreError> = await withCheckedContinuation { continuation in
            pendingWrites.withLockedValue { pending in
                pending.closeBatch()
                queue.asyncWriteWithoutTransaction { db in
                    let result = Result { try body(db) }
                    continuation.resume(returning: result.mapError { StoreFailure.describe($0, file: file) })
                }
            }
        }
        return try result.get()
    }
}
