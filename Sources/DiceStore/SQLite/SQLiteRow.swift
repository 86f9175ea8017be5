import CSQLite
import Glibc

/// The current row of a statement. A missing column reads as NULL.
struct SQLiteRow {
    private let statement: OpaquePointer

    init(_ statement: OpaquePointer) {
        self.statement = statement
    }

    /// Returns `nil` for anything but an integer.
    func integer(_ column: String) -> Int64? {
        index(of: column).flatMap(integer)
    }

    /// Returns `nil` for anything but an integer.
    func integer(_ column: Int32) -> Int64? {
        sqlite3_column_type(statement, column) == SQLITE_INTEGER
            ? sqlite3_column_int64(statement, column) : nil
    }

    /// Returns `nil` for anything but text. Invalid UTF-8 is replaced with U+FFFD.
    func text(_ column: String) -> String? {
        index(of: column).flatMap(text)
    }

    /// Returns `nil` for anything but text. Invalid UTF-8 is replaced with U+FFFD.
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

    /// Returns the size of the text in `column` in bytes.
    func size(_ column: String) -> Int {
        index(of: column).map { Int(sqlite3_column_bytes(statement, $0)) } ?? 0
    }

    func has(_ column: String) -> Bool {
        index(of: column) != nil
    }

    /// Returns the number of occurrences of `byte` in the text in `column`.
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
