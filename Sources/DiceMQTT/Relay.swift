internal import DequeModule
internal import DiceClient
internal import DiceModel
internal import DiceWire

/// What goes from a daemon to a broker: which requests a watcher of its tables sends, and what follows from the answers and the
/// notifications. It knows neither of the two connections.
struct Relay: Sendable {
    /// What an answer is about.
    enum Asked: Sendable, Hashable {
        case confinement
        /// The newest entry of every table's history.
        case newestEntry
        case list
        case watch(TableName)
        case state(TableName)
        case history(TableName)
    }

    struct Followed: Sendable {
        /// How far the watch has come on this connection.
        enum Watch: Sendable {
            case idle, asked, agreed
        }

        var watch = Watch.idle
        /// The newest that was heard of, and that of the state that is published.
        var revision = 0
        var stated = -1
        /// Whether the state has changed without another revision: who watches is another.
        var isChanged = false
        var isRolling = false
        /// Whether its state is asked for.
        var isAsked = false
        var entries: EntryGathering
    }

    let topics: Topics
    private let discovery: Discovery?
    /// The only tables to follow; nil for all.
    private let only: Set<TableName>?
    var outbox: Outbox
    var tables: [TableName: Followed] = [:]
    /// Those of which something may have to be asked.
    var touched: Set<TableName> = []
    /// Those whose history is to be asked for again later.
    private var retrying: Set<TableName> = []
    /// Events for the broker, if it takes them now.
    private(set) var events: [Outbox.Message] = []
    private var requests: Deque<(request: Request, asked: Asked)> = []
    private var unanswered = 0
    /// The newest entry when there was first something to follow.
    private var baseline: Int?
    private var isListed = false
    /// Those whose watch is not agreed yet.
    private var awaited: Set<TableName> = []
    /// When to look for tables that the daemon did not tell of.
    private var listing = Deadline.never

    /// Requests that wait for their answers at a time: their answers are far from what a daemon leaves unread.
    static let mostUnanswered = 8
    private let pause: Duration

    /// - Parameters:
    ///   - left: topics at which an earlier run may have left something.
    ///   - pause: how long after a table's end another of its name is looked for, beside what the daemon tells.
    init(
        topics: Topics, only: Set<TableName>?, discovery: Discovery?, left: Set<String> = [],
        pause: Duration = BridgeTimes().pause
    ) {
        self.topics = topics
        self.only = only
        self.discovery = discovery
        self.pause = pause
        outbox = Outbox(statusTopic: topics.status, left: left)
        outbox.keepStatus("offline")
    }

    /// Whether the daemon tells of every table that there is.
    var isFollowing: Bool { isListed && awaited.isEmpty }

    // MARK: the connection to the daemon

    /// Begins on a new connection.
    mutating func connected() {
        (isListed, awaited, unanswered, requests, listing) = (false, [], 0, [], .never)
        ask(Method.confine(ConfineParams(tables: only?.sorted(), role: .watch)), .confinement)
        ask(Method.history(HistoryQuery(.all, limit: 1, kind: .all)), .newestEntry)
        ask(Method.watchList(), .list)
    }

    /// The daemon is gone: what is retained may be old.
    mutating func disconnected() {
        (isListed, awaited, unanswered, requests, listing) = (false, [], 0, [], .never)
        for table in tables.keys {
            tables[table]?.watch = .idle
            tables[table]?.isAsked = false
            tables[table]?.entries.disconnected()
        }
        outbox.keepStatus("offline")
    }

    mutating func add(event: Outbox.Message) { events.append(event) }

    /// The events since the last call, in order.
    mutating func takeEvents() -> [Outbox.Message] {
        defer { events = [] }
        return events
    }

    mutating func ask(_ request: Request, _ asked: Asked) { requests.append((request, asked)) }

    /// What to ask next; nil where nothing is to be asked now.
    mutating func nextRequest(at now: Deadline) -> (request: Request, asked: Asked)? {
        if listing <= now {
            listing = .never
            ask(Method.list(), .list)
        }
        guard unanswered < Self.mostUnanswered else { return nil }
        for table in retrying where (tables[table]?.entries.retry ?? .never) <= now {
            retrying.remove(table)
            touched.insert(table)
        }
        if requests.isEmpty { askForWhatIsMissing(now) }
        guard let next = requests.popFirst() else { return nil }
        unanswered += 1
        return next
    }

    /// When there may be something to ask though nothing has come.
    var nextInstant: Deadline { retrying.reduce(listing) { min($0, tables[$1]?.entries.retry ?? .never) } }

    /// The states and entries of tables that have changed and are at rest.
    private mutating func askForWhatIsMissing(_ now: Deadline) {
        for table in touched.sorted() {
            guard let followed = tables[table], followed.watch == .agreed else { continue }
            if followed.stated < followed.revision || followed.isChanged, !followed.isRolling, !followed.isAsked {
                tables[table]?.isAsked = true
                tables[table]?.isChanged = false
                ask(Method.get(TableParams(table: table)), .state(table))
            }
            if tables[table]?.entries.isToAsk(at: now) == true { askForHistory(of: table, before: nil) }
        }
        touched = []
    }

