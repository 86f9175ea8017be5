import DequeModule
import DiceClient
import DiceModel
import DiceWire

/// The translation between a daemon and a broker: the requests that follow the tables, and the
/// messages that result from responses and notifications. The relay itself knows neither of the two
/// connections.
struct Relay: Sendable {
    /// The subject of a response.
    enum Asked: Sendable, Hashable {
        case confinement
        /// The newest entry of all tables' histories.
        case newestEntry
        case list
        case watch(TableName)
        case game(TableName)
        case history(TableName)
    }

    struct Followed: Sendable {
        /// True if the table is watched on this connection, or will be.
        var isWatched = false
        /// The state, updated by notifications; `nil` before the watch.
        var snapshot: TableSnapshot?
        /// The id of the newest published entry, or of the newest entry at the start.
        var newest: Int
        /// The newer entries by id while missed entries are fetched; `nil` once none are missing.
        var missed: [Int: HistoryEntry]?
    }

    let topics: Topics
    private let discovery: Discovery?
    /// The only tables to follow; `nil` for all.
    private let only: Set<TableName>?
    var outbox: Outbox
    var tables: [TableName: Followed] = [:]
    /// The events for the broker, which are omitted if the broker does not accept them now.
    private(set) var events: [Outbox.Publication] = []
    private var requests: Deque<(request: Request, asked: Asked)> = []
    private var unanswered = 0
    /// True if the daemon is too old to omit unchanged sheets.
    private var sendsSheets = false
    /// The id of the newest entry when the first connection started.
    private var baseline: Int?
    private var isListed = false
    /// The tables whose watch has not been confirmed yet.
    private var awaited: Set<TableName> = []
    /// The instant at which to list the tables, in case the daemon did not report one.
    private var listing = Deadline.never

    /// The maximum number of pending requests. Their responses are far below the daemon's limit for
    /// unread output.
    static let maxUnanswered = 8
    /// The number of entries in a page of history.
    private static let page = 20
    private let pause: Duration

    /// - Parameters:
    ///   - left: The topics at which an earlier run may have left a message.
    ///   - pause: The delay after a table's deletion before another table with the same name is
    ///     looked for, in addition to the daemon's notifications.
    init(
        topics: Topics,
        only: Set<TableName>?,
        discovery: Discovery?,
        left: Set<String> = [],
        pause: Duration = BridgeTimes().pause
    ) {
        self.topics = topics
        self.only = only
        self.discovery = discovery
        self.pause = pause
        outbox = Outbox(statusTopic: topics.status, left: left)
        outbox.keepStatus("offline")
    }

    /// True if the daemon reports on every existing table.
    var isFollowing: Bool { isListed && awaited.isEmpty }

    /// The number of tables that are published: watched, with a state.
    var watchedTables: Int { tables.values.count { $0.snapshot != nil } }

    // MARK: Daemon connection

    /// Starts on a new connection.
    mutating func connected() {
        isListed = false
        awaited = []
        unanswered = 0
        requests = []
        listing = .never
        ask(
            Method.confine(ConfineParams(tables: only?.sorted(), role: .watch)),
            .confinement
        )
        ask(Method.history(HistoryQuery(.all, limit: 1, kind: .all)), .newestEntry)
        ask(Method.watchList(), .list)
    }

    /// Handles the loss of the daemon: retained states may be outdated.
    mutating func disconnected() {
        isListed = false
        awaited = []
        unanswered = 0
        requests = []
        listing = .never
        for table in tables.keys {
            tables[table]?.isWatched = false
            tables[table]?.missed = nil
        }
        outbox.keepStatus("offline")
    }

    /// Returns the events since the last call, in order.
    mutating func takeEvents() -> [Outbox.Publication] {
        defer {
            events = []
        }
        return events
    }

    private mutating func ask(_ request: Request, _ asked: Asked) {
        requests.append((request, asked))
    }

    /// Returns the next request; `nil` if there is none now.
    mutating func nextRequest(at now: Deadline) -> (request: Request, asked: Asked)? {
        if listing <= now {
            listing = .never
            ask(Method.list(), .list)
        }
        guard unanswered < Self.maxUnanswered else { return nil }
        guard let next = requests.popFirst() else { return nil }
        unanswered += 1
        return next
    }

    /// The instant at which there is a request to send even if nothing arrives.
    var nextInstant: Deadline { listing }

