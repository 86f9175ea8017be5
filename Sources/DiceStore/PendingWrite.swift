import DequeModule
import GRDB

/// A write that waits for its turn.
struct PendingWrite: Sendable {
    let durability: Durability
    /// Writes, and returns what tells the caller so once that is committed.
    let attempt: @Sendable (Database) throws -> @Sendable () -> Void
    let refuse: @Sendable (any Error) -> Void

    /// Group commit: carries out all of `batch` in one transaction, with the durability of the most demanding. When
    /// one fails, each has a transaction of its own, so that it fails alone; when the database cannot be written at
    /// all, every one is refused at once.
    static func commit(_ batch: [PendingWrite], _ db: Database) {
        do {
            // Outside the transaction, in which it cannot change; not cached, as SQLite may obey while it compiles.
            let isDurable = batch.contains { $0.durability == .powerLoss }
            try db.execute(sql: "PRAGMA synchronous = \((isDurable ? Durability.powerLoss : .processDeath).rawValue)")
            try db.beginTransaction(.immediate)
            guard let done = carryOut(batch, db) else { return }
            do {
                try db.commit()
            } catch {
                try? db.rollback()
                throw error
            }
            for tell in done { tell() }
        } catch {
            for write in batch { write.refuse(error) }
        }
    }

    /// Within a transaction: nil when that was rolled back because one has failed, and every one has been seen to.
    private static func carryOut(_ batch: [PendingWrite], _ db: Database) -> [@Sendable () -> Void]? {
        do {
            return try batch.map { try $0.attempt(db) }
        } catch {
            try? db.rollback()
            if batch.count == 1 {
                batch[0].refuse(error)
            } else {
                for write in batch { commit([write], db) }
            }
            return nil
        }
    }
}

/// Writes that have not begun, in batches that are written in turn.
struct PendingWrites {
    private var batches: Deque<[PendingWrite]> = []
    /// Whether the last batch takes more.
    private var isOpen = false

    /// Adds a write to the open batch. Returns whether it opened a new one, which must then be scheduled.
    mutating func add(_ write: PendingWrite) -> Bool {
        if isOpen {
            batches[batches.count - 1].append(write)
            return false
        }
        batches.append([write])
        isOpen = true
        return true
    }

    /// Keeps later writes out of the batch in front of a call that must see neither more nor less.
    mutating func closeBatch() {
        isOpen = false
    }

    mutating func takeBatch() -> [PendingWrite] {
        let batch = batches.removeFirst()
        if batches.isEmpty { isOpen = false }
        return batch
    }
}
