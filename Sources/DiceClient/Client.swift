public import DiceWire

/// Calls to a daemon, one connection, blocking.
///
/// The daemon agrees to the protocol (`hello`) before it gets anything that changes something. A request that is safe
/// to repeat goes out together with `hello`, in one write; one that is not waits for the agreement. No request is
/// ever sent twice.
public final class Client {
    public let connection: Connection
    /// The program's name and version, for the daemon's log.
    private let name: String
    /// How long a call may wait for its answer.
    public let timeout: Duration
    private var nextID = 1
    private var greeting = Greeting.unsent

    private enum Greeting {
        case unsent
        case sent(RequestID)
        case agreed
    }

    public init(_ connection: Connection, name: String, timeout: Duration = .seconds(10)) {
        self.connection = connection
        self.name = name
        self.timeout = timeout
    }

    /// Sends `requests` in one write and returns their ids, in order. Their answers come from `next(by:of:)`.
    public func begin(_ requests: [Request]) throws(ClientError) -> [RequestID] {
        let method = requests.first { !$0.method.isSafeToRepeat }?.method ?? requests.first?.method ?? .ping
        var bytes: [UInt8] = []
        if case .unsent = greeting {
            let id = takeID()
            bytes = Request.hello(HelloParams(client: name)).line(id: id)
            greeting = .sent(id)
            if !method.isSafeToRepeat {
                try send(bytes, for: .hello)
                bytes = []
            }
        }
        if !method.isSafeToRepeat { try awaitAgreement() }
        let ids = requests.map { _ in takeID() }
        for (id, request) in zip(ids, requests) { bytes += request.line(id: id) }
        try send(bytes, for: method)
        return ids
    }

    /// The answer to `request`; notifications that come before it go to `receive`.
    ///
    /// That to a roll comes when its dice have settled, however long that takes a daemon that is alive.
    public func call(_ request: Request, receive: (ServerLine) -> Void = { _ in }) throws(ClientError) -> ServerLine {
        let id = try begin([request])[0]
        var vigil = Vigil(over: request.method, timeout: timeout)
        while true {
            guard let line = try next(by: vigil.deadline, of: request.method) else {
                try vigil.expire(client: self)
                continue
            }
            if try line.answers(id) { return line }
            vigil.hear()
            if case .notification = line.kind { receive(line) }
        }
    }

    /// The answer to `request` as a value.
    public func call<Value: JSONReadable>(_ request: Request, as type: Value.Type) throws(ClientError) -> Value {
        try call(request).value(as: type)
    }

    /// The next line from the daemon; nil when the deadline passes first. `method` is what the caller waits for.
    public func next(by deadline: Deadline, of method: Method) throws(ClientError) -> ServerLine? {
        while let bytes = try receive(by: deadline, for: method) {
            guard let line = ServerLine(bytes) else { throw .garbled("a line is no JSON-RPC message") }
            guard case .sent(let id) = greeting, try line.answers(id) else { return line }
            greeting = .agreed
        }
        return nil
    }

    /// Waits until the daemon has agreed to the protocol.
    public func awaitAgreement() throws(ClientError) {
        if case .unsent = greeting { _ = try begin([]) }
        let deadline = Deadline.after(timeout)
        while case .sent(let id) = greeting {
            guard let bytes = try receive(by: deadline, for: .hello) else { throw .timedOut(.hello) }
            guard let line = ServerLine(bytes), try line.answers(id) else { throw .garbled("hello has no answer") }
            greeting = .agreed
        }
    }

    private func takeID() -> RequestID {
        defer { nextID += 1 }
        return .integer(nextID)
    }

    private func send(_ bytes: [UInt8], for method: Method) throws(ClientError) {
        do {
            try connection.send(bytes)
        } catch {
            throw Self.clientError(error, method)
        }
    }

    private func receive(by deadline: Deadline, for method: Method) throws(ClientError) -> [UInt8]? {
        do {
            return try connection.line(by: deadline)
        } catch {
            throw Self.clientError(error, method)
        }
    }

    private static func clientError(_ failure: Connection.Failure, _ method: Method) -> ClientError {
        switch failure {
        case .ended: .lost(method)
        case .stuck: .timedOut(method)
        case .lineTooLong: .garbled("a line is longer than \(Connection.longestLine) bytes")
        }
    }
}
