import DiceModel
import DiceProof
import DiceWire

/// Reads the columns of one row and throws `Records.Damaged`, which names the row's table, for what
/// does not fit.
struct RowReader {
    private let row: SQLiteRow
    private let tableColumn: String

    /// `table` is the column that holds the table's name.
    init(_ row: SQLiteRow, table: String) {
        self.row = row
        tableColumn = table
    }

    func int(_ column: String, atLeast least: Int) throws -> Int {
        guard let number = row.integer(column), number >= least, number <= Self.largest
        else {
            throw damaged(column)
        }
        return Int(number)
    }

    /// nil if it is empty.
    func digest(_ column: String) throws -> String? {
        guard row.has(column), let text = row.text(column), !text.isEmpty else {
            return nil
        }
        try require(Digest.isDigest(text), column)
        return text
    }

    /// True, or nil.
    func flag(_ column: String) throws -> Bool? {
        try row.has(column) && int(column, atLeast: 0) > 0 ? true : nil
    }

    func edition() throws -> Int? {
        let edition = try row.has("edition") ? int("edition", atLeast: 0) : 0
        return edition == 0 ? nil : edition
    }

    /// nil if neither the seed nor its commitment is there.
    ///
    /// - Parameter commitment: the column of the commitment, if the seed may be lost; nil to read a
    ///   lost seed as none.
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

    /// The text of `column` as `parse` reads it.
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

    /// 2⁵³ − 1: what every JSON reader reads exactly, and far from where counting on overflows.
    static let largest: Int64 = 9_007_199_254_740_991
    /// Years 0000 to 9999: what a timestamp's text has room for.
    private static let instants: ClosedRange<Int64> =
        -62_167_219_200_000...253_402_300_799_999

    private func damaged(_ column: String) -> Records.Damaged {
        Records.Damaged(
            table: row.text(tableColumn) ?? "?",
            reason: "its \(column) cannot be right"
        )
    }
}
