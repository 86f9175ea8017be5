public import DiceWire

/// Calls to a daemon, one connection, blocking.
///
/// ```swift
/// import DiceClient
/// import DiceModel
/// import DiceWire
/// import Unix
///
/// let socket = try SocketPath.current(option: nil)
/// let connection = try Autostart.connect(socket, startsDaemon: true)
/// let client = Client(connection, name: "example/1")
/// let result = try client.call(.roll, RollParams(table: .default))
/// print(result.dice.map(\.value), "=", result.total)
/// ```
///
/// The daemon agrees to the protocol (`hello`) before it gets anything that changes something. A
/// request that is safe to repeat goes out together with `hello`, in one write; one that is not
/// waits for the agreement. No request is ever sent twice.
///
/// A client is for one thread at a time and is not `Sendable`. Every call except `init` blocks that
/// thread, so a program of tasks gives it a thread of its own. To follow a table, give the client
/// to a `Follower`.
public final class Client {
    /// What the client talks over: for `Poll`, not for reading or writing beside the client.
    public let connection: Connection
    /// The program's name and version, for the daemon's log.
    private let name: String
    /// How long the daemon may be silent.
    public let timeout: Duration
    /// What looks on; nil if nothing does.
    public var observer: (any ClientObserver)?
    private var nextID = 1
    private var greeting = Greeting.unsent

    private enum Greeting {
        case unsent
        case sent(RequestID)
        case agreed
        case refused(WireError)
    }

    /// A client that has sent nothing yet.
    ///
    /// - Parameters:
    ///   - name: the program's name and version for the daemon's log, 1 to 64 printable characters.
    ///   - timeout: how long `hello` may wait for its answer; then how long the daemon may be
    ///     silent before it is asked for a sign of life, and how long that may take.
    public init(
        _ connection: Connection,
        name: String,
        timeout: Duration = .seconds(10)
    ) {
        self.connection = connection
        self.name = name
        self.timeout = timeout
    }

    /// Sends `requests` in one write and returns their ids, in order. Their answers come from
    /// `next(by:of:)`.
    ///
    /// Blocks while the daemon reads nothing (up to 10 s at a time), and before the first request
    /// that changes something until the daemon has agreed to the protocol (up to `timeout`).
    ///
    /// - Throws: `refused` if the daemon speaks another protocol, however often it is asked, else
    ///   `lost`, `timedOut` or `garbled`.
    public func begin(_ requests: [Request]) throws(ClientError) -> [RequestID] {
        if case .refused(let error) = greeting {
            throw .refused(error)
        }
        let method =
            requests.first { !$0.method.isSafeToRepeat }?.method ?? requests.first?
            .method
            ?? Method.ping.any
        var bytes: [UInt8] = []
        if case .unsent = greeting {
            let id = takeID()
            bytes = Method.hello(HelloParams(client: name)).line(id: id)
            greeting = .sent(id)
            if !method.isSafeToRepeat {
                try send(bytes, for: Method.hello.any)
                bytes = []
            }
        }
        if !method.isSafeToRepeat {
            try awaitAgreement()
        }
        let ids = requests.map { _ in takeID() }
        for (id, request) in zip(ids, requests) {
            observer?.sent(request)
            bytes += request.line(id: id)
        }
        try send(bytes, for: method)
        return ids
    }

    /// The answer to `request`. Blocks until it is there; what else comes before it is dropped.
    ///
    /// Silence is not death: a daemon that answers a `ping`, on another connection if there can be
    /// one, is waited for.
    ///
    /// A roll with entropy for which the turn has no room ends the turn, and is refused with
    /// `commitmentChanged`: note the commitment in the error's `data.nextCommitment`, then call
    /// again with fresh entropy.
    ///
    /// - Throws: `refused` if the answer is an error, else `lost`, `timedOut` or `garbled`. Whether
    ///   a request that was lost or timed out has been carried out is not known, unless its method
    ///   `isSafeToRepeat`.
    public func call(_ request: Request) throws(ClientError) -> ServerLine {
        guard let line = try call(request, hearing: { _ in true }) else {
            throw .lost(request.method)
        }
        return line
    }

    /// The same, with what comes before the answer: `hear` is given each line, and returns false to
    /// stop waiting, which makes the result nil. The answer may still come then; a client that is
    /// not used any more closes the connection.
    public func call(_ request: Request, hearing hear: (ServerLine) -> Bool)
        throws(ClientError)
        -> ServerLine?
    {
        let id = try begin([request])[0]
        var responseTimeout = ResponseTimeout(
            over: request.method,
            timeout: timeout,
            at: .now
        )
        while true {
            guard let line = try next(by: responseTimeout.deadline, of: request.method)
            else {
                do throws(ClientError) {
                    if let ping = try responseTimeout.expire(
                        at: .now,
                        connection.arrival
                    ) {
                        _ = try begin([ping])
                    }
                } catch {
                    guard case .timedOut = error, answersElsewhere() || isStarting
                    else {
                        throw error
                    }
                    responseTimeout.isAlive(at: .now)
                }
                continue
            }
            if try line.answers(id) {
                observer?.answered(request, line)
                return line
            }
            if !hear(line) {
                return nil
            }
            switch line.kind {
            // Those are about requests of this client alone.
            case .notification("progress"), .notification("backup"):
                responseTimeout.isAlive(at: .now)
            default: responseTimeout.hear(at: .now)
            }
        }
    }

    /// Whether the service manager is starting the daemon, whose socket listens already. It ends a
    /// start that takes too long.
    private var isStarting: Bool { connection.isStarting?() == true }

