internal import DiceClient
internal import DiceModel
internal import DiceWire

/// Follows tables, over the daemon's restarts, and over their own end where they are made anew.
struct Watcher {
    private let session: Session
    private let tables: [TableName]
    /// Those that have been shown, and those of them that were deleted.
    private var (shown, deleted): (Set<TableName>, Set<TableName>) = ([], [])
    private let display: any WatchDisplay
    private let pause: Duration
    private(set) var backoff: Backoff
    /// Whether the display says that the daemon is gone.
    private var isGone = false
    private var generator = SystemRandomNumberGenerator()
    /// Where it notes what the daemon promises.
    private var seen: SeenNotes?

    /// - Parameter pause: how long after its deletion, and then how often, a table is looked for.
    init(
        _ session: Session, tables: [TableName], display: any WatchDisplay, pause: Duration = .seconds(1),
        seen: SeenNotes? = nil
    ) {
        self.seen = seen
        self.pause = pause
        self.session = session
        backoff = session.backoff
        self.tables = tables
        self.display = display
    }

    /// Begins on the connection of `first`. Returns never but by throwing: `interrupted`, or a refusal.
    mutating func run(_ first: Client) throws(Failure) {
        var client = first
        do {
            while true {
                let failure = follow(client)
                guard failure.isPassing else { throw failure }
                if let reason = client.failureOfTheWay, !reason.isPassing {
                    throw Failure.client(.unreachable(reason.description))
                }
                if !isGone { try display.showGone() }
                isGone = true
                client = try reconnect()
            }
        } catch {
            try? display.close()
            throw Failure(error)
        }
    }

    /// Shows what happens until something ends it, which it returns.
    private mutating func follow(_ client: Client) -> Failure {
        do {
            var frames = display.frames
            var asked = try ask(client, for: tables, frames)
            var retry = Deadline.never
            while true {
                guard let line = try display.next(from: client, by: retry) else {
                    asked += try ask(client, for: deleted.sorted(), frames)
                    retry = .never
                    continue
                }
                // What has come meanwhile does not tell when it was sent.
                if display.takeResumption() {
                    asked += try ask(client, for: tables.filter { !deleted.contains($0) }, frames)
                }
                if let index = asked.firstIndex(where: { line.kind.answers($0.id) }) {
                    let request = asked.remove(at: index)
                    if line.kind.knowsNoPlans {
                        frames = .values
                        asked += try ask(client, for: [request.table], frames)
                    } else {
                        try take(line, about: request)
                    }
                } else {
                    let notification = try line.news()
                    try display.show(notification, line)
                    if case .event(let event) = notification { seen?.note(event) }
                    if case .event(let event) = notification, event.kind == .tableDeleted,
                        let table = tables.first(where: { $0.description == event.table })
                    {
                        deleted.insert(table)
                    }
                }
                if asked.isEmpty, !deleted.isEmpty, retry == .never { retry = .after(pause) }
            }
        } catch {
            return Failure(error)
        }
    }

    private func ask(
        _ client: Client, for tables: [TableName], _ frames: FrameKind
    ) throws(ClientError) -> [(id: RequestID, table: TableName)] {
        let ids = try client.begin(tables.map { Method.watch(WatchParams(table: $0, frames: frames)) })
        return Array(zip(ids, tables)).map { (id: $0, table: $1) }
    }

    /// Shows the table; one that has been shown may be missing for a while.
    private mutating func take(_ line: ServerLine, about asked: (id: RequestID, table: TableName)) throws {
        let table = asked.table
        if case .reply(_, let error?) = line.kind, error.known == .tableNotFound, shown.contains(table) {
            deleted.insert(table)
            return
        }
        _ = try line.answers(asked.id)
        let snapshot = try line.value(as: TableSnapshot.self)
        try display.show(snapshot, line)
        seen?.note(snapshot)
        shown.insert(table)
        deleted.remove(table)
        backoff = session.backoff
        isGone = false
    }

    /// Connects as soon as a daemon listens, or begins to where ssh finds that out. It starts none: one that was stopped on purpose stays stopped.
    private mutating func reconnect() throws(Failure) -> Client {
        while true {
            let deadline = Deadline.after(backoff.next(using: &generator))
            while !deadline.hasPassed { _ = try display.next(from: nil, by: deadline) }
            do {
                return try session.reconnect()
            } catch {
                guard case .noDaemon = error else { throw .client(error) }
            }
        }
    }
}

extension DiceClient.Client {
    /// Why the daemon of another machine was not reached; nil where it was.
    var failureOfTheWay: RemoteFailure? { hasAgreed ? nil : connection.remoteFailure() }
}

extension WireError {
    /// Whether it is a daemon's from before it told in advance what dice show.
    var knowsNoPlans: Bool { known == .invalidParams && data.param == "frames" }
}

extension ServerLine.Kind {
    fileprivate var knowsNoPlans: Bool { if case .reply(_, let error?) = self { error.knowsNoPlans } else { false } }
}

extension Failure {
    /// Whether it is about a daemon that stops or is gone, and may be back.
    fileprivate var isPassing: Bool {
        switch self {
        case .client(.lost), .client(.timedOut): true
        case .client(.refused(let error)): error.known == .shuttingDown
        default: false
        }
    }
}
