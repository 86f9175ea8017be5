import DiceModel
import FoundationEssentials
import GRDB

/// Reads the columns of one row and throws `Records.Damaged`, which names the row's table, for what does not fit.
struct RowReader {
    private let row: Row
    private let tableColumn: String

    /// `table` is the column that holds the table's name.
    init(_ row: Row, table: String) {
        self.row = row
        tableColumn = table
    }

    func int(_ column: String, atLeast least: Int) throws -> Int {
        guard let number = Int.fromDatabaseValue(value(column)), number >= least else { throw damaged(column) }
        return number
    }

    func instant(_ column: String) throws -> Timestamp {
        guard let number = Int64.fromDatabaseValue(value(column)), Self.instants.contains(number) else {
            throw damaged(column)
        }
        return Timestamp(millisecondsSinceEpoch: number)
    }

    /// The text of `column` as `parse` reads it.
    func checked<Value>(_ column: String, _ parse: (String) -> Value?) throws -> Value {
        guard let text = String.fromDatabaseValue(value(column)), let value = parse(text) else {
            throw damaged(column)
        }
        return value
    }

    func json<Value: Decodable>(_ type: Value.Type, _ column: String) throws -> Value {
        try checked(column) { try? JSONDecoder().decode(type, from: Data($0.utf8)) }
    }

    func require(_ holds: Bool, _ column: String) throws {
        if !holds { throw damaged(column) }
    }

    /// Years 0000 to 9999: what a timestamp's text has room for.
    private static let instants: ClosedRange<Int64> = -62_167_219_200_000...253_402_300_799_999

    private func value(_ column: String) -> DatabaseValue { row[column] ?? .null }

    private func damaged(_ column: String) -> Records.Damaged {
        Records.Damaged(
            table: String.fromDatabaseValue(value(tableColumn)) ?? "?", reason: "its \(column) cannot be right")
    }
}
