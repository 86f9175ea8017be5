internal import Unix

/// How much room a store takes on the disk.
public enum StoreSize {
    /// Bytes of a database and its log; nil where the database is not to be seen.
    public static func bytes(of file: String) -> Int? {
        guard let database = (try? FileStatus(file)).flatMap(\.self) else { return nil }
        let log = (try? FileStatus(file + "-wal")).flatMap(\.self)
        return database.size + (log?.size ?? 0)
    }
}
