import CSQLite
public import DiceTable
import Unix

/// Examines the store in a folder, also beside a daemon that uses it or starts with it: it takes no lock that anybody waits
/// for, and changes nothing.
public enum StoreCheck {
    /// A sentence for each thing that is wrong. Throws `StoreError` where there is no store, or one that cannot be read.
    ///
    /// - Parameter patience: how long another program that has the database locked is waited for.
    public static func problems(
        directory: String, patience: Duration = .seconds(5)
    ) throws(StoreError) -> [String] {
        let file = SQLiteStore.file(in: directory)
        guard (try? FileStatus(file))?.isFile == true else {
            throw StoreError(.unavailable, "there is no store in \(directory); name its folder with --state-dir")
        }
        do {
            if try DatabaseFile.mode(of: file) == .writeAheadLog, try !hasLog(file) {
                let problems = try? examine(file, .immutable, patience)
                // A daemon that was started meanwhile has changed what was read.
                if let problems, try problems.isEmpty || !hasLog(file) { return problems }
            }
            return try examine(file, .readOnly, patience)
        } catch let error as SQLiteError where error.code == csqlite_readonly_rollback {
            return ["it was cut off in the middle of a change, which the next start takes back"]
        } catch {
            throw StoreFailure.describe(error, file: file)
        }
    }

    private static func hasLog(_ file: String) throws -> Bool { try FileStatus(file + "-wal") != nil }

    private static func examine(
        _ file: String, _ mode: Connection.Mode, _ patience: Duration
    ) throws -> [String] {
        var connection = try Connection(file, mode, patience: patience)
        var problems: [String] = []
        try Examination.examine(&connection, .everything, file: file) { problems.append($0) }
        return problems
    }
}
