internal import DiceModel
internal import DiceTable
internal import DiceWire
internal import NIOCore

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
@TableActor
final class FlushQueue {
    private var waiting: [ClientConnection] = []
    /// Kept for its memory.
    private var ready: [ClientConnection] = []

    func append(_ connection: ClientConnection) {
        waiting.append(connection)
        guard waiting.count == 1 else { return }
        connection.output.channel.eventLoop.execute { TableActor.assumeIsolated { self.endTurn() } }
    }

    private func endTurn() {
        swap(&waiting, &ready)
        for connection in ready { connection.turnEnded() }
        ready.removeAll(keepingCapacity: true)
    }
}
