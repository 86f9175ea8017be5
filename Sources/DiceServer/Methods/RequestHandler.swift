internal import DiceModel
internal import DiceTable
internal import DiceWire
internal import Logging

/// Request → call → answer, and nothing else. What is done for a method stands in the file of its noun, as the method
/// itself does in `DiceWire/Methods`.
@TableActor
struct RequestHandler {
    let tables: Tables
    let info: ServerInfo
    let server: ServerState
    let rolls: RollShelf
    let decoder = RequestDecoder()
    private var handlers: [String: @TableActor (Request, Connection) throws -> Handling<any JSONWritable>] = [:]

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
        addHistory()
        addSavedRolls()
        let missing = MethodTable.daemon.methods.filter { handlers[$0.name] == nil }.map(\.name)
        precondition(missing.isEmpty, "no handler for \(missing)")
    }

    func handle(_ call: Call, from connection: Connection) -> Handling<any JSONWritable> {
        do {
            let request = try call.request.get()
            if server.isStopping, !request.method.isSafeToRepeat { throw WireError.shuttingDown }
            guard let handle = handlers[request.method.name] else { throw WireError.noHandler }
            return try handle(request, connection)
        } catch {
            return .answered(.failure(WireError(error)))
        }
    }

    /// Has `handle` carry out the requests of `method`.
    mutating func on<Params, Result>(
        _ method: Method<Params, Result>,
        _ handle: @escaping @TableActor (Params, Connection) throws -> Handling<Result>
    ) {
        handlers[method.any.name] = { request, connection in
            guard let params = request.params as? Params else { throw WireError.noHandler }
            return try handle(params, connection).erased
        }
    }

    /// Has `answer` carry out the requests of `method` at once.
    mutating func now<Params, Result>(
        _ method: Method<Params, Result>, _ answer: @escaping @TableActor (Params, Connection) throws -> Result
    ) {
        on(method) { params, connection in .answered(.success(try answer(params, connection))) }
    }

    /// Has `store` carry out the requests of `method`, which may take a while. The connection's next request waits for it.
    mutating func storing<Params, Result>(
        _ method: Method<Params, Result>,
        _ store: @escaping @TableActor (Params, Connection) async throws -> Stored<Result>
    ) {
        on(method) { params, connection in .storing { try await store(params, connection) } }
    }
}

typealias Answer<Result> = Swift.Result<Result, WireError>

/// How a request is carried out.
enum Handling<Result> {
    /// At once.
    case answered(Answer<Result>)
    /// In two phases: the connection's next request waits until this one is stored.
    case storing(@TableActor () async throws -> Stored<Result>)
}

extension Handling where Result: JSONWritable {
    fileprivate var erased: Handling<any JSONWritable> {
        switch self {
        case .answered(let answer): .answered(answer.map { $0 })
        case .storing(let store): .storing { try await store().erased }
        }
    }
}

/// Dice that a request waits for.
@TableActor
protocol Settling: AnyObject {
    var isSettled: Bool { get }
    /// Returns when the dice are at rest.
    func settled() async throws
}

/// A request that has been stored: it settles when its reply is due.
@TableActor
enum Stored<Result> {
    case answered(Answer<Result>)
    /// Made in the moment in which the reply is, so that a snapshot is never older than a frame before it.
    case due(@TableActor () throws(WireError) -> Result)
    /// Answered when these dice of the table have settled.
    case settling(any Settling, Table, @TableActor () throws(WireError) -> Result)

    static func done(_ result: Result) -> Stored { .answered(.success(result)) }

    var isSettled: Bool { if case .settling(let dice, _, _) = self { dice.isSettled } else { true } }

    /// Whose dice animate.
    var table: Table? { if case .settling(_, let table, _) = self { table } else { nil } }

    /// Returns when the dice are at rest.
    func settled() async throws {
        if case .settling(let dice, _, _) = self { try await dice.settled() }
    }

    /// To be made in the moment in which it is sent.
    var answer: Answer<Result> {
        switch self {
        case .answered(let answer): answer
        case .due(let make), .settling(_, _, let make): Answer { () throws(WireError) in try make() }
        }
    }
}

extension Stored where Result: JSONWritable {
    fileprivate var erased: Stored<any JSONWritable> {
        switch self {
        case .answered(let answer): .answered(answer.map { $0 })
        case .due(let make): .due { () throws(WireError) in try make() }
        case .settling(let dice, let table, let make): .settling(dice, table) { () throws(WireError) in try make() }
        }
    }
}
