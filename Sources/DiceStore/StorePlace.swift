import Unix

/// Where a store's files are, to notice when their names no longer lead to them.
struct StorePlace: Sendable {
    /// Of the database.
    let path: String
    private let database: FileIdentity?
    private var log: FileIdentity?

    /// - Parameter database: the open file.
    init(_ path: String, database: borrowing Descriptor) {
        self.path = path
        self.database = FileIdentity(of: database)
    }

    private var folder: String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    }

    private var logPath: String { path + "-wal" }

    /// Takes the write-ahead log that is there for the one of the open connection.
    mutating func rememberLog() {
        log = FileIdentity(logPath)
    }

    /// What is not in its place any more; nil if all is. What is written then is lost with the last
    /// connection.
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
