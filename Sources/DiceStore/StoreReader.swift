import DiceModel
import DiceTable
import DiceWire

/// Reads committed data over its own connection and thread, so that no write waits for a reader.
actor StoreReader {
    let location: StorePlace
    var file: String { location.path }
    private let patience: Duration
    private nonisolated let thread: StoreThread
    /// The connection; opened by the first read.
    private var connection: SQLiteConnection?
    private var isClosed = false

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        thread.asUnownedSerialExecutor()
    }

    init(_ place: StorePlace, patience: Duration) throws(StoreError) {
        self.location = place
        self.patience = patience
        thread = try StoreThread()
    }

    deinit {
        thread.end()
    }

    /// Closes the reader; every later read fails.
    func close() {
        connection = nil
        isClosed = true
    }

    func read<Value>(_ body: (inout SQLiteConnection) throws -> Value)
        throws(StoreError) -> Value
    {
        do {
            guard !isClosed else { throw StoreErrorText.closed(file) }
            var open = try connection.take() ?? newConnection()
            let result = Result { try body(&open) }
            connection = consume open
            return try result.get()
        } catch {
            throw StoreErrorText.describe(error, file: file)
        }
    }

    /// Throws if the store's files are no longer in their place: a new connection would then miss
    /// data in the log.
    private func newConnection() throws -> SQLiteConnection {
        if let missing = location.missing {
            throw StoreErrorText.gone(missing)
        }
        return try SQLiteConnection(file, .readOnly, patience: patience)
    }

    func summaries() throws(StoreError) -> [StoredSummary] {
        try read { connection in
            try connection.all(
                "SELECT name, turn, rollCount, dice, owner FROM tables ORDER BY name",
                read: Records.summary
            )
        }
    }

    /// Lets other reads run between any two stretches of the search, however few entries match.
    /// Ends early, with a partial page, if the task is cancelled.
    func page(_ query: HistoryQuery, among: Set<TableName>?) async throws(StoreError)
        -> HistoryPage
    {
        var search = HistorySearch(query, among: among)
        while !Task.isCancelled, try read({ try search.go(&$0) }) {
            await Task.yield()
        }
        guard let table = query.table.name else { return search.page }
        // Read last, to omit entries that were pruned in the meantime.
        var page = search.page
        page.archived = try read { try Records.archived(of: table, &$0) }
        if let last = page.archived?.last, !query.archived {
            page.entries.removeAll { $0.id <= last }
        }
        return page
    }

    /// Lets other reads run between two stretches. Ends early, with a partial count, if the task is
    /// cancelled.
    func tally(
        _ query: HistoryQuery,
        among: Set<TableName>?,
        _ progress: WorkProgress
    ) async throws(StoreError) -> HistoryTally {
        var count = HistoryCount(query, among: among)
        while !Task.isCancelled, try read({ try count.go(&$0, progress) }) {
            // The count needs its own pause here; the search for a page pauses in `page`.
            await Task.yield()
        }
        return count.tally
    }

    /// Returns as many matches as fit in a page, newest first, and whether older ones remain.
    func matches(of table: TableName, before: Int?, limit: Int) throws(StoreError) -> (
        page: [MatchRecord], more: Bool
    ) {
        try read { connection in
            var page = [] as [MatchRecord]
            var room = PageRoom(limit)
            return try connection.query(
                #"SELECT * FROM matchRecords WHERE "table" = ? AND match < ? ORDER BY match DESC"#,
                [table.description, before ?? Int.max]
            ) { rows in
                while let row = try rows.next() {
                    guard !room.isFull, room.takes(row.size("record")) else {
                        return (page, true)
                    }
                    page.append(try Records.match(row))
                }
                return (page, false)
            }
        }
    }
}

/// The capacity of a page: a number of items, and at most 512 KiB on the wire including overhead.
struct PageRoom {
    private var count: Int
    private var bytes = 511 * 1_024
    private var isEmpty = true

    init(_ count: Int) {
        self.count = count
    }

    var isFull: Bool { count == 0 }

    /// Returns true and counts the item if one of `size` bytes fits. The first item always fits.
    mutating func takes(_ size: Int) -> Bool {
        guard isEmpty || size < bytes else { return false }
        count = count - 1
        bytes = bytes - size - 1
        isEmpty = false
        return true
    }
}

extension StoreReader {
    /// Returns `nil` if there is no table with this name.
    func faces(_ query: FaceQuery, at table: TableName) throws(StoreError)
        -> StoredFaces?
    {
        try read { connection in
            // One transaction, so that a turn that ends in the meantime is counted once.
            try connection.execute("BEGIN")
            defer {
                try? connection.execute("ROLLBACK")
            }
            do {
                return try Self.faces(query, at: table.description, &connection)
            } catch let damaged as Records.Damaged {
                throw StoreErrorText.damaged(damaged, file: file)
            }
        }
    }

    private static func faces(
        _ query: FaceQuery,
        at name: String,
        _ connection: inout SQLiteConnection
    ) throws -> StoredFaces? {
        guard
            let table = try connection.first(
                "SELECT * FROM tables WHERE name = ?",
                name,
                read: Records.table
            )
        else { return nil }
        var faces = StoredFaces(
            ended: FaceTally(),
            turn: table.turn,
            sides: table.dice.map(\.countedSides),
            open: []
        )
        var condition: String = #"WHERE "table" = ?"#
        var values: [any Bindable] = [name]
        if let by = query.by {
            condition = condition + " AND by IN (?, ?)"
            values = values + PlayerLabel.storedForms(of: by)
        }
        try connection.query("SELECT * FROM openRoll \(condition)", values) { rows in
            while let row = try rows.next() {
                faces.open.append(try Records.roll(row))
            }
        }
        if let sides = query.sides {
            condition = condition + " AND sides IN (?, ?)"
            values = values + [sides, -sides]
        }
        for entered in [false, true] {
            try connection.query(
                "SELECT * FROM \(Schema.faces(entered: entered)) \(condition)",
                values
            ) { rows in
                while let row = try rows.next() {
                    var (key, counts) = try Records.faces(row)
                    key.entered = entered
                    faces.ended.add(counts, key)
                }
            }
        }
        return faces
    }
}

extension StoreReader {
    func storedBytes(by name: String) throws(StoreError) -> Int {
        try read { connection in
            let names = PlayerLabel.storedForms(of: name)
            let sum = try connection.query(
                """
                SELECT COALESCE((SELECT SUM(bytes) FROM storage WHERE by IN (?, ?)), 0)
                    + COALESCE((SELECT SUM(most) FROM openThrow WHERE by IN (?, ?)), 0)
                """,
                names + names
            ) { rows in try rows.next()?.integer(0) }
            return max(0, Int(sum ?? 0))
        }
    }
}
