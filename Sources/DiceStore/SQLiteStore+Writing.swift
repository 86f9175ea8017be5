import CSQLite
import DiceTable
import Synchronization

/// What a commit survives: the values of SQLite's `synchronous` for a write-ahead log.
enum Durability: String {
    /// The death of the process: the log is written, and synced when it is next checkpointed.
    case processDeath = "NORMAL"
    /// Also a loss of power: the log is synced before the commit returns.
    case powerLoss = "FULL"
}

/// A write that waits to be carried out.
struct PendingWrite: Sendable {
    let durability: Durability
    /// When the request for it came.
    let arrival: ContinuousClock.Instant
    /// When it was called.
    let call = ContinuousClock.now
    /// Whether the task that asked for it still waits.
    let wanted: Wanted
    /// Writes, and returns what tells the caller so once that is committed.
    let attempt: @Sendable (inout SQLiteConnection) throws -> () -> Void
    let refuse: @Sendable (any Error) -> Void
}

/// Set to false by the task's cancellation, from any thread.
final class Wanted: Sendable {
    private let flag = Atomic(true)

    var isSet: Bool { flag.load(ordering: .relaxed) }

    func clear() {
        flag.store(false, ordering: .relaxed)
    }
}

extension SQLiteStore {
    /// Runs `body` in a transaction, shared with other writes that wait at the same time. When
    /// `body` throws, nothing of what it did remains; it may then run a second time, in a
    /// transaction of its own.
    ///
    /// While another program has the database locked every write waits, `patience` at the most, and
    /// one whose task was cancelled is not done.
    ///
    /// The caller's task waits where it is: one that waited on the store's thread would have to
    /// come back to it.
    func write<Value: Sendable>(
        _ durability: Durability,
        isolation: isolated (any Actor)? = #isolation,
        _ body: @escaping @Sendable (inout SQLiteConnection) throws -> Value
    ) async throws(StoreError) -> Value {
        let wanted = Wanted()
        let arrival = RequestTime.arrival ?? .now
        let result: Result<Value, StoreError> = await withTaskCancellationHandler {
            // Makes the closure the caller's as well.
            _ = isolation
            return await withCheckedContinuation { continuation in
                let write = PendingWrite(
                    durability: durability,
                    arrival: arrival,
                    wanted: wanted
                ) {
                    connection in
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

    /// Runs `body` on the store's thread, after the calls that were made by now.
    private nonisolated func afterCalls(
        _ body: @escaping @Sendable (isolated SQLiteStore) -> Void
    ) {
        thread.run { self.assumeIsolated(body) }
    }

    /// Runs `body` after the writes that wait.
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
        // Nobody waits any longer for writes that another program has delayed.
        let batch = keep(waiting, SQLiteError(SQLITE_BUSY)) { write in
            write.wanted.isSet || lastLocked.map { write.arrival > $0 } ?? true
        }
        waiting = []
        isTriedAgain = false
        if !batch.isEmpty {
            commit(batch)
        }
    }

    /// Group commit: carries out all of `batch` in one transaction, with the durability of the most
    /// demanding. When one fails, each has a transaction of its own, so that it fails alone; when
    /// the database cannot be written at all, every one is refused at once.
    private func commit(_ batch: [PendingWrite]) {
        do {
            let done = try withConnection { connection in
                // Outside the transaction, in which it cannot change.
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
                // What comes after one that has to wait waits as well, so that the order stays.
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

    /// Refuses those for which `holds` does not. Each is looked at once, for a cancellation may
    /// come at any moment.
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

    /// The calls that are made meanwhile come first, so that their writes join those of `batch`.
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

/// The transaction could be begun, but a write in it failed.
private struct OneFailed: Error {
    var reason: any Error
}
