import DiceModel

/// A description of a store: `3 tables, 120 turns and 14 throws, from 2026-11-01 to 2026-11-24`.
struct StoreContents: CustomStringConvertible {
    private let tables: Int64
    private let turns: Int64
    private let throwCount: Int64
    /// The end times of the first and the last entry.
    private let span: ClosedRange<Int64>?

    init(_ connection: inout SQLiteConnection) throws {
        let entries = Schema.entries(after: try connection.takenMigrations())
        func number(_ sql: String) throws -> Int64? {
            try connection.first(sql) { $0.integer(0) } ?? nil
        }
        tables = try number("SELECT COUNT(*) FROM tables") ?? 0
        turns = try number("SELECT COUNT(*) FROM \(entries) WHERE kind = 'turn'") ?? 0
        throwCount =
            try number("SELECT COUNT(*) FROM \(entries) WHERE kind = 'throw'") ?? 0
        let first = try number("SELECT MIN(endedAt) FROM \(entries)")
        let last = try number("SELECT MAX(endedAt) FROM \(entries)")
        span = first.flatMap { first in last.map { first...max(first, $0) } }
    }

    var description: String {
        func some(_ count: Int64, _ name: String) -> String {
            "\(count) \(name)\(count == 1 ? "" : "s")"
        }
        func day(_ instant: Int64) -> Substring {
            Timestamp(millisecondsSinceEpoch: instant).description.prefix(10)
        }
        let counts =
            "\(some(tables, "table")), \(some(turns, "turn")) and \(some(throwCount, "throw"))"
        return counts
            + (span.map { ", from \(day($0.lowerBound)) to \(day($0.upperBound))" }
                ?? "")
    }
}
