internal import DiceClient
internal import DiceWire
internal import Unix

/// One connection to the daemon: and what is asked on it.
final class DaemonLink {
    private let client: Client
    /// What was asked and is not answered yet.
    private var asked: (id: RequestID, what: Relay.Asked, due: Deadline)?

    private let patience: Duration

    /// Connects. Blocks while the daemon takes no connections, up to 10 s.
    convenience init(_ socket: SocketPath, isShared: Bool, patience: Duration) throws(ClientError) {
        let connection = isShared ? try Connection.openShared(socket) : try Connection.open(socket)
        self.init(Client(connection, name: "diced-mqtt/\(version)"), patience: patience)
    }

    /// Takes over a client that has asked nothing yet.
    ///
    /// - Parameter patience: how long the daemon may take for an answer.
    init(_ client: Client, patience: Duration = BridgeTimes().answer) {
        self.client = client
        self.patience = patience
    }

    var interests: [Poll.Interest] { client.connection.interests }

    /// When the answer that is awaited has to be there; nil where none is.
    var answerDue: Deadline? { asked?.due }

    /// Asks what the relay wants to know, and gives it what has come, up to the first events. Returns whether there may be
    /// more. Blocks while the daemon reads nothing, up to 10 s. Throws `timedOut` where an answer does not come.
    func exchange(with relay: inout Relay, at now: Deadline) throws(ClientError) -> Bool {
        while true {
            // One at a time: a daemon closes a connection on which a MiB of answers waits, and an entry may be that long.
            if asked == nil, let next = relay.nextRequest(at: now) {
                asked = (try client.begin([next.request])[0], next.asked, now + patience)
            }
            guard let line = try client.next(by: .now, of: asked?.what.method ?? AnyMethod(.watch)) else {
                if let asked, asked.due <= now { throw .timedOut(asked.what.method) }
                return false
            }
            if let (id, what, _) = asked, line.kind.answers(id) {
                asked = nil
                try relay.take(line, about: what, at: now)
            } else {
                try relay.take(news: line, at: now)
            }
            if !relay.events.isEmpty { return true }
        }
    }
}

extension Relay.Asked {
    fileprivate var method: AnyMethod {
        switch self {
        case .confinement: AnyMethod(.confine)
        case .newestEntry, .history: AnyMethod(.history)
        case .list: AnyMethod(.watchList)
        case .watch: AnyMethod(.watch)
        case .state: AnyMethod(.get)
        }
    }
}
