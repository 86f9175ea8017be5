import DiceTable
import DiceWire

/// Dispatches requests: request → call → answer. The code of each method is in the file of its
/// noun, like its declaration in `DiceWire/Methods`.
@TableActor
struct RequestHandler {
    let tables: Tables
    let info: ServerInfo
    let server: ServerState
    let rolls: RollShelf
    let decoder = RequestDecoder()
    private typealias Handler =
        @TableActor (Request, ClientConnection) throws -> Handling<any JSONWritable>
    private var handlers: [String: Handler] = [:]

    init(tables: Tables, info: ServerInfo, server: ServerState, rolls: RollShelf) {
        self.tables = tables
        self.info = info
        self.server = server
        self.rolls = rolls
        addDaemon()
        addTableLists()
        addTables()
        addRolling()
        addThrowing()
        addContributing()
        addGames()
        addHistory()
        addSavedRolls()
        let missing = MethodTable.daemon.methods.filter { handlers[$0.name] == nil }
            .map(\.name)
        precondition(missing.isEmpty, "no handler for \(missing)")
    }

    func handle(_ call: Call, from connection: ClientConnection) -> Handling<
        any JSONWritable
    > {
        do {
            let request = try call.request.get()
            if server.isStopping, !request.method.isSafeToRepeat {
                throw WireError(.shuttingDown)
            }
            guard let handle = handlers[request.method.name] else {
                throw WireError(.notImplemented)
            }
            if longName(in: request, of: connection) != nil {
                return self.handle(withKnownNames: request, from: connection, handle)
            }
            return try handle(request, connection)
        } catch {
            return .answered(.failure(WireError(error)))
        }
    }

    /// Registers `handle` for requests of `method`.
    mutating func on<Params, Result>(
        _ method: Method<Params, Result>,
        _ handle:
            @escaping @TableActor (Params, ClientConnection) throws -> Handling<Result>
    ) {
        handlers[method.any.name] = { request, connection in
            guard let params = request.params as? Params else {
                throw WireError(.notImplemented)
            }
            return try handle(params, connection).erased
        }
    }

    /// Registers `answer` for requests of `method`, which answers immediately.
    mutating func now<Params, Result>(
        _ method: Method<Params, Result>,
        _ answer: @escaping @TableActor (Params, ClientConnection) throws -> Result
    ) {
        on(method) { params, connection in
            .answered(.success(try answer(params, connection)))
        }
    }

    /// Registers `store` for requests of `method`, which may take a while. The connection's next
    /// request waits for it.
    mutating func storing<Params, Result>(
        _ method: Method<Params, Result>,
        _ store:
            @escaping @TableActor (Params, ClientConnection) async throws -> Stored<
                Result
            >
    ) {
        on(method) { params, connection in
            .storing { try await store(params, connection) }
        }
    }

    /// Registers a method that may take longer than a second and sends the client notices
    /// meanwhile.
    mutating func working<Params, Result>(
        _ method: Method<Params, Result>,
        _ work:
            @escaping @TableActor (Params, ClientConnection, RequestNotices)
            async throws -> Stored<
                Result
            >
    ) {
        on(method) { params, connection in
            .working { try await work(params, connection, $0) }
        }
    }
}

typealias Answer<Result> = Swift.Result<Result, WireError>

/// The way in which a request is handled.
@TableActor
enum Handling<Result> {
    case answered(Answer<Result>)
    /// The connection's next request waits until this one is stored.
    case storing(@TableActor () async throws -> Stored<Result>)
    /// Like `storing`, but sends the client notices before its answer.
    case working(@TableActor (RequestNotices) async throws -> Stored<Result>)

    static func done(_ result: Result) -> Handling {
        .answered(.success(result))
    }
}

extension Handling where Result: JSONWritable {
    fileprivate var erased: Handling<any JSONWritable> {
        switch self {
        // The standard library's `map` would check the actor's isolation at each call of a closure.
        case .answered(.success(let result)): .answered(.success(result))
        case .answered(.failure(let error)): .answered(.failure(error))
        case .storing(let store):
            .storing {
                let stored = try await store()
                return stored.erased
            }
        case .working(let work):
            .working { notices in
                let stored = try await work(notices)
                return stored.erased
            }
        }
    }
}

extension Stored where Result: JSONWritable {
    fileprivate var erased: Stored<any JSONWritable> {
        Stored<any JSONWritable>(table: table) { try await answer() }
    }
}
