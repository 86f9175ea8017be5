import DiceModel
import DiceProof
import DiceWire

/// Reads the columns of one row. Throws `Records.Damaged`, which names the row's table, for invalid
/// values.
struct RowReader {
    private let row: SQLiteRow
    private let tableColumn: String

    /// Creates a reader; `table` is the column with the table's name.
    init(_ row: SQLiteRow, table: String) {
        self.row = row
        tableColumn = table
    }

    func int(_ column: String, atLeast minimum: Int) throws -> Int {
        guard let number = row.integer(column), number >= minimum, number <= Self.largest
        else {
            throw damaged(column)
        }
        return Int(number)
    }

    /// Returns `nil` if the column is empty.
    func digest(_ column: String) throws -> String? {
        guard row.has(column), let text = row.text(column), !text.isEmpty else {
            return nil
        }
        try require(Digest.isDigest(text), column)
        return text
    }

    /// Returns true or `nil`.
    func flag(_ column: String) throws -> Bool? {
        try row.has(column) && int(column, atLeast: 0) > 0 ? true : nil
    }

    func edition() throws -> Int? {
        let edition = try row.has("edition") ? int("edition", atLeast: 0) : 0
        return edition == 0 ? nil : edition
    }

    /// Returns `nil` if neither the seed nor its commitment is stored.
    ///
    /// - Parameter commitment: The column of the commitment if the seed may be lost; `nil` to read
    ///   a lost seed as `nil`.
    func seed(_ column: String, _ derived: String, commitment: String? = nil) throws
        -> CommittedSeed?
    {
        let isDerived = try flag(derived) ?? false
        if let hex = try digest(column), let seed = Seed(hex: hex) {
            return CommittedSeed(seed, isDerived: isDerived)
        }
        guard let commitment, !commitment.isEmpty else { return nil }
        try require(Digest.isDigest(commitment), "commitment")
        return CommittedSeed(commitment: commitment, seed: nil, isDerived: isDerived)
    }

    func instant(_ column: String) throws -> Timestamp {
        guard let number = row.integer(column), Self.instants.contains(number) else {
            throw damaged(column)
        }
        return Timestamp(millisecondsSinceEpoch: number)
    }

    /// Returns the text of `column`, converted by `parse`.
    func checked<Value>(_ column: String, _ parse: (String) -> Value?) throws -> Value {
        guard let text = row.text(column), let value = parse(text) else {
            throw damaged(column)
        }
        return value
    }

    func json<Value: JSONReadable>(_ type: Value.Type, _ column: String) throws -> Value {
        try json(column) { try? Value(json: $0) }
    }

    func json<Value>(_ column: String, _ read: (JSONValue) -> Value?) throws -> Value {
        try checked(column) { text in
            (try? JSONValue(parsing: Array(text.utf8))).flatMap(read)
        }
    }

    func require(_ holds: Bool, _ column: String) throws {
        if !holds {
            throw damaged(column)
        }
    }

    /// 2⁵³ − 1: every JSON reader reads it exactly, and further counting is far from an overflow.
    static let largest: Int64 = 9_007_199_254_740_991
    /// Years 0000 to 9999, the range of a timestamp's text.
    private static let instants: ClosedRange<Int64> =
        -62_167_219_200_000...253_402_300_799_999

    private func damaged(_ column: String) -> Records.Damaged {
        Records.Damaged(
            table: row.text(tableColumn) ?? "?",
            reason: "its column \(column) is invalid"
        )
    }
}
