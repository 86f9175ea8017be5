public import DiceWire

/// A blocking client for a daemon, over one connection.
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
/// The daemon must agree to the protocol (`hello`) before it receives a request that changes
/// something. A request that is safe to repeat is sent together with `hello`, in one write; any
/// other request waits for the agreement. No request is ever sent twice.
///
/// A client must be used from one thread at a time and is not `Sendable`. Every call except `init`
/// blocks that thread, so an asynchronous program should give it a separate thread. To follow a
/// table, pass the client to a `Follower`.
public final class Client {
    /// The client's connection, for `Poll` only. Reading or writing would interfere with the
    /// client.
    public let connection: Connection
    /// The program's name and version, for the daemon's log.
    private let name: String
    /// True if the client plays as a bot, so that what it does is on record as a bot's.
    private let isBot: Bool
    /// The longest time for which the daemon may be silent.
    public let timeout: Duration
    /// The observer of the traffic, if any.
    public var observer: (any ClientObserver)?
    private var nextID = 1
    private var greeting = Greeting.unsent

    private enum Greeting {
        case unsent
        case sent(RequestID)
        case agreed
        case refused(WireError)
    }

    /// Makes a client, without sending anything.
    ///
    /// - Parameters:
    ///   - name: The program's name and version for the daemon's log, 1 to 64 printable characters.
    ///   - timeout: The time limit for the response to `hello`; afterward the time for which the
    ///     daemon may be silent before it is sent a `ping`, and the time limit for the response to
    ///     that `ping`.
    ///   - isBot: True if the client plays as a bot, so that what it does is on record as a bot's.
    public init(
        _ connection: Connection,
        name: String,
        timeout: Duration = .seconds(10),
        isBot: Bool = false
    ) {
        self.connection = connection
        self.name = name
        self.isBot = isBot
        self.timeout = timeout
    }

    /// Sends `requests` in one write and returns their ids, in order. `next(by:of:)` returns the
    /// responses.
    ///
    /// Blocks while the daemon reads nothing (up to 10 s at a time), and before the first request
    /// that changes something until the daemon has agreed to the protocol (up to `timeout`).
    ///
    /// - Throws: `refused` if the daemon speaks another protocol, in this and all later calls, else
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
            bytes = Method.hello(HelloParams(client: name, bot: isBot)).line(id: id)
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

    /// Returns the response to `request`. Blocks until it arrives; other lines before it are
    /// discarded.
    ///
    /// Silence alone does not end the wait: it continues while the daemon answers a `ping`, on
    /// another connection if possible.
    ///
    /// A roll with entropy in a turn that is full ends the turn, and is refused with
    /// `commitmentChanged`: note the commitment in the error's `data.nextCommitment`, then call
    /// again with fresh entropy.
    ///
    /// - Throws: `refused` if the response is an error, else `lost`, `timedOut` or `garbled`. A
    ///   request that was lost or timed out may or may not have been executed, unless its method
    ///   `isSafeToRepeat`.
    public func call(_ request: Request) throws(ClientError) -> ServerLine {
        guard let line = try call(request, hearing: { _ in true }) else {
            throw .lost(request.method)
        }
        return line
    }

    /// Returns the response to `request`, and passes each earlier line to `hear`, which returns
    /// false to stop waiting; the result is then `nil`. The response may still arrive afterward. To
    /// discard the client, close the connection.
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
            // These notifications are only about requests of this client.
            case .notification("progress"), .notification("backup"):
                responseTimeout.isAlive(at: .now)
            default: responseTimeout.hear(at: .now)
            }
        }
    }

    /// True while the service manager is starting the daemon, although its socket is already
    /// listening. The service manager ends a start that takes too long.
    private var isStarting: Bool { connection.isStarting?() == true }

    /// Returns true if the daemon answers on another connection, and so is still working on this
    /// client's request.
    private func answersElsewhere() -> Bool {
        guard let other = try? connection.another?() else { return false }
        // Prevents a further connection from being opened.
        other.another = nil
        return (try? Client(other, name: name, timeout: timeout).call(.ping)) != nil
    }

    /// Returns the method's result: a `RollResult` for `.roll`, a `TableSnapshot` for `.get`.
    /// Blocks until it arrives.
    ///
    /// - Throws: The errors of `call(_:)`, and `garbled` if the response is not such a result.
    public func call<Params, Result: JSONReadable>(
        _ method: Method<Params, Result>,
        _ params: Params
    ) throws(ClientError) -> Result {
        try call(method(params)).result(of: method)
    }

    /// Returns the result of a method without params.
    public func call<Result: JSONReadable>(_ method: Method<EmptyObject, Result>)
        throws(ClientError) -> Result
    {
        try call(method, EmptyObject())
    }

    /// Returns the result of a request that `begin` has sent; `nil` if it is refused. Blocks until
    /// it arrives; other lines before it are discarded.
    ///
    /// - Throws: `timedOut` if the deadline passes first, else the errors of `call(_:)`.
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

    /// Returns the next line from the daemon, a notification or a response. Blocks until it
    /// arrives; returns `nil` if the deadline passes first, at once for `Deadline.now`. `method` is
    /// the method to name in errors.
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

    /// True if the daemon has agreed to the protocol.
    public var hasAgreed: Bool { if case .agreed = greeting { true } else { false } }

    /// Blocks until the daemon has agreed to the protocol, up to `limit`, or to `timeout` if that
    /// is `nil`. Returns at once if it has agreed already.
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

    /// Returns true if `line` is the response to `hello`. A refusal of `hello` applies to every
    /// later request, too.
    private func takesAgreement(_ line: ServerLine) throws(ClientError) -> Bool {
        guard case .sent(let id) = greeting else { return false }
        if case .reply(_, let error?) = line.kind, line.kind.answers(id) {
            greeting = .refused(error)
        }
        guard try line.answers(id) else { return false }
        let spoken = try line.result(of: .hello).protocol
        guard spoken == protocolVersion else {
            throw .garbled("it speaks protocol version \(spoken)")
        }
        greeting = .agreed
        return true
    }

    private static func noAnswer(_ bytes: [UInt8]) -> ClientError {
        .garbled("it sent \(Connection.quoted(bytes))")
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
            // A daemon that refuses a client sends the reason, then closes.
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

/// An observer of a client's traffic. It is called on the client's thread, and must not use the
/// client.
public protocol ClientObserver: AnyObject {
    /// Called before a request is sent.
    func sent(_ request: Request)
    /// Called with a request and its response, unless the response is an error.
    func answered(_ request: Request, _ line: ServerLine)
    /// Called before a follower returns this report.
    func received(_ news: Follower.News)
}
