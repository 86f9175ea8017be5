import DiceModel
import DiceTable
import DiceWire

/// Searches for a page of history, newest first, in steps between which other reads can run.
struct HistorySearch {
    private(set) var page = HistoryPage(entries: [], more: false)
    private let query: HistoryQuery
    private var room: PageRoom
    private var walk: HistoryWalk

    init(_ query: HistoryQuery, among: Set<TableName>?) {
        self.query = query
        room = PageRoom(query.limit)
        walk = HistoryWalk(query, among: among)
    }

    /// Searches the next stretch of history. Returns false when the page is complete.
    mutating func go(_ connection: inout SQLiteConnection) throws -> Bool {
        var page = page
        var room = room
        defer {
            self.page = page
            self.room = room
        }
        return try walk.go(&connection) { row in
            page.more = room.isFull
            guard !page.more else { return false }
            do {
                let entry = try Records.entry(row, for: query)
                page.more = !room.takes(entry.jsonBytes().count)
                if !page.more {
                    page.entries.append(entry)
                }
            } catch is Records.Damaged {
                page.damaged = (page.damaged ?? 0) + 1
            }
            return !page.more
        }
    }
}

/// Counts the faces in history entries, in steps between which other reads can run.
struct HistoryCount {
    private(set) var tally = HistoryTally()
    private let query: HistoryQuery
    private var walk: HistoryWalk
    /// The ids of the oldest and the newest entry; `nil` before the first step.
    private var span: ClosedRange<Int64>?

    init(_ query: HistoryQuery, among: Set<TableName>?) {
        self.query = query
        walk = HistoryWalk(query, among: among, chunk: HistoryWalk.stretch)
    }

    /// Counts the next stretch of history. Returns false when everything is counted.
    mutating func go(_ connection: inout SQLiteConnection, _ progress: WorkProgress)
        throws -> Bool
    {
        if span == nil {
            span = try HistoryWalk.span(of: query, &connection)
        }
        var tally = tally
        defer {
            self.tally = tally
        }
        let hasMore = try walk.go(&connection) { row in
            // Skips an unreadable entry.
            if let entry = try? Records.entry(row, for: query) {
                tally.add(entry)
            }
            return true
        }
        if let span {
            let total = Int(span.upperBound - span.lowerBound) + 1
            let left = hasMore ? max(0, Int(walk.position - span.lowerBound)) : 0
            progress.set(done: max(0, total - left), of: total)
        }
        return hasMore
    }
}

/// A walk through history entries, newest first, in steps between which other reads run.
///
/// It merges lists of ids that an index keeps sorted, one list for each table, kind and player. A
/// rare filter has short lists, however long the history is.
struct HistoryWalk {
    /// The maximum number of rows in one step.
    static let stretch = 1_000
    /// The time after which a step ends, because some rows are large.
    private static let time = Duration.milliseconds(10)

    /// The id of the last entry examined.
    private(set) var position = Int64.max
    private let query: HistoryQuery
    private let among: Set<TableName>?
    /// The maximum number of ids read at once from all lists together.
    private let chunk: Int
    /// The lists; `nil` before the first step.
    private var lists: [EntryList]?
    /// The indexes of lists that must be read before the newest remaining entry is known.
    private var unread: [Int] = []

    init(_ query: HistoryQuery, among: Set<TableName>?, chunk: Int? = nil) {
        self.query = query
        self.among = among
        self.chunk = chunk ?? query.limit + 1
    }

