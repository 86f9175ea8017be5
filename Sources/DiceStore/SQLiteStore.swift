public import DiceTable
import GRDB
import NIOConcurrencyHelpers
import Synchronization
import Unix

/// Tables and history in one SQLite file, `diced.sqlite`.
///
/// Calls take effect in the order in which they were made, and a call that was made is carried out even when the task
/// that waits for it is cancelled. After a failure the store remains usable.
public final class SQLiteStore: TableStore {
    /// The name of the database in the state folder.
    public static let fileName = "diced.sqlite"

    /// The path of the database.
    public let file: String

    /// Whether no table has ever been created in this store.
    public let isNew: Bool

    let queue: DatabaseQueue
    /// Behind a lock that ThreadSanitizer knows, which the standard library's `Mutex` is not.
    let pendingWrites = NIOLockedValueBox(PendingWrites())
    /// Keeps every other daemon away for as long as the store lives.
    private let lock: Mutex<FileLock?>

    /// Opens the store in `directory`, making both if they are missing. A store that is refused is left as it was.
    public init(directory: String) throws(StoreError) {
        // SQLite may be built to read a name that begins with "file:" as a URI.
        let folder = directory.hasPrefix("file:") ? "./" + directory : directory
        file = folder + "/" + Self.fileName
        try StateFolder.prepare(folder)
        lock = Mutex(try Self.lock(folder))
        queue = try OpenDatabase.open(file)
        isNew = try OpenDatabase.migrate(queue, file: file)
    }

    /// Moves everything into the main file and closes it. Closing again does nothing; every other call then fails.
    public func close() async throws(StoreError) {
        defer { lock.withLock { $0 = nil } }
        do {
            try await perform { db in try db.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
        } catch {
            // Nothing is lost: the next open reads the write-ahead log.
            try? queue.close()
            if error != StoreFailure.closed(file) { throw error }
        }
        do {
            try queue.close()
        } catch {
            throw StoreFailure.describe(error, file: file)
        }
    }

    private static func lock(_ folder: String) throws(StoreError) -> FileLock {
        do {
            return try FileLock(path: folder + "/diced.lock")
        } catch {
            throw StoreError(error.isHeld ? .held : .unavailable, error.description)
        }
    }
}
