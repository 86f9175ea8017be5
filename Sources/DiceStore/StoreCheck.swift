import CSQLite
package import DiceTable
import Unix

/// Examines a store, also beside a daemon that uses it or starts with it: it takes no lock that others wait for, and
/// changes nothing.
package enum StoreCheck {
    /// A sentence for each thing that is wrong with the store in a folder. Throws `StoreError` if there is no store, or one
    /// that cannot be read.
    ///
    /// - Parameter patience: how long another program that has the database locked is waited for.
    package static func problems(directory: String, patience: Duration = .seconds(5)) throws(StoreError) -> [String] {
        let file = SQLiteStore.file(in: directory)
        guard (try? FileStatus(file))?.isFile == true else {
            throw StoreError(.unavailable, "there is no store in \(directory); name its folder with --state-dir")
        }
        return try report(of: file, patience).problems
    }

    /// What is wrong with a database, and what it holds; nil instead of the contents if something is wrong.
    static func report(
        of file: String, _ patience: Duration = .seconds(5)
    ) throws(StoreError) -> (problems: [String], contents: StoreContents?) {
        do {
            if try DatabaseFile.mode(of: file) == .writeAheadLog, try !hasLog(file) {
                let report = try? examine(file, .immutable, patience)
                // A daemon that was started meanwhile has changed what was read.
                if let report, try report.problems.isEmpty || !hasLog(file) { return report }
            }
            return try examine(file, .readOnly, patience)
        } catch let error as SQLiteError where error.code == csqlite_readonly_rollback {
            return (["it was cut off in the middle of a change, which the next start takes back"], nil)
        } catch {
            throw StoreErrorText.describe(error, file: file)
        }
    }

    private static func hasLog(_ file: String) throws -> Bool { try FileStatus(file + "-wal") != nil }

    private static func examine(
        _ file: String, _ mode: SQLiteConnection.Access, _ patience: Duration
    ) throws -> (problems: [String], contents: StoreContents?) {
        var connection = try SQLiteConnection(file, mode, patience: patience)
        var problems: [String] = []
        try Examination.examine(&connection, .everything, file: file) { problems.append($0) }
        return (problems, problems.isEmpty ? try StoreContents(&connection) : nil)
    }
}