    /// Walks through the next stretch and passes each entry to `visit`, which returns true to
    /// continue. Returns false at the end of the walk.
    mutating func go(
        _ connection: inout SQLiteConnection,
        visit: (SQLiteRow) throws -> Bool
    ) throws -> Bool {
        var lists: [EntryList]
        if let begun = self.lists.take() {
            lists = begun
        } else {
            lists = try EntryList.all(of: query, among, &connection)
            unread = Array(lists.indices)
        }
        defer {
            self.lists = lists
        }
        let chunk = max(1, min(chunk, Self.stretch / 4 / max(lists.count, 1)))
        let deadline = ContinuousClock.now.advanced(by: Self.time)
        var looks = 0
        var steps = 0
        while looks < Self.stretch {
            steps += 1
            if steps.isMultiple(of: 16), ContinuousClock.now > deadline {
                return true
            }
            if let place = unread.last {
                looks += try lists[place].read(chunk, &connection)
                if !lists[place].mustRead {
                    unread.removeLast()
                }
                continue
            }
            guard
                let place = lists.indices.max(by: {
                    lists[$0].newest < lists[$1].newest
                }),
                let entry = lists[place].candidates.popLast()
            else { return false }
            looks += 1
            position = entry.id
            if query.includes(entry.endedAt) {
                guard try self.visit(entry.id, &connection, visit) else { return false }
                if lists[place].mustRead {
                    unread.append(place)
                }
            } else {
                let end = try Self.end(ofSpanBefore: entry.id, for: query, &connection)
                for index in lists.indices {
                    lists[index].skip(to: end)
                    if lists[index].mustRead {
                        unread.append(index)
                    }
                }
            }
        }
        return true
    }

    private func visit(
        _ id: Int64,
        _ connection: inout SQLiteConnection,
        _ visit: (SQLiteRow) throws -> Bool
    ) throws -> Bool {
        try connection.query("SELECT * FROM \(query.view) WHERE id = ?", [id]) { rows in
            // The entry may have been removed in the meantime.
            try rows.next().map(visit) ?? true
        }
    }

    /// Returns an id of at most `id`, below which all entries within the query's time range lie; 0
    /// if there are no such entries.
    private static func end(
        ofSpanBefore id: Int64,
        for query: HistoryQuery,
        _ connection: inout SQLiteConnection
    ) throws -> Int64 {
        let block = id / Schema.spanSize
        let found = try connection.first(
            "SELECT block FROM spans WHERE block <= ? AND last >= ? AND first < ? ORDER BY block DESC LIMIT 1",
            block,
            query.earliest,
            query.latest
        ) { $0.integer(0) }
        guard let found = found ?? nil else { return 0 }
        return found == block ? id : (found + 1) * Schema.spanSize
    }

    /// Returns the id range of all entries that match the query; `nil` without entries.
    static func span(
        of query: HistoryQuery,
        _ connection: inout SQLiteConnection
    ) throws -> ClosedRange<Int64>? {
        let blocks = try connection.first(
            "SELECT min(block), max(block) FROM spans WHERE last >= ? AND first < ?",
            query.earliest,
            query.latest
        ) { ($0.integer(0), $0.integer(1)) }
        guard let first = blocks?.0, let last = blocks?.1 else { return nil }
        var condition = ""
        var values: [any Bindable] = []
        if let table = query.table.name {
            condition = #" WHERE "table" = ?"#
            values = [table.description]
        }
        func id(_ function: String) throws -> Int64? {
            try connection.query(
                "SELECT \(function)(id) FROM history\(condition)",
                values
            ) { rows in
                try rows.next()?.integer(0)
            }
        }
        guard let oldest = try id("min"), let newest = try id("max") else { return nil }
        let lower = max(oldest, first * Schema.spanSize)
        return lower...max(lower, min(newest, (last + 1) * Schema.spanSize - 1))
    }
}

extension HistoryQuery {
    /// The view that contains the query's entries.
    fileprivate var view: String { archived ? "prunedSecrets" : "entries" }

    /// In milliseconds since 1970, as in the store.
    fileprivate var earliest: Int64 { since?.millisecondsSinceEpoch ?? .min }
    fileprivate var latest: Int64 { until?.millisecondsSinceEpoch ?? .max }

    /// Returns true if an entry that ended at `instant` is in the query's time range.
    fileprivate func includes(_ instant: Int64) -> Bool {
        instant >= earliest && instant < latest
    }
}

/// The entries of one table, kind and player, or all entries, by id.
private struct EntryList {
    struct Candidate {
        var id: Int64
        var endedAt: Int64
    }

    /// The entries read so far, the newest last.
    var candidates: [Candidate] = []
    /// True if the list continues after the candidates.
    private var hasMore = true
    /// The id below which the list continues.
    private var before: Int64
    /// The id of the table's oldest remaining entry; removed entries below it are skipped.
    private let oldest: Int64
    private let table: String?
    private let view: String
    private let conditions: String
    private let values: [any Bindable]

