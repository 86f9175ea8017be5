/// What answers a method: its result, or one of its errors.
extension Method {
    var result: (name: String, component: Component) {
        switch self {
        case .hello: ("daemon", .hello)
        case .discover: ("document", .document)
        case .status: ("status", .status)
        case .list: ("tables", .tableList)
        case .create, .get, .lock, .unlock, .toggleLock, .watch: ("snapshot", .snapshot)
        case .roll: ("roll", .rollResult)
        case .cancel: ("cancelled", .cancelResult)
        case .endTurn: ("entry", .historyEntry)
        case .history: ("page", .historyPage)
        case .ping, .delete, .unwatch: ("nothing", .empty)
        }
    }

    /// The errors that a well-formed request may be answered with. Any may stand too late in a batch (`limitExceeded`).
    public var errors: [ErrorCode] {
        let own: [ErrorCode] =
            switch self {
            case .ping, .discover, .status, .list: []
            case .hello: [.unsupportedProtocol]
            case .create: [.tableExists, .storageFailed]
            case .delete, .history: [.tableNotFound, .storageFailed]
            case .get, .cancel, .watch, .unwatch: [.tableNotFound]
            case .roll: [.tableNotFound, .busy, .allLocked, .noSuchDie, .dieLocked, .storageFailed]
            case .lock, .unlock, .toggleLock: [.tableNotFound, .dieAnimating, .noSuchDie, .storageFailed]
            case .endTurn: [.tableNotFound, .busy, .nothingRolled, .storageFailed]
            }
        return [.invalidParams, .internalError, .limitExceeded] + own + (isSafeToRepeat ? [] : [.shuttingDown])
    }
}
