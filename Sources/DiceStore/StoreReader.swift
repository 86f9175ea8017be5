import DiceModel
import DiceTable

/// Reads over a connection and on a thread of its own, so that no write waits for a reader. It sees what has been
/// committed.
actor StoreReader {
    /// A page's entries take up to about this many bytes of JSON.
    static let pageSize = 512 * 1_024

    let file: String
    private let patience: Duration
    private nonisolated let thread: StoreThread
    /// Opened by the first read.
    private var connection: Connection?
    private var isClosed = false

    nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    init(_ file: String, patience: Duration) throws(StoreError) {
        self.file = file
        self.patience = patience
        thread = try StoreThread()
    }

    deinit { thread.end() }

    /// Every later read fails.
    func close() {
        connection = nil
        isClosed = true
    }

    func read<Value>(_ body: (inout Connection) throws -> Value) throws(StoreError) -> Value {
        do {
            guard !isClosed else { throw StoreFailure.closed(file) }
            var open = try connection.take() ?? Connection(file, .readOnly, patience: patience)
            let result = Result { try body(&open) }
            connection = consume open
            return try result.get()
        } catch {
            throw StoreFailure.describe(error, file: file)
        }
    }

    func summaries() throws(StoreError) -> [StoredSummary] {
        try read { connection in
            try connection.all(
                "SELECT name, turn, rollCount, dice, owner FROM tables ORDER BY name", read: Records.summary)
        }
    }

    func page(_ query: HistoryQuery, among: Set<TableName>?) throws(StoreError) -> HistoryPage {
        var (conditions, values): ([String], [any Bindable]) = ([], [])
        func require(_ condition: String, _ value: (any Bindable)?) {
            guard let value else { return }
            conditions.append(condition)
            values.append(value)
        }
        if query.kind != .all { require("kind = ?", query.kind.rawValue) }
        if case .one(let table) = query.table { require(#""table" = ?"#, table.description) }
        if let among {
            let marks = Array(repeating: "?", count: among.count).joined(separator: ", ")
            conditions.append("\"table\" IN (\(marks))")
            values += among.map(\.description)
        }
        require("id < ?", query.before)
        require("by = ?", query.by)
        require("endedAt >= ?", query.since?.millisecondsSinceEpoch)
        require("endedAt < ?", query.until?.millisecondsSinceEpoch)
        let filter = conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
        let sql = "SELECT * FROM history\(filter) ORDER BY id DESC"
        return try read { connection in
            try connection.query(sql, values) { rows in try Self.page(rows, limit: query.limit) }
        }
    }

    private static func page(_ rows: Statement, limit: Int) throws -> HistoryPage {
        var page = HistoryPage(entries: [], more: false)
        var room = pageSize
        while let row = try rows.next() {
            let size = Records.size(of: row)
            guard page.entries.count < limit, size <= room || page.entries.isEmpty else {
                page.more = true
                break
            }
            do {
                page.entries.append(try Records.entry(row))
                room -= size
            } catch is Records.Damaged {
                page.damaged = (page.damaged ?? 0) + 1
            }
        }
        return page
    }
}
