public import DiceModel
public import DiceWire

/// Follows tables over the restarts of their daemon, and over their own end if they are made again.
///
/// ```swift
/// import DiceClient
/// import DiceModel
/// import DiceWire
/// import Unix
///
/// /// Prints what the dice show, and what happens.
/// func follow(_ socket: SocketPath) throws {
///     let follower = Follower(tables: [.default]) { () throws(ClientError) in
///         Client(try Connection.open(socket), name: "example/1")
///     }
///     while let news = try follower.next() {
///         switch news {
///         case .table(let table, _): print(table.dice.map(\.value))
///         case .notification(.event(let event)?, _): print(event.kind)
///         case .refused(_, let error, _): throw ClientError.refused(error)
///         case .gone: print("the daemon is gone")
///         default: break
///         }
///     }
/// }
/// ```
///
/// It connects again with growing pauses, asks for its tables again, looks for those that were
/// deleted, and works with a daemon that is too old to send plans. Requests leave in order, and
/// never twice.
///
/// A follower is for one thread at a time. `next(by:)` blocks it. To wait for something else as
/// well, take what there is by `Deadline.now`, then give `Poll.wait(for:until:)` what is in
/// `interests`, and `deadline`.
public final class Follower {
    /// What a follower tells.
    public enum News: Sendable {
        /// The table as it is: at first, after the daemon's return, and once it is made again. The
        /// line has it as its result.
        case table(TableSnapshot, ServerLine)
        /// What happened; nil if this version does not know it.
        case notification(Notification?, ServerLine)
        /// The answer to a request that was sent.
        case answer(Request, ServerLine)
        /// A request was refused. A table that was refused before it was ever shown is not followed
        /// any more.
        case refused(Request, WireError, ServerLine)
        /// A table that was shown is not there any more. It is looked for.
        case missing(TableName)
        /// The daemon is gone, for this reason, and awaited. It has not answered requests of these
        /// methods.
        case gone(ClientError, [AnyMethod])
        /// The other machine cannot be reached, and trying again would not help: no more is done
        /// before `begin(on:)`.
        case blocked(RemoteError)

        /// The result, if this is the answer to a request of this method; nil for all else.
        ///
        /// - Throws: `garbled` if the answer is not such a result.
        public func result<Params, Result: JSONReadable>(
            of method: Method<Params, Result>
        ) throws(ClientError) -> Result? {
            guard case .answer(let request, let line) = self, request.method == method
            else {
                return nil
            }
            return try line.result(of: method)
        }
    }

    /// The connection that there is; nil while the daemon is gone.
    public private(set) var client: Client?
    private let observer: (any ClientObserver)?
    private let reconnect: (() throws(ClientError) -> Client)?
    private var state: FollowState
    private var generator = SystemRandomNumberGenerator()

    /// A follower that has sent nothing yet.
    ///
    /// - Parameters:
    ///   - client: the first connection, which has asked for nothing that matters here; if nil,
    ///     `reconnect` makes it. Its observer becomes that of each later one.
    ///   - tables: the tables to follow; more by `follow(_:)`.
    ///   - frames: how the daemon is to tell what dice show in passing.
    ///   - viewer: under which name to look, and see its secret throws; nil for the connection's
    ///     own.
    ///   - confinement: what each connection is confined to before it asks for anything else.
    ///   - sheets: whether a game comes with its sheets though none has changed, with rolls, too.
    ///   - patience: how long the daemon may take for an answer; nil waits for as long as the
    ///     connection lasts. If that is for dice to settle, it is asked for a sign of life instead,
    ///     and given up if none comes.
    ///   - backoff: the pauses between tries to connect.
    ///   - reconnect: connects once; if nil, `next(by:)` throws when the connection ends.
    public init(
        _ client: Client? = nil,
        tables: [TableName],
        frames: FrameKind = .plan,
        viewer: String? = nil,
        confinement: ConfineParams? = nil,
        sheets: Bool = true,
        patience: Duration? = nil,
        backoff: Backoff = Backoff(),
        reconnect: (() throws(ClientError) -> Client)? = nil
    ) {
        observer = client?.observer
        self.reconnect = reconnect
        state = FollowState(
            tables: tables,
            frames: frames,
            viewer: viewer,
            confinement: confinement,
            sheets: sheets,
            patience: patience,
            backoff: backoff,
            reconnects: reconnect != nil,
            at: .now
        )
        if let client {
            begin(on: client)
        }
    }

