import CSQLite

/// An SQLite result other than `SQLITE_OK`.
struct SQLiteError: Error, Hashable, CustomStringConvertible {
    /// The extended result code (sqlite.org/rescode.html).
    let code: Int32
    let message: String

    /// The kind of error: the low eight bits of the code.
    var primaryCode: Int32 { code & 0xFF }

    var description: String { "\(message) (\(code))" }

    /// `message` defaults to SQLite's text for `code`.
    init(_ code: Int32, _ message: String? = nil) {
        self.code = code
        self.message = message ?? String(cString: sqlite3_errstr(code))
    }

    /// The error of the last call on `database`, which returned `code`.
    init(_ code: Int32, on database: OpaquePointer?) {
        self.init(code, String(cString: sqlite3_errmsg(database)))
    }
}