    private mutating func askForHistory(of table: TableName, before: Int?) {
        let query = HistoryQuery(
            .one(table),
            limit: Self.page,
            before: before,
            kind: .all
        )
        ask(Method.history(query), .history(table))
    }

    // MARK: Responses

    /// Handles a response.
    ///
    /// - Throws: An error if the daemon cannot be followed.
    mutating func take(_ line: ServerLine, about asked: Asked, at now: Deadline)
        throws(ClientError)
    {
        unanswered -= 1
        if case .reply(_, let error?) = line.kind {
            try take(refusal: error, of: asked, at: now)
        } else {
            try take(answer: line, about: asked, at: now)
        }
        guard isFollowing else { return }
        if !outbox.isLeftCleared {
            outbox.clearLeft(but: Set(tables.keys.flatMap(retainedTopics)))
        }
        outbox.keepStatus("online")
    }

    private mutating func take(
        refusal error: WireError,
        of asked: Asked,
        at now: Deadline
    )
        throws(ClientError)
    {
        // An older daemon sends all sheets; the next connection requests them.
        if error.data.param == "sheets" {
            sendsSheets = true
        }
        if error.known == .tableNotFound, let table = asked.table {
            return leave(table, at: now)
        }
        // The table has no game any more, or the daemon is too old for this method.
        guard case .game(let table) = asked else { throw .refused(error) }
        outbox.clear(topics.game(of: table))
    }

    /// Returns the topics at which the broker retains messages about a table.
    private func retainedTopics(of table: TableName) -> [String] {
        let forDiscovery = discovery.map {
            $0.messages(for: table).map(\.topic) + [topics.rolling(of: table)]
        }
        return (forDiscovery ?? []) + [topics.state(of: table), topics.game(of: table)]
    }

    private mutating func take(
        answer line: ServerLine,
        about asked: Asked,
        at now: Deadline
    )
        throws(ClientError)
    {
        switch asked {
        case .confinement: break
        case .newestEntry:
            begin(after: try line.result(of: .history).entries.first?.id ?? 0)
        case .list: follow(try line.result(of: .list), at: now)
        case .watch(let table):
            let snapshot = try line.result(of: .watch)
            guard tables[table] != nil else { break }
            awaited.remove(table)
            tables[table]?.snapshot = snapshot
            tables[table]?.missed = [:]
            publishState(of: table)
            followGame(of: table)
            askForHistory(of: table, before: nil)
            for message in discovery?.messages(for: table) ?? [] {
                outbox.keep(message.payload, at: message.topic)
            }
        case .game(let table):
            let document = try line.result(of: .game).document
            if tables[table] != nil {
                outbox.keep(document.jsonBytes(), at: topics.game(of: table))
            }
        case .history(let table): takeMissed(try line.result(of: .history), of: table)
        }
    }

    /// Publishes missed entries once all of them have arrived, oldest first, together with those
    /// that arrived meanwhile.
    private mutating func takeMissed(_ page: HistoryPage, of table: TableName) {
        guard let followed = tables[table], var missed = followed.missed else { return }
        let new = page.entries.filter { $0.id > followed.newest }
        for entry in new {
            missed[entry.id] = entry
        }
        if page.more, new.count == page.entries.count, let last = page.entries.last,
            missed.count < Outbox.maxEntries
        {
            tables[table]?.missed = missed
            return askForHistory(of: table, before: last.id)
        }
        tables[table]?.missed = nil
        for (_, entry) in missed.sorted(by: { $0.key < $1.key }) {
            publish(entry, of: table)
        }
    }

    private mutating func publish(_ entry: HistoryEntry, of table: TableName) {
        guard let followed = tables[table], entry.id > followed.newest else { return }
        if followed.missed != nil {
            tables[table]?.missed?[entry.id] = entry
        } else {
            tables[table]?.newest = entry.id
            outbox.add(entry.jsonBytes(), to: topics.history(of: table))
        }
    }

    /// Sets the entry after which to publish. Excluded are entries that existed at the start, and
    /// those of a restored store, whose newest entry is older.
    private mutating func begin(after newest: Int) {
        let known = tables.values.reduce(baseline ?? 0) { max($0, $1.newest) }
        guard baseline == nil || newest < known else { return }
        baseline = newest
        for table in tables.keys {
            tables[table]?.newest = newest
        }
    }

