import CSQLite
import Glibc

/// A row while its statement stands on it. A column that is not there reads as NULL.
struct SQLiteRow {
    private let statement: OpaquePointer

    init(_ statement: OpaquePointer) {
        self.statement = statement
    }

    /// nil for anything except an integer.
    func integer(_ column: String) -> Int64? {
        index(of: column).flatMap(integer)
    }

    /// nil for anything except an integer.
    func integer(_ column: Int32) -> Int64? {
        sqlite3_column_type(statement, column) == SQLITE_INTEGER
            ? sqlite3_column_int64(statement, column) : nil
    }

    /// nil for anything except a text. What is not UTF-8 is replaced by U+FFFD.
    func text(_ column: String) -> String? {
        index(of: column).flatMap(text)
    }

    /// nil for anything except a text. What is not UTF-8 is replaced by U+FFFD.
    func text(_ column: Int32) -> String? {
        guard sqlite3_column_type(statement, column) == SQLITE_TEXT,
            let bytes = sqlite3_column_text(statement, column)
        else { return nil }
        let count = Int(sqlite3_column_bytes(statement, column))
        return String(
            decoding: UnsafeBufferPointer(start: bytes, count: count),
            as: UTF8.self
        )
    }

    /// How many bytes the text in `column` has.
    func size(_ column: String) -> Int {
        index(of: column).map { Int(sqlite3_column_bytes(statement, $0)) } ?? 0
    }

    func has(_ column: String) -> Bool {
        index(of: column) != nil
    }

    /// How often `byte` is in the text in `column`.
    func count(of byte: UInt8, in column: String) -> Int {
        guard let index = index(of: column),
            let bytes = sqlite3_column_text(statement, index)
        else { return 0 }
        return UnsafeBufferPointer(
            start: bytes,
            count: Int(sqlite3_column_bytes(statement, index))
        )
        .count {
            $0 == byte
        }
    }

    private func index(of column: String) -> Int32? {
        column.withCString { wanted in
            (0..<sqlite3_column_count(statement)).first { index in
                sqlite3_column_name(statement, index).map { strcmp($0, wanted) == 0 }
                    ?? false
            }
        }
    }
}
