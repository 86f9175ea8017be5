internal import DiceClient
internal import DiceModel
internal import DiceWire

/// Follows tables, over the daemon's restarts.
struct Watcher {
    private let session: Session
    /// Those that have not been deleted.
    private var tables: [TableName]
    private let display: any WatchDisplay
    private var backoff = Backoff()
    private var generator = SystemRandomNumberGenerator()

    init(_ session: Session, tables: [TableName], display: any WatchDisplay) {
        self.session = session
        self.tables = tables
        self.display = display
    }

    /// Begins on the connection of `first`. Returns never but by throwing: `interrupted`, a refusal, or `declined` once every table is deleted.
    mutating func run(_ first: Client) throws(Failure) {
        var client = first
        do {
            while true {
                let failure = follow(client)
                guard failure.isPassing else { throw failure }
                try display.showGone()
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
            var ids = try client.begin(tables.map { .watch(TableParams(table: $0)) })
            while true {
                guard let line = try display.next(from: client, by: .never) else { continue }
                if let index = try ids.firstIndex(where: { try line.answers($0) }) {
                    ids.remove(at: index)
                    try display.show(try line.value(as: TableSnapshot.self), line)
                    backoff = Backoff()
                } else {
                    let notification = try line.news()
                    try display.show(notification, line)
                    if case .event(let event) = notification, event.kind == .tableDeleted {
                        tables.removeAll { $0.description == event.table }
                        if tables.isEmpty { return .declined("the table \(event.table) was deleted") }
                    }
                }
            }
        } catch {
            return Failure(error)
        }
    }

    /// Connects as soon as a daemon listens. It starts none: one that was stopped on purpose stays stopped.
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
