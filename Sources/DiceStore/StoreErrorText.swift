import CSQLite
import DiceTable

/// Failures as sentences that name the file and say what to do.
enum StoreErrorText {
    /// A row that must exist is missing.
    struct Missing: Error {
        var what: String
    }

    static func describe(_ error: any Error, file: String) -> StoreError {
        switch error {
        case let error as StoreError: error
        case let error as SQLiteError: describe(error, file: file)
        case let error as TargetFailure: describe(error.reason, file: error.path)
        case let error as Records.Damaged: damaged("\(error)", file: file)
        case let error as Missing: changed("\(error.what) is missing", file: file)
        default: StoreError(.unavailable, "\(file): \(error)")
        }
    }

    /// The alternative to an upgrade, for a daemon.
    private static let otherFolder = ", or start with another --state-dir"

    /// Returns the error for a backup that is newer than this program.
    static func newer(backup error: StoreError) -> StoreError {
        StoreError(.newer, error.description.replacing(otherFolder, with: ""))
    }

    /// - Parameter steps: The names of the unknown migrations, as in `v14 1.1.0`.
    static func newer(_ file: String, steps: [String]) -> StoreError {
        let versions = steps.compactMap { $0.split(separator: " ").dropFirst().last }
        func numbers(_ version: Substring) -> [Int] {
            version.split(separator: ".").map { Int($0) ?? 0 }
        }
        let needed =
            versions.max { numbers($0).lexicographicallyPrecedes(numbers($1)) }.map {
                " to \($0) or newer"
            } ?? ""
        return StoreError(
            .newer,
            "\(file) was written by a newer diced; upgrade\(needed)\(otherFolder)"
        )
    }

    static func damaged(_ reason: String, file: String) -> StoreError {
        StoreError(
            .corrupt,
            "\(file) is damaged or not a store of diced (\(reason)); stop diced and move \(file), \(file)-wal and "
                + "\(file)-shm away, then start with an empty store or restore a backup"
        )
    }

    /// Returns the error for one damaged table in an otherwise good store.
    static func damaged(_ table: Records.Damaged, file: String) -> StoreError {
        StoreError(
            .corrupt,
            "\(table) in \(file); delete the table, or stop diced and restore a backup"
        )
    }

    static func gone(_ missing: StorePlace.Missing) -> StoreError {
        let what = "was removed, moved or replaced while diced used it"
        return switch missing {
        case .log(let path):
            unavailable(
                "\(what); diced still has everything: save it with dicectl stop, then roll again",
                path
            )
        case .database(let path):
            unavailable(
                "\(what); diced still has everything open: put it back, or stop diced (dicectl stop) and start "
                    + "with the file that is there now",
                path
            )
        }
    }

    /// The failure of the copy that a backup writes, not of the store.
    struct TargetFailure: Error {
        let reason: SQLiteError
        let path: String
    }

    static func closed(_ file: String) -> StoreError {
        StoreError(.unavailable, "\(file) is closed; start diced again")
    }

    private static func changed(_ reason: String, file: String) -> StoreError {
        StoreError(
            .corrupt,
            "\(file) was changed by another program (\(reason)); restart diced to read it again"
        )
    }

    private static func describe(_ error: SQLiteError, file: String) -> StoreError {
        let reason = error.message
        let code = error.code
        return switch error.primaryCode {
        case SQLITE_NOTADB, SQLITE_CORRUPT, SQLITE_ERROR: damaged(reason, file: file)
        case SQLITE_CONSTRAINT, SQLITE_MISMATCH, SQLITE_SCHEMA:
            changed(reason, file: file)
        case SQLITE_MISUSE: closed(file)
        case SQLITE_FULL:
            unavailable(
                "cannot be written: the disk is full; free some space, then try again",
                file
            )
        case SQLITE_IOERR:
            unavailable(
                "cannot be read or written: \(reason) (\(code)); check the disk, then try again",
                file
            )
        case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH:
            unavailable(
                "cannot be written: \(reason) (\(code)); make it and its folder writable, then try again",
                file
            )
        case SQLITE_CANTOPEN:
            unavailable(
                "cannot be opened: \(reason) (\(code)); make it and its folder writable for this user, then try again",
                file
            )
        case SQLITE_BUSY, SQLITE_LOCKED:
            unavailable(
                "is locked by another program; close it (fuser names it), then try again",
                file
            )
        case SQLITE_INTERRUPT:
            unavailable(
                "was not read to the end, because the client disconnected or diced is stopping",
                file
            )
        case SQLITE_TOOBIG:
            unavailable("cannot hold it: \(reason); nothing was changed", file)
        default:
            unavailable(
                "failed: \(reason) (\(code)); check the disk, then try again",
                file
            )
        }
    }

    private static func unavailable(_ what: String, _ file: String) -> StoreError {
        StoreError(.unavailable, "\(file) \(what)")
    }
}
