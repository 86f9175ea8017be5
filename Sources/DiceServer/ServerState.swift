import DiceModel
import DiceTable
import DiceWire
import Listening
import Logging
import NIOCore

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
    let counts = ServerCounts()
    private var lastOwner = 0
    /// What the users who are connected may do, as they came in, and how often they are.
    private var users: [UInt32: (permit: Permit, connections: Int)] = [:]
    /// The users whose names are being looked up, and how many connections wait for that.
    private var lookups: [UInt32: (permit: EventLoopFuture<Permit?>, waiting: Int)] =
        [:]
    private var lastRefusal: ContinuousClock.Instant?

    init(
        isShared: Bool = false,
        times: ServerTimes = ServerTimes(),
        turns: RequestTurns = RequestTurns()
    ) {
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
        if let document {
            return document
        }
        let made = OpenRPCDocument(version: version)
        document = made
        return made
    }

    /// What a user may do who is connected already: nobody has to be asked for their name again.
    func permit(for uid: UInt32) -> Permit? {
        users[uid]?.permit
    }

    /// What a user may do; nil if they are not let in. However many connections they open, their
    /// name is looked up once.
    func permit(
        for uid: UInt32,
        from authorizer: PeerAuthorizer,
        on loop: any EventLoop
    ) -> EventLoopFuture<Permit?> {
        if let known = permit(for: uid) {
            return loop.makeSucceededFuture(known)
        }
        if let lookup = lookups[uid]?.permit {
            lookups[uid]?.waiting += 1
            return lookup
        }
        let lookup = authorizer.permit(for: uid, on: loop)
        lookups[uid] = (lookup, 1)
        lookup.whenComplete { [weak self] _ in
            TableActor.assumeIsolated { self?.lookups[uid] = nil }
        }
        return lookup
    }

    /// Whether a connection is let in, before anything is done for it that costs more than a look.
    /// Until a user's name is known, only as many of theirs wait for it as they may have.
    ///
    /// - Parameter waiting: how many of the same user are let in already and not set up yet.
    func admit(_ peer: Peer, waiting: Int = 0, _ logger: Logger) -> Intake.Admission {
        guard let permit = permit(for: peer.uid) else {
            let all = waiting + (lookups[peer.uid]?.waiting ?? 0)
            return peer.uid == Peer.ownUID || all < Limits.connectionsPerUser
                ? .admitted : .refused([])
        }
        guard !accounts.mayEnter(permit, uid: peer.uid, beside: waiting) else {
            return .admitted
        }
        let error = WireError.tooManyConnections(permit.name)
        logRefusal(of: permit.name, error, logger)
        counts.refused(error)
        return .refused(
            Array(Reply(id: .null, result: .failure(error)).line().readableBytesView)
        )
    }

    /// Logs that somebody is not let in: once in ten seconds, as a client may try again without
    /// pause.
    func logRefusal(of name: String, _ error: WireError, _ logger: Logger) {
        let now = ContinuousClock.now
        if let last = lastRefusal, now < last.advanced(by: .seconds(10)) {
            return
        }
        lastRefusal = now
        logger.notice(
            "refused",
            metadata: ["user": "\(name)", "reason": "\(error.data.reason)"]
        )
    }

    func opened(_ connection: ClientConnection) {
        connections[connection.owner] = connection
        users[connection.uid, default: (connection.permit, 0)].connections += 1
        activity()
    }

    func closed(_ connection: ClientConnection) {
        connections[connection.owner] = nil
        users[connection.uid]?.connections -= 1
        if users[connection.uid]?.connections == 0 {
            users[connection.uid] = nil
        }
        activity()
    }
}
