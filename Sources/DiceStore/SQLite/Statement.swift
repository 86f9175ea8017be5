import CSQLite
import Glibc

/// A prepared statement, finalized when the object is destroyed.
final class Statement {
    private let handle: OpaquePointer

    /// Throws if `sql` is not exactly one statement.
    init(_ sql: String, on database: OpaquePointer) throws(SQLiteError) {
        var prepared: OpaquePointer?
        var isWhole = false
        let code = sql.withCString { text in
            var rest: UnsafePointer<CChar>?
            let code = sqlite3_prepare_v3(
                database,
                text,
                -1,
                UInt32(SQLITE_PREPARE_PERSISTENT),
                &prepared,
                &rest
            )
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

    deinit {
        sqlite3_finalize(handle)
    }

    /// Binds all parameters.
    func bind(_ values: [any Bindable]) throws(SQLiteError) {
        guard values.count == sqlite3_bind_parameter_count(handle) else {
            throw SQLiteError(
                SQLITE_MISUSE,
                "\(values.count) values for \(String(cString: sqlite3_sql(handle)))"
            )
        }
        for (index, value) in zip(Int32(1)..., values) {
            let code = value.bind(to: handle, at: index)
            guard code == SQLITE_OK else { throw error(code) }
        }
    }

    /// Returns the next row, which is valid until the following call.
    func next() throws(SQLiteError) -> SQLiteRow? {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: SQLiteRow(handle)
        case SQLITE_DONE: nil
        case let code: throw error(code)
        }
    }

    /// Resets the statement and releases its values. The statement's last error has already been
    /// thrown.
    func reset() {
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
    }

    private func error(_ code: Int32) -> SQLiteError {
        SQLiteError(code, on: sqlite3_db_handle(handle))
    }
}

/// A value that can be bound to a parameter.
protocol Bindable {
    /// Returns SQLite's result code.
    func bind(to statement: OpaquePointer, at index: Int32) -> Int32
}

extension Int64: Bindable {
    func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        sqlite3_bind_int64(statement, index, self)
    }
}

extension Int: Bindable {
    func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        Int64(self).bind(to: statement, at: index)
    }
}

extension String: Bindable {
    func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        withCString { text in
            sqlite3_bind_text64(
                statement,
                index,
                text,
                UInt64(utf8.count),
                csqlite_transient,
                UInt8(SQLITE_UTF8)
            )
        }
    }
}
