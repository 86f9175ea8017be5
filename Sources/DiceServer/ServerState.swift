import DiceTable
import DiceWire

/// What all connections share: who is connected, and whether the daemon is stopping.
@TableActor
final class ServerState {
    private(set) var connections: [RollOwner: ClientConnection] = [:]
    let accounts = Accounts()
    /// Whether other users than the daemon's own may connect.
    let isShared: Bool
    let times: ServerTimes
    let flushQueue = FlushQueue()
    let turns: RequestTurns
    var isStopping = false
    /// Told after each connection, watch, table or roll that begins or ends.
    var activity: () -> Void = {}
    /// What `rpc.discover` answers, once somebody has asked: it takes long to make.
    private var document: OpenRPCDocument?
    private var lastOwner = 0
    /// What the users who are connected may do, as they came in, and how often they are.
    private var users: [UInt32: (permit: Permit, connections: Int)] = [:]

    init(isShared: Bool = false, times: ServerTimes = ServerTimes(), turns: RequestTurns = RequestTurns()) {
        self.isShared = isShared
        self.times = times
        self.turns = turns
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
        activity()
    }
}
