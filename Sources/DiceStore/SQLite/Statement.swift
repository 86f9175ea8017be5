import CSQLite
import Glibc

/// One prepared statement, finalized when it goes.
final class Statement {
    private let handle: OpaquePointer

    /// Throws if `sql` is not exactly one statement.
    init(_ sql: String, on database: OpaquePointer) throws(SQLiteError) {
        var prepared: OpaquePointer?
        var isWhole = false
        let code = sql.withCString { text in
            var rest: UnsafePointer<CChar>?
            let code = sqlite3_prepare_v3(database, text, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, &rest)
            isWhole = rest?.pointee == 0
            return code
        }
        guard code == SQLITE_OK else { throw SQLiteError(code, on: database) }
        guard let prepared, isWhole else {
            sqlite3_finalize(prepared)
            throw SQLiteError(SQLITE_MISUSE, "not one statement: \(sql)")
        }
        handle = prepared
    }

    deinit { sqlite3_finalize(handle) }

    /// Gives every parameter a value.
    func bind(_ values: [any Bindable]) throws(SQLiteError) {
        guard values.count == sqlite3_bind_parameter_count(handle) else {
            throw SQLiteError(SQLITE_MISUSE, "\(values.count) values for \(String(cString: sqlite3_sql(handle)))")
        }
        for (index, value) in zip(Int32(1)..., values) {
            let code = value.bind(to: handle, at: index)
            guard code == SQLITE_OK else { throw error(code) }
        }
    }

    /// The next row, which is gone with the row after it.
    func next() throws(SQLiteError) -> SQLiteRow? {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: SQLiteRow(handle)
        case SQLITE_DONE: nil
        case let code: throw error(code)
        }
    }

    /// Makes the statement ready to run again, and lets go of its values. Its last error has been thrown already.
    func reset() {
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
    }

    private func error(_ code: Int32) -> SQLiteError { SQLiteError(code, on: sqlite3_db_handle(handle)) }
}

/// What a parameter of a statement can be given.
protocol Bindable {
    /// Returns SQLite's result code.
    func bind(to statement: OpaquePointer, at index: Int32) -> Int32
}

extension Int64: Bindable {
    func bind(to statement: OpaquePointer, at index: Int32) -> Int32 { sqlite3_bind_int64(statement, index, self) }
}

extension Int: Bindable {
    func bind(to statement: OpaquePointer, at index: Int32) -> Int32 { Int64(self).bind(to: statement, at: index) }
}

extension String: Bindable {
    func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        withCString { text in
            sqlite3_bind_text64(
                statement, index, text, UInt64(utf8.count), csqlite_transient, UInt8(SQLITE_UTF8))
        }
    }
}

/// A row while its statement stands on it. A column that is not there reads as NULL.
struct SQLiteRow {
    private let statement: OpaquePointer

    init(_ statement: OpaquePointer) {
        self.statement = statement
    }

    /// nil for anything except an integer.
    func integer(_ column: String) -> Int64? { index(of: column).flatMap(integer) }

    /// nil for anything except an integer.
    func integer(_ column: Int32) -> Int64? {
        sqlite3_column_type(statement, column) == SQLITE_INTEGER ? sqlite3_column_int64(statement, column) : nil
    }

    /// nil for anything except a text. What is not UTF-8 is replaced by U+FFFD.
    func text(_ column: String) -> String? { index(of: column).flatMap(text) }

    /// nil for anything except a text. What is not UTF-8 is replaced by U+FFFD.
    func text(_ column: Int32) -> String? {
        guard sqlite3_column_type(statement, column) == SQLITE_TEXT, let bytes = sqlite3_column_text(statement, column)
        else { return nil }
        let count = Int(sqlite3_column_bytes(statement, column))
        return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    }

    /// How many bytes the text in `column` has.
    func size(_ column: String) -> Int {
        index(of: column).map { Int(sqlite3_column_bytes(statement, $0)) } ?? 0
    }

    func has(_ column: String) -> Bool { index(of: column) != nil }

    /// How often `byte` is in the text in `column`.
    func count(of byte: UInt8, in column: String) -> Int {
        guard let index = index(of: column), let bytes = sqlite3_column_text(statement, index) else { return 0 }
        return UnsafeBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(statement, index))).count {
            $0 == byte
        }
    }

    private func index(of column: String) -> Int32? {
        column.withCString { wanted in
            (0..<sqlite3_column_count(statement)).first { index in
                sqlite3_column_name(statement, index).map { strcmp($0, wanted) == 0 } ?? false
            }
        }
    }
}
