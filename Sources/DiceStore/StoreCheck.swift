public import DiceTable
import Glibc
import Unix

/// Examines the store in a folder, also beside a daemon that uses it, and changes nothing.
public enum StoreCheck {
    /// A sentence for each thing that is wrong; the path of the database is the caller's to name. Throws `StoreError` where
    /// there is no store, or one that cannot be read.
    public static func problems(directory: String) throws(StoreError) -> [String] {
        let file = directory + "/" + SQLiteStore.fileName
        guard access(file, F_OK) == 0 else {
            throw StoreError(.unavailable, "there is no store in \(directory); name its folder with --state-dir")
        }
        // A daemon's own connection must not be disturbed.
        var mode = DatabaseFile.Mode.rollbackJournal
        do throws(StoreError) {
            mode = try DatabaseFile(file).mode
        } catch  where error.kind == .held {}
        do {
            var problems: [String] = []
            let report = { (problem: String) in problems.append(problem) }
            guard try OpenDatabase.examine(file, .everything, mode: mode, report: report) else {
                return ["it was cut off in the middle of a change, which the next start takes back"]
            }
            return problems
        } catch {
            throw StoreFailure.describe(error, file: file)
        }
    }
}
