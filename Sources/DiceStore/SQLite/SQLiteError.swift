import CSQLite

/// What SQLite answered instead of `SQLITE_OK`.
struct SQLiteError: Error, Hashable, CustomStringConvertible {
    /// The extended result code (sqlite.org/rescode.html).
    let code: Int32
    let message: String

    /// The low eight bits of the code: the kind of error.
    var primaryCode: Int32 { code & 0xFF }

    var description: String { "\(message) (\(code))" }

    /// `message` is SQLite's own words for `code` if none are given.
    init(_ code: Int32, _ message: String? = nil) {
        self.code = code
        self.message = message ?? String(cString: sqlite3_errstr(code))
    }

    /// The error of the last call on `database`, which returned `code`.
    init(_ code: Int32, on database: OpaquePointer?) {
        self.init(code, String(cString: sqlite3_errmsg(database)))
    }
}
