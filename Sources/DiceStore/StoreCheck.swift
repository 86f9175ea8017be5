import CSQLite
package import DiceTable
import Unix

/// The result of examining a backup.
package struct BackupReport: Sendable, Hashable {
    /// The problems, one sentence per problem.
    package var problems: [String] = []
    /// A sentence that names the newer version that wrote the backup; `nil` if no newer version
    /// wrote it.
    package var newer: String?
    /// A description of the contents; `nil` if there is a problem.
    package var contents: String?
}

/// Examines a store, even while a daemon is using or opening it: does not take a lock that others
/// would wait for, and changes nothing.
package enum StoreCheck {
    /// Returns a sentence for each problem of the store in a folder. Throws `StoreError` if there
    /// is no store, or if it cannot be read.
    ///
    /// - Parameter patience: The maximum wait for another program's lock on the database.
    package static func problems(directory: String, patience: Duration = .seconds(5))
        throws(StoreError) -> [String]
    {
        let file = SQLiteStore.file(in: directory)
        guard (try? FileStatus(file))?.isFile == true else {
            throw StoreError(
                .unavailable,
                "no store in \(directory); name its folder with --state-dir"
            )
        }
        return try report(of: file, patience).problems
    }

    /// Returns the contents of a backup or its problems. Does not create any file beside the
    /// backup. Throws `StoreError`: `unreadable` if it is not a complete, readable file.
    package static func report(ofBackup file: String) throws(StoreError) -> BackupReport {
        _ = try StoreRestore.source(file, for: nil)
        do {
            // The backup's log, if there is one, is empty.
            let isLogged = try DatabaseFile.mode(of: file) == .writeAheadLog
            let report = try examine(
                file,
                isLogged ? .immutable : .readOnly,
                .seconds(5)
            )
            return BackupReport(
                problems: report.problems,
                contents: report.contents.map { "\($0)" }
            )
        } catch let error as SQLiteError where error.code == csqlite_readonly_rollback {
            return BackupReport(problems: ["it ends in the middle of a change"])
        } catch let error as SQLiteError
            where [SQLITE_NOTADB, SQLITE_CORRUPT, SQLITE_ERROR].contains(
                error.primaryCode
            )
        {
            return BackupReport(problems: [error.message])
        } catch let error as StoreError where error.kind == .newer {
            return BackupReport(newer: StoreErrorText.newer(backup: error).description)
        } catch {
            throw StoreErrorText.describe(error, file: file)
        }
    }

    /// Returns the problems of a database and its contents; `nil` instead of the contents if there
    /// is a problem.
    static func report(
        of file: String,
        _ patience: Duration = .seconds(5)
    ) throws(StoreError) -> (problems: [String], contents: StoreContents?) {
        do {
            if try DatabaseFile.mode(of: file) == .writeAheadLog, try !hasLog(file) {
                let report = try? examine(file, .immutable, patience)
                // A daemon started in the meantime has changed the data.
                if let report, try report.problems.isEmpty || !hasLog(file) {
                    return report
                }
            }
            return try examine(file, .readOnly, patience)
        } catch let error as SQLiteError where error.code == csqlite_readonly_rollback {
            return (
                [
                    "it ends in the middle of a change, which the next start undoes"
                ], nil
            )
        } catch {
            throw StoreErrorText.describe(error, file: file)
        }
    }

    private static func hasLog(_ file: String) throws -> Bool {
        try FileStatus(file + "-wal") != nil
    }

    private static func examine(
        _ file: String,
        _ mode: SQLiteConnection.Access,
        _ patience: Duration
    ) throws -> (problems: [String], contents: StoreContents?) {
        var connection = try SQLiteConnection(file, mode, patience: patience)
        var problems: [String] = []
        try Examination.examine(&connection, .everything, file: file) {
            problems.append($0)
        }
        return (problems, problems.isEmpty ? try StoreContents(&connection) : nil)
    }
}
