public import DiceModel

/// What a client asks for: a case for each `Method`, whose `summary` says what it does.
public enum Request: Sendable, Hashable {
    case hello(HelloParams)
    case ping
    case discover
    case confine(ConfineParams)
    case status
    case watchList
    case unwatchList
    case list
    case create(CreateParams)
    case configure(ConfigureParams)
    case delete(DeleteParams)
    case get(TableParams)
    case roll(RollParams)
    case `throw`(ThrowParams)
    case cancel(CancelParams)
    case lock(DiceParams)
    case unlock(DiceParams)
    case toggleLock(DiceParams)
    case endTurn(PlayerParams)
    case contribute(ContributeParams)
    case reveal(RevealParams)
    case history(HistoryQuery)
    case stats(FaceQuery)
    case watch(WatchParams)
    case unwatch(TableParams)
    case saveRoll(SavedRoll)
    case listRolls
    case deleteRoll(RollNameParams)
    case backup(BackupParams)

    /// The method that is asked for.
    public var method: Method {
        switch self {
        case .hello: .hello
        case .ping: .ping
        case .discover: .discover
        case .confine: .confine
        case .status: .status
        case .watchList: .watchList
        case .unwatchList: .unwatchList
        case .list: .list
        case .create: .create
        case .configure: .configure
        case .delete: .delete
        case .get: .get
        case .roll: .roll
        case .throw: .throw
        case .cancel: .cancel
        case .lock: .lock
        case .unlock: .unlock
        case .toggleLock: .toggleLock
        case .endTurn: .endTurn
        case .contribute: .contribute
        case .reveal: .reveal
        case .history: .history
        case .stats: .stats
        case .watch: .watch
        case .unwatch: .unwatch
        case .saveRoll: .saveRoll
        case .listRolls: .listRolls
        case .deleteRoll: .deleteRoll
        case .backup: .backup
        }
    }

    /// Throws `WireError` when `params` do not fit `method`.
    init(_ method: Method, _ params: [JSONValue.Member]) throws(WireError) {
        func read<Params: Message>() throws(WireError) -> Params { try Params.members.accept(params) }
        func none(_ request: Request) throws(WireError) -> Request {
            let _: EmptyObject = try read()
            return request
        }
        self =
            switch method {
            case .hello: .hello(try read())
            case .ping: try none(.ping)
            case .discover: try none(.discover)
            case .confine: .confine(try read())
            case .status: try none(.status)
            case .watchList: try none(.watchList)
            case .unwatchList: try none(.unwatchList)
            case .list: try none(.list)
            case .create: .create(try read())
            case .configure: .configure(try read())
            case .delete: .delete(try read())
            case .get: .get(try read())
            case .roll: .roll(try read())
            case .throw: .throw(try read())
            case .cancel: .cancel(try read())
            case .lock: .lock(try read())
            case .unlock: .unlock(try read())
            case .toggleLock: .toggleLock(try read())
            case .endTurn: .endTurn(try read())
            case .contribute: .contribute(try read())
            case .reveal: .reveal(try read())
            case .history: .history(try read())
            case .stats: .stats(try read())
            case .watch: .watch(try read())
            case .unwatch: .unwatch(try read())
            case .saveRoll: .saveRoll(try read())
            case .listRolls: try none(.listRolls)
            case .deleteRoll: .deleteRoll(try read())
            case .backup: .backup(try read())
            }
    }

    /// Nil for the methods that take none.
    var params: (any Message)? {
        switch self {
        case .ping, .discover, .status, .watchList, .unwatchList, .list, .listRolls: nil
        case .hello(let params): params
        case .confine(let params): params
        case .create(let params): params
        case .configure(let params): params
        case .delete(let params): params
        case .roll(let params): params
        case .throw(let params): params
        case .cancel(let params): params
        case .endTurn(let params): params
        case .contribute(let params): params
        case .reveal(let params): params
        case .history(let params): params
        case .stats(let params): params
        case .saveRoll(let params): params
        case .deleteRoll(let params): params
        case .backup(let params): params
        case .lock(let params), .unlock(let params), .toggleLock(let params): params
        case .get(let params), .unwatch(let params): params
        case .watch(let params): params
        }
    }

    /// The request as one line, with its LF. Without an id it is a notification: nothing answers it.
    public func line(id: RequestID?) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.member("jsonrpc", "2.0")
            json.member("id", ifPresent: id)
            json.member("method", method.rawValue)
            if let params { json.member("params", params) }
        }
        json.endLine()
        return json.bytes
    }
}
