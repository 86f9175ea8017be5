import Unix

/// The location of a store's files, used to detect that the files' paths no longer lead to them.
struct StorePlace: Sendable {
    /// The path of the database.
    let path: String
    private let database: FileIdentity?
    private var log: FileIdentity?

    /// - Parameter database: The open file.
    init(_ path: String, database: borrowing Descriptor) {
        self.path = path
        self.database = FileIdentity(of: database)
    }

    private var folder: String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    }

    private var logPath: String { path + "-wal" }

    /// Records that the write-ahead log now at the log's path belongs to the open connection.
    mutating func rememberLog() {
        log = FileIdentity(logPath)
    }

    /// A file that is no longer in its place. Later writes would be
    /// lost when the last connection closes.
    enum Missing: Equatable {
        /// The state folder, or the database in it.
        case database(path: String)
        case log(path: String)
    }

    var missing: Missing? {
        if FileIdentity(folder) == nil {
            return .database(path: folder)
        }
        if database == nil || FileIdentity(path) != database {
            return .database(path: path)
        }
        return isLogThere ? nil : .log(path: logPath)
    }

    private var isLogThere: Bool { log != nil && FileIdentity(logPath) == log }
}
