import DiceModel
import DiceTable
import DiceWire

/// A search for a page of history, newest first, in goes between which others read.
///
/// It walks lists of ids that are sorted by an index: the entries of one table, kind and player each. Whatever is rare has a
/// short list, however long the history is.
struct HistorySearch {
    /// The most rows that one go looks at.
    static let stretch = 1_000

    private(set) var page = HistoryPage(entries: [], more: false)
    /// How many rows it has looked at.
    private(set) var looks = 0
    private let query: HistoryQuery
    private let among: Set<TableName>?
    private var room: PageRoom
    /// Nil before the first go.
    private var lists: [EntryList]?
    /// The places of the lists that have to be read before the newest entry of all is known.
    private var unread: [Int] = []

    init(_ query: HistoryQuery, among: Set<TableName>?) {
        self.query = query
        self.among = among
        room = PageRoom(query.limit)
    }

    /// Looks through the next stretch. Returns false when the page is complete.
    mutating func go(_ connection: inout SQLiteConnection) throws -> Bool {
        var lists: [EntryList]
        if let begun = self.lists.take() {
            lists = begun
        } else {
            lists = try EntryList.all(of: query, among, &connection)
            unread = Array(lists.indices)
        }
        let chunk = max(1, min(query.limit + 1, Self.stretch / max(lists.count, 1)))
        let end = looks + Self.stretch
        defer { self.lists = lists }
        while looks < end, !page.more {
            if let place = unread.last {
                looks += try lists[place].read(chunk, &connection)
                if !lists[place].mustRead { unread.removeLast() }
                continue
            }
            guard let place = lists.indices.max(by: { lists[$0].newest < lists[$1].newest }),
                let entry = lists[place].candidates.popLast()
            else { return false }
            looks += 1
            if query.includes(entry.endedAt) {
                try take(entry.id, &connection)
                if lists[place].mustRead { unread.append(place) }
            } else {
                let end = try Self.end(ofSpanBefore: entry.id, for: query, &connection)
                for index in lists.indices {
                    lists[index].skip(to: end)
                    if lists[index].mustRead { unread.append(index) }
                }
            }
        }
        return !page.more
    }

    private mutating func take(_ id: Int64, _ connection: inout SQLiteConnection) throws {
        // It may be gone meanwhile.
        try connection.query("SELECT * FROM entries WHERE id = ?", [id]) { rows in
            guard let row = try rows.next() else { return }
            page.more = room.isFull
            guard !page.more else { return }
            do {
                let entry = try Records.entry(row, for: query)
                page.more = !room.takes(entry.jsonBytes().count)
                if !page.more { page.entries.append(entry) }
            } catch is Records.Damaged {
                page.damaged = (page.damaged ?? 0) + 1
            }
        }
    }

    /// Returns the id before which entries of the query's time may be, and the one of `id` at the most; 0 if there are none.
    private static func end(
        ofSpanBefore id: Int64, for query: HistoryQuery, _ connection: inout SQLiteConnection
    ) throws -> Int64 {
        let block = id / Schema.spanSize
        let found = try connection.first(
            "SELECT block FROM spans WHERE block <= ? AND last >= ? AND first < ? ORDER BY block DESC LIMIT 1",
            block, query.since?.millisecondsSinceEpoch ?? Int64.min, query.until?.millisecondsSinceEpoch ?? Int64.max
        ) { $0.integer(0) }
        guard let found = found ?? nil else { return 0 }
        return found == block ? id : (found + 1) * Schema.spanSize
    }
}

extension HistoryQuery {
    /// Whether an entry that ended then is of its time.
    fileprivate func includes(_ instant: Int64) -> Bool {
        instant >= since?.millisecondsSinceEpoch ?? .min && instant < until?.millisecondsSinceEpoch ?? .max
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
    private let table: String?
    private let conditions: String
    private let values: [any Bindable]

    /// How many ids are looked through at once where no index tells which are there.
    private static let width: Int64 = 4_096

    private init(_ query: HistoryQuery, table: String?, kind: HistoryKind, by: String?) {
        self.table = table
        before = query.before.map(Int64.init) ?? .max
        var conditions: [String] = []
        var values: [any Bindable] = []
        if let table {
            // Without the last condition, it would walk all that is gone and not removed yet.
            conditions = [#""table" = ?"#, #"id > (SELECT COALESCE(max(last), -1) FROM removals WHERE "table" = ?)"#]
            values = [table, table]
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
        of query: HistoryQuery, _ among: Set<TableName>?, _ connection: inout SQLiteConnection
    ) throws -> [EntryList] {
        let isFiltered = query.kind != .all || query.by != nil
        let tables: [String?]
        switch (query.table, among) {
        case (.one(let table), let among):
            tables = among?.contains(table) == false ? [] : [table.description]
        case (.all, let among?): tables = among.map(\.description)
        case (.all, nil):
            tables = isFiltered ? try connection.all("SELECT name FROM tables") { $0.text(0) } : [nil]
        }
        let kinds = query.kind == .all && query.by != nil ? HistoryKind.allCases.filter { $0 != .all } : [query.kind]
        var players: [String?] = [query.by]
        if let by = query.by {
            // Two strings are equal if they look so, and are stored apart.
            players = PlayerLabel.storedForms(of: by).filter { !$0.utf8.elementsEqual(by.utf8) } + [by]
        }
        return tables.flatMap { table in
            kinds.flatMap { kind in
                players.map { player in EntryList(query, table: table, kind: kind, by: player) }
            }
        }
    }

    /// Whether it has to be read before its newest entry is known.
    var mustRead: Bool { candidates.isEmpty && hasMore }

    var newest: Int64 { candidates.last?.id ?? 0 }

    /// Goes on before the id `end`.
    mutating func skip(to end: Int64) {
        while let last = candidates.last, last.id >= end { candidates.removeLast() }
        if candidates.isEmpty { before = min(before, end) }
    }

    /// Reads the next candidates, at most `count` of them. Returns how many rows were looked at.
    mutating func read(_ count: Int, _ connection: inout SQLiteConnection) throws -> Int {
        guard before > 0 else {
            hasMore = false
            return 1
        }
        let start = table == nil ? max(0, before - Self.width) : 0
        let found = try connection.all(
            "SELECT id, endedAt FROM entries WHERE id < ? AND id >= ?\(conditions) ORDER BY id DESC LIMIT \(count)",
            values: [before, start] + values
        ) { Candidate(id: $0.integer(0) ?? 0, endedAt: $0.integer(1) ?? 0) }
        candidates = found.reversed()
        if found.count == count, let last = found.last {
            before = last.id
        } else if start > 0 {
            // Ids may be missing for long.
            let next = try connection.first("SELECT max(id) FROM history WHERE id < ?", start) { $0.integer(0) }
            before = (next ?? nil).map { $0 + 1 } ?? 0
        } else {
            hasMore = false
        }
        return found.count + 1
    }
}