    /// Whether the daemon answers another connection: then it works on what this one has asked for.
    private func answersElsewhere() -> Bool {
        guard let other = try? connection.another?() else { return false }
        // Not asked further.
        other.another = nil
        return (try? Client(other, name: name, timeout: timeout).call(.ping)) != nil
    }

    /// The method's result: a `RollResult` for `.roll`, a `TableSnapshot` for `.get`. Blocks until
    /// it is there.
    ///
    /// - Throws: as `call(_:)`, and `garbled` if the answer is not such a result.
    public func call<Params, Result: JSONReadable>(
        _ method: Method<Params, Result>,
        _ params: Params
    ) throws(ClientError) -> Result {
        try call(method(params)).result(of: method)
    }

    /// The result of a method without params.
    public func call<Result: JSONReadable>(_ method: Method<EmptyObject, Result>)
        throws(ClientError) -> Result
    {
        try call(method, EmptyObject())
    }

    /// The result of a request that `begin` has sent; nil if it is refused. Blocks until it is
    /// there; what else comes before it is dropped.
    ///
    /// - Throws: `timedOut` when the deadline passes first, else as `call(_:)`.
    public func result<Params, Result: JSONReadable>(
        _ id: RequestID,
        of method: Method<Params, Result>,
        by deadline: Deadline
    ) throws(ClientError) -> Result? {
        while let line = try next(by: deadline, of: method.any) {
            guard case .reply(_, let error) = line.kind, line.kind.answers(id) else {
                continue
            }
            return error == nil ? try line.result(of: method) : nil
        }
        throw .timedOut(method.any)
    }

    /// The next line from the daemon, a notification or an answer. Blocks until it is there; nil
    /// when the deadline passes first, at once for `Deadline.now`. `method` is what the caller
    /// waits for, as errors name it.
    ///
    /// - Throws: `refused` if the daemon speaks another protocol, else `lost` or `garbled`.
    public func next(by deadline: Deadline, of method: AnyMethod) throws(ClientError)
        -> ServerLine?
    {
        while let bytes = try receive(by: deadline, for: method) {
            guard let line = ServerLine(bytes) else { throw Self.noAnswer(bytes) }
            if try !takesAgreement(line) {
                return line
            }
        }
        return nil
    }

    /// Whether the daemon has agreed to the protocol.
    public var hasAgreed: Bool { if case .agreed = greeting { true } else { false } }

    /// Blocks until the daemon has agreed to the protocol, up to `limit`, or to `timeout` if that
    /// is nil; returns at once if it has already.
    ///
    /// - Throws: `refused` if the daemon speaks another protocol, else `lost`, `timedOut` or
    ///   `garbled`.
    public func awaitAgreement(within limit: Duration? = nil) throws(ClientError) {
        if !hasAgreed {
            _ = try begin([])
        }
        var deadline = Deadline.after(limit ?? timeout)
        while case .sent = greeting {
            guard let bytes = try receive(by: deadline, for: Method.hello.any) else {
                guard isStarting else { throw .timedOut(Method.hello.any) }
                deadline = .after(limit ?? timeout)
                continue
            }
            guard let line = ServerLine(bytes), try takesAgreement(line) else {
                throw Self.noAnswer(bytes)
            }
        }
    }

    /// Whether `line` is the answer to `hello`; a refusal is the answer to whatever is asked from
    /// then on, too.
    private func takesAgreement(_ line: ServerLine) throws(ClientError) -> Bool {
        guard case .sent(let id) = greeting else { return false }
        if case .reply(_, let error?) = line.kind, line.kind.answers(id) {
            greeting = .refused(error)
        }
        guard try line.answers(id) else { return false }
        let spoken = try line.result(of: .hello).protocol
        guard spoken == protocolVersion else {
            throw .garbled("it speaks protocol \(spoken)")
        }
        greeting = .agreed
        return true
    }

    private static func noAnswer(_ bytes: [UInt8]) -> ClientError {
        .garbled("it says \(Connection.quoted(bytes))")
    }

    private func takeID() -> RequestID {
        defer {
            nextID += 1
        }
        return .integer(nextID)
    }

    private func send(_ bytes: [UInt8], for method: AnyMethod) throws(ClientError) {
        do {
            try connection.send(bytes)
        } catch {
            // A daemon that refuses a client tells it why, then closes.
            if let refusal = try? connection.line(by: .now).flatMap(ServerLine.init) {
                _ = try refusal.answers(.null)
            }
            throw Self.clientError(error, method)
        }
    }

    private func receive(by deadline: Deadline, for method: AnyMethod)
        throws(ClientError)
        -> [UInt8]?
    {
        do {
            return try connection.line(by: deadline)
        } catch {
            throw Self.clientError(error, method)
        }
    }

    private static func clientError(_ failure: Connection.Error, _ method: AnyMethod)
        -> ClientError
    {
        switch failure {
        case .ended: .lost(method)
        case .stuck: .timedOut(method)
        case .lineTooLong:
            .garbled("a line is longer than \(Connection.longestLine) bytes")
        }
    }
}

/// What looks on as a client talks to the daemon. It is called on the client's thread, and must not
/// use the client.
public protocol ClientObserver: AnyObject {
    /// This is about to be sent.
    func sent(_ request: Request)
    /// This request was called, and this is its answer, which is not an error.
    func answered(_ request: Request, _ line: ServerLine)
    /// A follower is about to tell this.
    func told(_ news: Follower.News)
}