    /// Goes on with this connection instead of the one that there is.
    public func begin(on client: Client) {
        client.observer = observer
        self.client = client
        state.connected()
    }

    /// Follows this table too, or asks again what it shows.
    public func follow(_ table: TableName) {
        state.follow(table)
    }

    /// Follows this table no more.
    public func leave(_ table: TableName) {
        state.leave(table)
    }

    /// Says that the daemon works: the pauses begin again, and its next end is told. A table that
    /// is shown says so, too.
    public func settled() {
        state.settled()
    }

    /// Gives up the connection that there is, for this reason, and connects again after a pause.
    public func drop(_ reason: ClientError) {
        if client != nil {
            _ = try? lose(reason)
        }
    }

    package var backoff: Backoff { state.backoff }

    /// Asks for each table again: to be called if the process was stopped, as what has come
    /// meanwhile may be old.
    public func resumed() {
        state.resumed()
    }

    /// Sends `request` once, when its turn comes; `next(by:)` tells its answer, unless it is a
    /// `ping`. Sends nothing without a connection. Never blocks.
    public func send(_ request: Request) {
        state.send(request)
    }

    /// What to wait for before `next(by:)` has something else to tell, beside `deadline`.
    public var interests: [Poll.Interest] {
        guard let client else { return [] }
        let waits = state.nextRequest(hasAgreed: client.hasAgreed) != nil
        let room = Poll.Interest(
            client.connection.descriptor,
            reading: false,
            writing: true
        )
        return client.connection.interests + (waits ? [room] : [])
    }

    /// When `next(by:)` may have something to do though nothing has come.
    public var deadline: Deadline { state.deadline }

    /// The next thing that there is to tell. Blocks until then; nil if the deadline passes first,
    /// at once for `Deadline.now`. To connect may block for up to 10 s.
    ///
    /// - Throws: what will not pass: `refused` by a daemon of another protocol, `unreachable` or
    ///   `garbled`; called again, it connects again after a pause. Without `reconnect` also `lost`,
    ///   `timedOut`, and `refused` by a daemon that stops.
    public func next(by deadline: Deadline = .never) throws(ClientError) -> News? {
        while true {
            if let news = try step() {
                observer?.told(news)
                return news
            }
            if deadline.hasPassed {
                return nil
            }
            _ = Poll.wait(for: interests, until: min(deadline, state.deadline))
        }
    }

    /// Does what there is to do, until there is something to tell or only waiting is left.
    private func step() throws(ClientError) -> News? {
        while true {
            do throws(ClientError) {
                let now = Deadline.now
                switch state.next(at: now, hasAgreed: client?.hasAgreed == true) {
                case .connect:
                    if let client = try reconnect?() {
                        begin(on: client)
                    }
                    continue
                case .send(let request):
                    if let client, client.connection.hasRoom {
                        state.sent(try client.begin([request])[0], at: now)
                        continue
                    }
                case .wait: break
                }
                guard let client else { return nil }
                let hadAgreed = client.hasAgreed
                // It goes ahead of the first request.
                if !hadAgreed, state.hasWaiting {
                    _ = try client.begin([])
                }
                if let line = try client.next(by: .now, of: state.awaited) {
                    if let news = try state.heard(line, at: now) {
                        return news
                    }
                } else if client.hasAgreed == hadAgreed, try !heardAll(client, at: now) {
                    return nil
                }
            } catch {
                if let news = try lose(error) {
                    return news
                }
            }
        }
    }

    /// All that has come by now is heard. A daemon that its service manager is starting is waited
    /// for.
    private func heardAll(_ client: Client, at now: Deadline) throws(ClientError)
        -> Bool
    {
        do throws(ClientError) {
            return try state.heardAll(at: now, client.connection.arrival)
        } catch {
            guard case .timedOut = error, client.connection.isStarting?() == true else {
                throw error
            }
            state.isAlive(at: .now)
            return true
        }
    }

    private func lose(_ error: ClientError) throws(ClientError) -> News? {
        var failure: RemoteError?
        if case .lost = error, let client, !client.hasAgreed {
            failure = client.connection.remoteFailure()
        }
        client = nil
        return try state.ended(error, by: failure, at: .now, using: &generator)
    }
}
