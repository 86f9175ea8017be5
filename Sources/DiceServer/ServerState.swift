import DiceModel
import DiceTable
import DiceWire
import NIOCore

/// What all connections share: who is connected, and whether the daemon is stopping.
@TableActor
final class ServerState {
    private(set) var connections: [RollOwner: ClientConnection] = [:]
    let accounts = Accounts()
    /// Whether other users than the daemon's own may connect.
    let isShared: Bool
    let times: ServerTimes
    let turnQueue = FlushQueue()
    var isStopping = false
    /// Told after each connection, watch, table or roll that begins or ends.
    var activity: () -> Void = {}
    /// What `rpc.discover` answers, once somebody has asked: it takes long to make.
    private var document: OpenRPCDocument?
    private var lastOwner = 0
    /// What the users who are connected may do, as they came in, and how often they are.
    private var users: [UInt32: (permit: Permit, connections: Int)] = [:]

    init(isShared: Bool = false, times: ServerTimes = ServerTimes()) {
        self.isShared = isShared
        self.times = times
    }

    /// Numbers are never used twice.
    func nextOwner() -> RollOwner {
        lastOwner += 1
        return RollOwner(lastOwner)
    }

    func document(version: String) -> OpenRPCDocument {
        if let document { return document }
        let made = OpenRPCDocument(version: version)
        document = made
        return made
    }

    /// What a user may do who is connected already: nobody has to be asked for their name again.
    func permit(for uid: UInt32) -> Permit? { users[uid]?.permit }

    func opened(_ connection: ClientConnection) {
        connections[connection.owner] = connection
        users[connection.uid, default: (connection.permit, 0)].connections += 1
        activity()
    }

    func closed(_ connection: ClientConnection) {
        connections[connection.owner] = nil
        users[connection.uid]?.connections -= 1
        if users[connection.uid]?.connections == 0 { users[connection.uid] = nil }
        accounts.leave(connection.account)
        activity()
    }
}

/// The connections that wait for the end of the loop's turn, so that what they collect leaves when everything that was
/// ready in this turn has been read: a client of many connections then wakes once for all of them.
///
/// A crowd is served in parts, between which the loop reads requests.
@TableActor
final class FlushQueue {
    private var waiting: [ClientConnection] = []
    /// Kept for its memory.
    private var ready: [ClientConnection] = []
    private var turn = 0
    /// How many bytes have left at once in this turn; a line counts as 1 kB at least.
    private var written = 0
    /// How many connections have had replies in this turn, and in the last one that had any.
    private var answered = (now: 0, before: 0)

    /// How much leaves at once in one turn: some milliseconds of system calls.
    private static let bytesPerTurn = 1 << 20
    /// How many connections are served at once, and how many of the others before somebody else may have a turn.
    private static let (connectionsPerTurn, part) = (1_024, 256)

    /// To be asked for each line of a watcher: whether it may leave at once.
    func mayWrite(_ bytes: Int) -> Bool {
        count()
        written += max(bytes, 1_024)
        return written <= Self.bytesPerTurn
    }

    /// To be asked for each connection that has replies: whether it seems to be the only one, which need not wait.
    func isQuiet() -> Bool {
        count()
        answered.now += 1
        return answered.now == 1 && answered.before <= 1
    }

    private func count() {
        let now = TableActor.shared.turnsEnded
        guard turn != now else { return }
        (turn, written) = (now, 0)
        if answered.now > 0 { answered = (0, answered.now) }
    }

    func append(_ connection: ClientConnection) {
        waiting.append(connection)
        guard waiting.count == 1 else { return }
        connection.output.channel.eventLoop.execute { TableActor.assumeIsolated { self.endTurn() } }
    }

    private func endTurn() {
        swap(&waiting, &ready)
        for connection in ready.prefix(Self.connectionsPerTurn) { connection.turnEnded() }
        let rest = Array(ready.dropFirst(Self.connectionsPerTurn))
        ready.removeAll(keepingCapacity: true)
        guard !rest.isEmpty else { return }
        TableActor.task {
            for (index, connection) in rest.enumerated() {
                if index % Self.part == 0 { await Task.yield() }
                connection.turnEnded()
            }
        }
    }
}
