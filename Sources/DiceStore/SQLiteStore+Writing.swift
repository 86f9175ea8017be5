import CSQLite
import DiceTable
import Synchronization

/// The events that a commit survives; raw values are SQLite's `synchronous` settings for a
/// write-ahead log.
enum Durability: String {
    /// A crash of the process: the log is written, and synced at its next checkpoint.
    case processDeath = "NORMAL"
    /// Also a power loss: the log is synced before the commit returns.
    case powerLoss = "FULL"
}

/// A pending write.
struct PendingWrite: Sendable {
    let durability: Durability
    /// The time at which its request arrived.
    let arrival: ContinuousClock.Instant
    /// The time at which the write was called.
    let call = ContinuousClock.now
    /// True while the task that requested the write is still waiting.
    let wanted: Wanted
    /// Performs the write and returns a closure that informs the caller after the commit.
    let attempt: @Sendable (inout SQLiteConnection) throws -> () -> Void
    let refuse: @Sendable (any Error) -> Void
}

/// A flag that any thread clears when the task is cancelled.
final class Wanted: Sendable {
    private let flag = Atomic(true)

    var isSet: Bool { flag.load(ordering: .relaxed) }

    func clear() {
        flag.store(false, ordering: .relaxed)
    }
}

extension SQLiteStore {
    /// Runs `body` in a transaction, shared with other writes that are pending at the same time. If
    /// `body` throws, all of its changes are rolled back; it may then run again in a separate
    /// transaction.
    ///
    /// While another program has locked the database, every write waits, at most `patience`. A
    /// write whose task has been cancelled is not performed.
    ///
    /// The caller's task is suspended on its own executor; suspended on the store's thread, it
    /// would have to hop back.
    func write<Value: Sendable>(
        _ durability: Durability,
        isolation: isolated (any Actor)? = #isolation,
        _ body: @escaping @Sendable (inout SQLiteConnection) throws -> Value
    ) async throws(StoreError) -> Value {
        let wanted = Wanted()
        let arrival = RequestTime.arrival ?? .now
        let result: Result<Value, StoreError> = await withTaskCancellationHandler {
            // Makes the closure inherit the caller's isolation.
            _ = isolation
            return await withCheckedContinuation { continuation in
                let write = PendingWrite(
                    durability: durability,
                    arrival: arrival,
                    wanted: wanted
                ) { connection in
                    let value = try body(&connection)
                    return { continuation.resume(returning: .success(value)) }
                } refuse: { [file] error in
                    continuation.resume(
                        returning: .failure(StoreErrorText.describe(error, file: file))
                    )
                }
                afterCalls { store in
                    store.waiting.append(write)
                    if store.waiting.count == 1 {
                        store.afterCalls { $0.commitWaiting() }
                    }
                }
            }
        } onCancel: {
            wanted.clear()
        }
        return try result.get()
    }

    /// Runs `body` on the store's thread, after the calls made so far.
    private nonisolated func afterCalls(
        _ body: @escaping @Sendable (isolated SQLiteStore) -> Void
    ) {
        thread.run { self.assumeIsolated(body) }
    }

    /// Runs `body` after the pending writes.
    func perform<Value>(_ body: (inout SQLiteConnection) throws -> Value)
        throws(StoreError)
        -> Value
    {
        if !isTriedAgain {
            commitWaiting()
        }
        do {
            return try withConnection(body)
        } catch {
            throw StoreErrorText.describe(error, file: file)
        }
    }

    private func commitWaiting() {
        // Refuses writes that have been waiting too long for another program.
        let batch = keep(waiting, SQLiteError(SQLITE_BUSY)) { write in
            write.wanted.isSet || lastLocked.map { write.arrival > $0 } ?? true
        }
        waiting = []
        isTriedAgain = false
        if !batch.isEmpty {
            commit(batch)
        }
    }

    /// Group commit: performs all of `batch` in one transaction, with the strongest durability that
    /// any of the writes needs. If one write fails, each is retried in its own transaction, so that
    /// only that one fails. If the database cannot be written at all, every write is refused at
    /// once.
    private func commit(_ batch: [PendingWrite]) {
        do {
            let done = try withConnection { connection in
                // Set outside the transaction, because it cannot change inside one.
                let isDurable = batch.contains { $0.durability == .powerLoss }
                try connection.setDurability(
                    isDurable ? Durability.powerLoss : .processDeath
                )
                return try connection.transaction { connection in
                    let done = try batch.map { write in
                        do {
                            return try write.attempt(&connection)
                        } catch {
                            throw OneFailed(reason: error)
                        }
                    }
                    try checkPlace()
                    return done
                }
            }
            times.add(batch.map(\.call))
            for tell in done {
                tell()
            }
        } catch let error as SQLiteError where error.primaryCode == SQLITE_BUSY {
            tryLater(batch, error)
        } catch let failure as OneFailed {
            if batch.count == 1 {
                batch[0].refuse(failure.reason)
            } else {
                // Writes after one that must wait also wait, so that the order is kept.
                for write in batch {
                    if isTriedAgain {
                        waiting.append(write)
                    } else {
                        commit([write])
                    }
                }
            }
        } catch {
            saveLog()
            for write in batch {
                write.refuse(error)
            }
        }
    }

    /// Refuses the writes for which `holds` returns false. Each is checked once, because a
    /// cancellation may arrive at any moment.
    func keep(
        _ writes: [PendingWrite],
        _ error: SQLiteError,
        where holds: (PendingWrite) -> Bool
    )
        -> [PendingWrite]
    {
        writes.filter { write in
            let isKept = holds(write)
            if !isKept {
                write.refuse(error)
            }
            return isKept
        }
    }

    /// Retries later. Calls made in the meantime are processed first, so that their writes can join
    /// the writes in `batch`.
    private func tryLater(_ batch: [PendingWrite], _ error: SQLiteError) {
        let now = ContinuousClock.now
        lastLocked = now
        let waits = keep(batch, error) {
            $0.wanted.isSet && $0.arrival.advanced(by: patience) > now
        }
        guard !waits.isEmpty else { return }
        waiting += waits
        isTriedAgain = true
        Task {
            try? await Task.sleep(for: retryInterval)
            commitWaiting()
        }
    }
}

/// The transaction began, but a write in it failed.
private struct OneFailed: Error {
    var reason: any Error
}