    /// Publishes the state of a table when its dice are at rest.
    private mutating func publishState(of table: TableName) {
        guard var snapshot = tables[table]?.snapshot else { return }
        snapshot.may = nil
        if discovery != nil {
            outbox.keep(
                Array((snapshot.rolling ? "ON" : "OFF").utf8),
                at: topics.rolling(of: table)
            )
        }
        if !snapshot.rolling {
            outbox.keep(snapshot.jsonBytes(), at: topics.state(of: table))
        }
    }

    /// Requests the table's game, which may have changed, or clears it.
    private mutating func followGame(of table: TableName) {
        guard tables[table]?.snapshot?.game != nil else {
            return outbox.clear(topics.game(of: table))
        }
        ask(Method.game(TableParams(table: table)), .game(table))
    }

    // MARK: Notifications

    /// Handles a notification.
    ///
    /// - Throws: An error if it is malformed.
    mutating func take(news line: ServerLine, at now: Deadline) throws(ClientError) {
        // A newer daemon has notifications that this version does not know.
        guard let news = try line.news() else { return }
        if case .tables(let list) = news {
            return follow(list, at: now)
        }
        guard let table = TableName(news.table), tables[table] != nil else { return }
        tables[table]?.snapshot?.apply(news)
        // A subscriber without the table's state cannot use its events.
        if news.isForAudience, !outbox.isTooLarge(at: topics.state(of: table)) {
            events.append(
                Outbox.Publication(
                    topic: topics.event(of: table),
                    payload: news.withoutMay?.jsonBytes() ?? line.bytes,
                    isRetained: false
                )
            )
        }
        switch news {
        // A throw's dice are not part of the state, which is published when the throw has ended.
        case .throw(let frame) where frame.result == nil: break
        case .event(let event) where event.kind == .tableDeleted: leave(table, at: now)
        case .event(let event):
            if let entry = event.kind.entry {
                publish(entry, of: table)
            }
            if case .tableChanged = event.kind {
                followGame(of: table)
            }
            publishState(of: table)
        case .frame, .throw: publishState(of: table)
        case .tables, .backup, .progress: break
        }
    }

    // MARK: Table list

    /// Follows new tables in the list, and leaves those that are missing from it.
    mutating func follow(_ list: ListResult, at now: Deadline) {
        isListed = true
        let names = Set(list.tables.compactMap { TableName($0.table) }).filter {
            only?.contains($0) ?? true
        }
        for table in tables.keys where !names.contains(table) {
            leave(table, at: now)
        }
        for table in names.sorted() where tables[table]?.isWatched != true {
            tables[table, default: Followed(newest: baseline ?? 0)].isWatched = true
            awaited.insert(table)
            ask(
                Method.watch(
                    WatchParams(table: table, frames: .plan, sheets: sendsSheets)
                ),
                .watch(table)
            )
        }
    }

    /// Leaves a deleted table and clears its retained messages. Another table may soon be given the
    /// same name.
    mutating func leave(_ table: TableName, at now: Deadline) {
        guard tables.removeValue(forKey: table) != nil else { return }
        awaited.remove(table)
        for topic in retainedTopics(of: table) {
            outbox.clear(topic)
        }
        listing = now + pause
    }
}

extension Relay.Asked {
    /// The table of the response; `nil` if it is about all tables.
    fileprivate var table: TableName? {
        switch self {
        case .confinement, .newestEntry, .list: nil
        case .watch(let table), .game(let table), .history(let table): table
        }
    }
}

extension Notification {
    /// The notification without what it tells this client alone; `nil` if it tells nothing such.
    fileprivate var withoutMay: Notification? {
        guard case .event(var event) = self else { return nil }
        if case .tableChanged(var snapshot) = event.kind, snapshot.may != nil {
            snapshot.may = nil
            event.kind = .tableChanged(snapshot)
        } else if event.may != nil {
            event.may = nil
        } else {
            return nil
        }
        return .event(event)
    }

    /// True if the audience receives the notification. It contains at most the dice of a roll and
    /// two more. Watchers and contributors concern only those at the table; entries of throws have
    /// a separate topic.
    fileprivate var isForAudience: Bool {
        guard case .event(let event) = self else { return true }
        switch event.kind {
        case .rollStarted, .rollSettled, .lockChanged, .turnEnded, .corrected,
            .playerRests, .gameOver,
            .throwShown, .tableChanged,
            .tableDeleted:
            return true
        default: return false
        }
    }
}
