/// What a client asks for: a case for each `Method`, whose `summary` says what it does.
public enum Request: Sendable, Hashable {
    case hello(HelloParams)
    case ping
    case discover
    case status
    case list
    case create(CreateParams)
    case delete(DeleteParams)
    case get(TableParams)
    case roll(RollParams)
    case cancel(TableParams)
    case lock(DiceParams)
    case unlock(DiceParams)
    case toggleLock(DiceParams)
    case endTurn(EndTurnParams)
    case history(HistoryParams)
    case watch(TableParams)
    case unwatch(TableParams)

    /// The method that is asked for.
    public var method: Method {
        switch self {
        case .hello: .hello
        case .ping: .ping
        case .discover: .discover
        case .status: .status
        case .list: .list
        case .create: .create
        case .delete: .delete
        case .get: .get
        case .roll: .roll
        case .cancel: .cancel
        case .lock: .lock
        case .unlock: .unlock
        case .toggleLock: .toggleLock
        case .endTurn: .endTurn
        case .history: .history
        case .watch: .watch
        case .unwatch: .unwatch
        }
    }

    /// The params as they are written on the wire.
    var params: any MethodParams {
        switch self {
        case .ping, .discover, .status, .list: NoParams()
        case .hello(let params): params
        case .create(let params): params
        case .delete(let params): params
        case .roll(let params): params
        case .endTurn(let params): params
        case .history(let params): params
        case .lock(let params), .unlock(let params), .toggleLock(let params): params
        case .get(let params), .cancel(let params), .watch(let params), .unwatch(let params): params
        }
    }

    /// Throws `WireError` when the params do not fit `method`.
    init(_ method: Method, _ params: [JSONValue.Member]) throws(WireError) {
        func decoded<Params: MethodParams>(_ type: Params.Type) throws(WireError) -> Params {
            try Params(ParamReader(params, Params.definition))
        }
        func none() throws(WireError) { _ = try decoded(NoParams.self) }
        switch method {
        case .hello: self = .hello(try decoded(HelloParams.self))
        case .create: self = .create(try decoded(CreateParams.self))
        case .delete: self = .delete(try decoded(DeleteParams.self))
        case .get: self = .get(try decoded(TableParams.self))
        case .roll: self = .roll(try decoded(RollParams.self))
        case .cancel: self = .cancel(try decoded(TableParams.self))
        case .lock: self = .lock(try decoded(DiceParams.self))
        case .unlock: self = .unlock(try decoded(DiceParams.self))
        case .toggleLock: self = .toggleLock(try decoded(DiceParams.self))
        case .endTurn: self = .endTurn(try decoded(EndTurnParams.self))
        case .history: self = .history(try decoded(HistoryParams.self))
        case .watch: self = .watch(try decoded(TableParams.self))
        case .unwatch: self = .unwatch(try decoded(TableParams.self))
        case .ping:
            try none()
            self = .ping
        case .discover:
            try none()
            self = .discover
        case .status:
            try none()
            self = .status
        case .list:
            try none()
            self = .list
        }
    }

    /// The request as one line, with its LF. Without an id it is a notification: nothing answers it.
    public func line(id: RequestID?) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.member("jsonrpc", "2.0")
            json.member("id", ifPresent: id)
            json.member("method", method.rawValue)
            let params = self.params
            if !type(of: params).definition.isEmpty { json.member("params", params) }
        }
        json.endLine()
        return json.bytes
    }
}
