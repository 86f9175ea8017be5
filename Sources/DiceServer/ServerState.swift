import DiceModel
import DiceTable
import DiceWire
import Listening
import Logging
import NIOCore

/// The state that all connections share: the connected clients, and whether the daemon is stopping.
@TableActor
final class ServerState {
    private(set) var connections: [RollOwner: ClientConnection] = [:]
    let accounts = Accounts()
    /// True if users other than the daemon's own may connect.
    let isShared: Bool
    let times: ServerTimes
    let flushQueue = FlushQueue()
    let turns: RequestTurns
    var isStopping = false
    /// Called whenever a connection, watch, table or roll begins or ends.
    var activity: () -> Void = {}
    /// The result of `rpc.discover`, cached because it is expensive to build.
    private var document: OpenRPCDocument?
    let counts = ServerCounts()
    private var lastOwner = 0
    /// The permits of connected users as of their first connection, with the number of connections.
    private var users: [UInt32: (permit: Permit, connections: Int)] = [:]
    /// The users whose names are being looked up, with the number of connections that are waiting
    /// for each name.
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

    /// Returns an id that is never reused.
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

    /// Returns the permit of a user who is already connected, without another lookup.
    func permit(for uid: UInt32) -> Permit? {
        users[uid]?.permit
    }

    /// Returns a user's permit; `nil` if the user may not connect. Looks the name up once,
    /// regardless of the number of connections.
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

    /// Decides whether to accept a connection, before any expensive work. Until a user's name is
    /// known, the number of waiting connections is limited like that of open ones.
    ///
    /// - Parameter waiting: the number of the user's connections that have been accepted but not
    ///   set up yet.
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

    /// Logs a rejected connection, at most once in ten seconds, because a client may retry in a
    /// loop.
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
