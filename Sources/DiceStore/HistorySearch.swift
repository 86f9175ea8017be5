import DiceModel
import DiceTable
import DiceWire

/// A search for a page of history, newest first, in goes between which others read.
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

    /// Looks through the next stretch. Returns false when the page is complete.
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

/// A count of the faces of entries, in goes between which others read.
struct HistoryCount {
    private(set) var tally = HistoryTally()
    private let query: HistoryQuery
    private var walk: HistoryWalk
    /// The ids of the newest entry and of the oldest; nil before the first go.
    private var span: ClosedRange<Int64>?

    init(_ query: HistoryQuery, among: Set<TableName>?) {
        self.query = query
        walk = HistoryWalk(query, among: among, chunk: HistoryWalk.stretch)
    }

    /// Counts the next stretch. Returns false when all is counted.
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
            // An entry that cannot be read is left out.
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

/// A walk through entries of history, newest first, in goes between which others read.
///
/// It walks lists of ids that are sorted by an index: the entries of one table, kind and player
/// each. Whatever is rare has a short list, however long the history is.
struct HistoryWalk {
    /// The most rows that one go looks at.
    static let stretch = 1_000
    /// The time after which a go ends: some rows are large.
    private static let time = Duration.milliseconds(10)

    /// The id of the last entry that it has looked at.
    private(set) var position = Int64.max
    private let query: HistoryQuery
    private let among: Set<TableName>?
    /// The most ids that are read of all lists together.
    private let chunk: Int
    /// Nil before the first go.
    private var lists: [EntryList]?
    /// The places of the lists that have to be read before the newest entry of all is known.
    private var unread: [Int] = []

    init(_ query: HistoryQuery, among: Set<TableName>?, chunk: Int? = nil) {
        self.query = query
        self.among = among
        self.chunk = chunk ?? query.limit + 1
    }

    /// Looks through the next stretch, and has `visit` see each entry; it returns whether the walk
    /// continues. Returns false at the end of the walk.
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
            // It may be gone meanwhile.
            try rows.next().map(visit) ?? true
        }
    }

    /// Returns the id, at most `id`, before which entries of the query's time may be; 0 for no such
    /// entry.
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

    /// Returns the range of ids of all entries of the query, nil without entries.
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
            ) {
                rows in
                try rows.next()?.integer(0)
            }
        }
        guard let oldest = try id("min"), let newest = try id("max") else { return nil }
        let lower = max(oldest, first * Schema.spanSize)
        return lower...max(lower, min(newest, (last + 1) * Schema.spanSize - 1))
    }
}

extension HistoryQuery {
    /// Where its entries are.
    fileprivate var view: String { archived ? "prunedSecrets" : "entries" }

    /// In milliseconds since 1970, as in the store.
    fileprivate var earliest: Int64 { since?.millisecondsSinceEpoch ?? .min }
    fileprivate var latest: Int64 { until?.millisecondsSinceEpoch ?? .max }

    /// Whether an entry that ended then is of its time.
    fileprivate func includes(_ instant: Int64) -> Bool {
        instant >= earliest && instant < latest
    }
}

/// The entries of one table, kind and player, or of everything, by their ids.
private struct EntryList {
    struct Candidate {
        var id: Int64
        var endedAt: Int64
    }

    /// Those that were read, the newest last.
    var candidates: [Candidate] = []
    /// Whether others may come before the candidates.
    private var hasMore = true
    /// What is to be read comes before this id.
    private var before: Int64
    /// What is gone of a table comes before this id, and is not walked through.
    private let oldest: Int64
    private let table: String?
    private let view: String
    private let conditions: String
    private let values: [any Bindable]

    /// How many ids are looked through at once where no index tells which are there.
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
        // Those that were pruned come before what remains.
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

    /// Returns the lists whose entries are those of the query, whatever its time is.
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
            // Two strings are equal if they look so, and are stored apart.
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

    /// Whether it has to be read before its newest entry is known.
    var mustRead: Bool { candidates.isEmpty && hasMore }

    var newest: Int64 { candidates.last?.id ?? 0 }

    /// Goes on before the id `end`.
    mutating func skip(to end: Int64) {
        while let last = candidates.last, last.id >= end {
            candidates.removeLast()
        }
        if candidates.isEmpty {
            before = min(before, end)
        }
    }

    /// Reads the next candidates, at most `count` of them. Returns how many rows were looked at.
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
            // Ids may be missing for long.
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