    /// The number of ids examined at once if no index shows which ids exist.
    private static let width: Int64 = 4_096

    private init(
        _ query: HistoryQuery,
        table: String?,
        oldest: Int64,
        kind: HistoryKind,
        by: String?
    ) {
        self.table = table
        view = query.view
        self.oldest = query.archived ? 0 : oldest
        let end = query.before.map(Int64.init) ?? .max
        // Pruned entries have lower ids than the remaining entries.
        before = query.archived ? min(end, oldest) : end
        var conditions: [String] = []
        var values: [any Bindable] = []
        if let table {
            conditions = [#""table" = ?"#]
            values = [table]
        }
        if kind != .all {
            conditions.append("kind = ?")
            values.append(kind.rawValue)
        }
        if let by {
            conditions.append("by = ?")
            values.append(by)
        }
        self.conditions = conditions.map { " AND " + $0 }.joined()
        self.values = values
    }

    /// Returns the lists that cover the query's entries, ignoring the query's time range.
    static func all(
        of query: HistoryQuery,
        _ among: Set<TableName>?,
        _ connection: inout SQLiteConnection
    ) throws -> [EntryList] {
        let isFiltered = query.kind != .all || query.by != nil
        let tables: [String?]
        switch (query.table, among) {
        case (.one(let table), let among):
            tables = among?.contains(table) == false ? [] : [table.description]
        case (.all, let among?): tables = among.map(\.description)
        case (.all, nil):
            tables =
                isFiltered
                ? try connection.all("SELECT name FROM tables") { $0.text(0) } : [nil]
        }
        let kinds =
            query.kind == .all && query.by != nil
            ? HistoryKind.allCases.filter { $0 != .all } : [query.kind]
        var players: [String?] = [query.by]
        if let by = query.by {
            // Canonically equivalent strings are equal but are stored separately.
            players =
                PlayerLabel.storedForms(of: by).filter {
                    !$0.utf8.elementsEqual(by.utf8)
                } + [by]
        }
        return try tables.flatMap { table in
            let last = try connection.first(
                #"SELECT max(last) FROM removals WHERE "table" = ?"#,
                table ?? ""
            ) { $0.integer(0) }
            let oldest = (last ?? nil).map { $0 + 1 } ?? 0
            return kinds.flatMap { kind in
                players.map { player in
                    EntryList(
                        query,
                        table: table,
                        oldest: oldest,
                        kind: kind,
                        by: player
                    )
                }
            }
        }
    }

    /// True if the list must be read before its newest entry is known.
    var mustRead: Bool { candidates.isEmpty && hasMore }

    var newest: Int64 { candidates.last?.id ?? 0 }

    /// Continues below the id `end`.
    mutating func skip(to end: Int64) {
        while let last = candidates.last, last.id >= end {
            candidates.removeLast()
        }
        if candidates.isEmpty {
            before = min(before, end)
        }
    }

    /// Reads the next candidates, at most `count`. Returns the number of rows examined.
    mutating func read(_ count: Int, _ connection: inout SQLiteConnection) throws -> Int {
        guard before > 0 else {
            hasMore = false
            return 1
        }
        let start = table == nil ? max(0, before - Self.width) : oldest
        let found = try connection.all(
            "SELECT id, endedAt FROM \(view) WHERE id < ? AND id >= ?\(conditions) ORDER BY id DESC LIMIT \(count)",
            values: [before, start] + values
        ) { Candidate(id: $0.integer(0) ?? 0, endedAt: $0.integer(1) ?? 0) }
        candidates = found.reversed()
        if found.count == count, let last = found.last {
            before = last.id
        } else if table == nil, start > 0 {
            // Gaps between ids may be large.
            let next = try connection.first(
                "SELECT max(id) FROM history WHERE id < ?",
                start
            ) {
                $0.integer(0)
            }
            before = (next ?? nil).map { $0 + 1 } ?? 0
        } else {
            hasMore = false
        }
        return found.count + 1
    }
}
