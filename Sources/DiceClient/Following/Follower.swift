public import DiceModel
public import DiceWire

/// Follows tables across restarts of their daemon, and across their deletion if they are made
/// again.
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
/// It reconnects with increasing pauses, requests its tables again, looks for deleted tables, and
/// works with daemons too old to send plans. Requests are sent in order, and never twice.
///
/// A follower must be used from one thread at a time, which `next(by:)` blocks. To wait for
/// something else as well, call `next(by:)` with `Deadline.now` until it returns `nil`, then pass
/// `interests` and `deadline` to `Poll.wait(for:until:)`.
public final class Follower {
    /// The reports of a follower.
    public enum News: Sendable {
        /// A table's state: at first, after the daemon's return, and when the table is made again.
        /// The snapshot is the line's result.
        case table(TableSnapshot, ServerLine)
        /// A notification; `nil` if this version does not know it.
        case notification(Notification?, ServerLine)
        /// The response to a request that was sent.
        case answer(Request, ServerLine)
        /// A request was refused. A table that was refused before it was ever reported is no longer
        /// followed.
        case refused(Request, WireError, ServerLine)
        /// A table that was reported no longer exists. The follower looks for it.
        case missing(TableName)
        /// The daemon is gone, for this reason, and the follower waits for it. Requests of these
        /// methods were not answered.
        case gone(ClientError, [AnyMethod])
        /// The other machine cannot be reached, and another attempt would not help: the follower
        /// stops until `begin(on:)`.
        case blocked(RemoteError)

        /// Returns the result if this is the response to a request of this method; otherwise `nil`.
        ///
        /// - Throws: `garbled` if the response is not such a result.
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

    /// The current connection; `nil` while the daemon is gone.
    public private(set) var client: Client?
    private let observer: (any ClientObserver)?
    private let reconnect: (() throws(ClientError) -> Client)?
    private var state: FollowState
    private var generator = SystemRandomNumberGenerator()

    /// Makes a follower, without sending anything.
    ///
    /// - Parameters:
    ///   - client: The first connection, without pending requests that matter here; if `nil`,
    ///     `reconnect` makes it. Its observer also observes each later connection.
    ///   - tables: The tables to follow; `follow(_:)` adds more.
    ///   - frames: The form in which the daemon sends the passing values of dice.
    ///   - viewer: The name whose secret throws are visible; `nil` for the connection's own.
    ///   - confinement: The confinement of each connection, requested before everything else.
    ///   - sheets: True to receive a game's sheets with every frame, even if they have not changed.
    ///   - patience: The time limit for a response; `nil` waits for the lifetime of the connection.
    ///     If the response waits for dice to settle, the daemon is sent a `ping` instead, and given
    ///     up if it does not answer.
    ///   - backoff: The pauses between attempts to connect.
    ///   - reconnect: Connects once; if `nil`, `next(by:)` throws when the connection ends.
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

    /// Continues with this connection instead of the current one.
    public func begin(on client: Client) {
        client.observer = observer
        self.client = client
        state.connected()
    }

    /// Follows this table too, or requests its state again.
    public func follow(_ table: TableName) {
        state.follow(table)
    }

    /// Stops following this table.
    public func leave(_ table: TableName) {
        state.leave(table)
    }

    /// Tells the follower that the daemon is working: the backoff restarts, and the daemon's next
    /// loss is reported. The arrival of any table has the same effect.
    public func settled() {
        state.settled()
    }

    /// Gives up the current connection, for this reason, and reconnects after a pause.
    public func drop(_ reason: ClientError) {
        if client != nil {
            _ = try? lose(reason)
        }
    }

    package var backoff: Backoff { state.backoff }

    /// Requests each table again. Call this after the process was stopped, since lines that arrived
    /// meanwhile may be old.
    public func resumed() {
        state.resumed()
    }

    /// Sends `request` once, in order; `next(by:)` returns its response, unless it is a `ping`.
    /// Sends nothing without a connection. Never blocks.
    public func send(_ request: Request) {
        state.send(request)
    }

    /// The descriptors to wait for, beside `deadline`, before `next(by:)` has more to report.
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

    /// The instant at which `next(by:)` may have something to do even if nothing arrives.
    public var deadline: Deadline { state.deadline }

    /// Returns the next report. Blocks until there is one; returns `nil` if the deadline passes
    /// first, at once for `Deadline.now`. Connecting may block for up to 10 s.
    ///
    /// - Throws: Errors that are not temporary: `refused` by a daemon of another protocol,
    ///   `unreachable` or `garbled`; the next call reconnects after a pause. Without `reconnect`
    ///   also `lost`, `timedOut`, and `refused` by a daemon that is stopping.
    public func next(by deadline: Deadline = .never) throws(ClientError) -> News? {
        while true {
            if let news = try step() {
                observer?.received(news)
                return news
            }
            if deadline.hasPassed {
                return nil
            }
            _ = Poll.wait(for: interests, until: min(deadline, state.deadline))
        }
    }

    /// Performs actions until there is something to report, or nothing to do but wait.
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
                // `hello` must precede the first request.
                if !hadAgreed, state.hasWaiting {
                    _ = try client.begin([])
                }
                if let line = try client.next(by: .now, of: state.awaited) {
                    if let news = try state.handle(line, at: now) {
                        return news
                    }
                } else if client.hasAgreed == hadAgreed, try !handleEndOfInput(client, at: now) {
                    return nil
                }
            } catch {
                if let news = try lose(error) {
                    return news
                }
            }
        }
    }

    /// Handles the end of the available input. Keeps waiting for a daemon that its service manager
    /// is starting.
    private func handleEndOfInput(_ client: Client, at now: Deadline) throws(ClientError)
        -> Bool
    {
        do throws(ClientError) {
            return try state.handleEndOfInput(at: now, client.connection.arrival)
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