    private mutating func askForHistory(of table: TableName, before: Int?) {
        let query = HistoryQuery(.one(table), limit: EntryGathering.page, before: before, kind: .all)
        ask(Method.history(query), .history(table))
    }

    // MARK: answers

    /// Takes an answer. Throws where the daemon cannot be followed.
    mutating func take(_ line: ServerLine, about asked: Asked, at now: Deadline) throws(ClientError) {
        unanswered -= 1
        if case .reply(_, let error?) = line.kind {
            guard error.known == .tableNotFound, let table = asked.table else { throw .refused(error) }
            leave(table, at: now)
        } else {
            try take(answer: line, about: asked, at: now)
        }
        if let table = asked.table { touched.insert(table) }
        guard isFollowing else { return }
        if !outbox.isLeftCleared { outbox.clearLeft(but: Set(tables.keys.flatMap(retainedTopics))) }
        outbox.keepStatus("online")
    }

    /// Where something is retained of a table.
    private func retainedTopics(of table: TableName) -> [String] {
        let forDiscovery = discovery.map { $0.messages(for: table).map(\.topic) + [topics.rolling(of: table)] }
        return (forDiscovery ?? []) + [topics.state(of: table)]
    }

    private mutating func take(
        answer line: ServerLine, about asked: Asked, at now: Deadline
    ) throws(ClientError) {
        switch asked {
        case .confinement: break
        case .newestEntry: begin(after: try line.value(as: HistoryPage.self).entries.first?.id ?? 0)
        case .list: follow(try line.value(as: ListResult.self), at: now)
        case .watch(let table):
            let snapshot = try line.value(as: TableSnapshot.self)
            guard tables[table] != nil else { break }
            tables[table]?.watch = .agreed
            awaited.remove(table)
            tables[table]?.stated = -1
            tables[table]?.entries.look()
            takeState(of: table, snapshot, line)
            for message in discovery?.messages(for: table) ?? [] { outbox.keep(message.payload, at: message.topic) }
        case .state(let table):
            tables[table]?.isAsked = false
            takeState(of: table, try line.value(as: TableSnapshot.self), line)
        case .history(let table):
            let page = try line.value(as: HistoryPage.self)
            switch tables[table]?.entries.take(page, at: now) {
            case .before(let id): askForHistory(of: table, before: id)
            case .publish(let entries):
                for entry in entries { outbox.add(entry.jsonBytes(), to: topics.history(of: table)) }
                if tables[table]?.entries.retry != .never { retrying.insert(table) }
            case nil: break
            }
        }
    }

    /// What is newer is to be published: entries that were there at the start are not, nor those of another store, whose
    /// newest is older.
    private mutating func begin(after newest: Int) {
        let known = tables.values.reduce(baseline ?? 0) { max($0, $1.entries.newest) }
        guard baseline == nil || newest < known else { return }
        baseline = newest
        for table in tables.keys { tables[table]?.entries = EntryGathering(after: newest) }
    }

    private mutating func takeState(of table: TableName, _ snapshot: TableSnapshot, _ line: ServerLine) {
        guard let followed = tables[table] else { return }
        tables[table]?.revision = max(followed.revision, snapshot.revision)
        setRolling(snapshot.rolling, table)
        guard !snapshot.rolling, let bytes = line.resultBytes else { return }
        tables[table]?.stated = snapshot.revision
        outbox.keep(Array(bytes), at: topics.state(of: table))
    }

    mutating func setRolling(_ isRolling: Bool, _ table: TableName) {
        tables[table]?.isRolling = isRolling
        if discovery != nil { outbox.keep(Array((isRolling ? "ON" : "OFF").utf8), at: topics.rolling(of: table)) }
    }

    // MARK: tables that come and go

    /// Follows the tables of the list that are new, and leaves those that are gone.
    mutating func follow(_ list: ListResult, at now: Deadline) {
        isListed = true
        let names = Set(list.tables.compactMap { TableName($0.table) }).filter { only?.contains($0) ?? true }
        for table in tables.keys where !names.contains(table) { leave(table, at: now) }
        for table in names.sorted() where (tables[table]?.watch ?? .idle) == .idle {
            tables[table, default: Followed(entries: EntryGathering(after: baseline ?? 0))].watch = .asked
            tables[table]?.revision = 0
            awaited.insert(table)
            ask(Method.watch(WatchParams(table: table, frames: .plan)), .watch(table))
        }
    }

    /// The table is gone, and what is retained of it with it. Another one may have its name soon.
    mutating func leave(_ table: TableName, at now: Deadline) {
        guard tables.removeValue(forKey: table) != nil else { return }
        awaited.remove(table)
        for topic in retainedTopics(of: table) { outbox.clear(topic) }
        listing = now + pause
    }
}

extension Relay.Asked {
    /// The table that it is about; nil where it is about all of them.
    fileprivate var table: TableName? {
        switch self {
        case .confinement, .newestEntry, .list: nil
        case .watch(let table), .state(let table), .history(let table): table
        }
    }
}
