/// The methods of the protocol, by their names on the wire.
public enum Method: String, Sendable, Hashable, CaseIterable {
    case hello
    case ping
    case discover = "rpc.discover"
    case status = "server.status"
    case list = "table.list"
    case create = "table.create"
    case delete = "table.delete"
    case get = "table.get"
    case roll = "table.roll"
    case cancel = "table.cancel"
    case lock = "table.lock"
    case unlock = "table.unlock"
    case toggleLock = "table.toggleLock"
    case endTurn = "table.endTurn"
    case history = "table.history"
    case watch = "table.watch"
    case unwatch = "table.unwatch"

    /// The params that the method knows; any other is refused.
    public var params: [Param] {
        switch self {
        case .hello: HelloParams.definition
        case .ping, .discover, .status, .list: NoParams.definition
        case .create: CreateParams.definition
        case .delete: DeleteParams.definition
        case .get, .cancel, .watch, .unwatch: TableParams.definition
        case .roll: RollParams.definition
        case .lock, .unlock, .toggleLock: DiceParams.definition
        case .endTurn: EndTurnParams.definition
        case .history: HistoryParams.definition
        }
    }

    /// Whether repeating the request is harmless: it only reads, or asks for what is so already.
    public var isSafeToRepeat: Bool {
        switch self {
        case .hello, .ping, .discover, .status, .list, .get, .history, .watch, .unwatch: true
        case .create, .delete, .roll, .cancel, .lock, .unlock, .toggleLock, .endTurn: false
        }
    }

    /// What it does, in a sentence.
    public var summary: String {
        switch self {
        case .hello: "Says which protocol the client speaks and learns which daemon answers; optional."
        case .ping: "Answers at once."
        case .discover: "Describes every method, notification and error as an OpenRPC document."
        case .status: "Tells how the daemon is doing."
        case .list: "Lists the tables by name."
        case .create: "Makes a table."
        case .delete: "Deletes a table with its history; its animations are cancelled first."
        case .get: "Shows a table."
        case .roll: "Rolls dice; answers when the last of them has settled."
        case .cancel: "Settles the dice in flight at once, on the faces already drawn."
        case .lock: "Locks dice, so that rolls leave them alone."
        case .unlock: "Unlocks dice."
        case .toggleLock: "Locks the unlocked and unlocks the locked of the named dice."
        case .endTurn: "Writes the turn to history, unlocks every die and begins the next turn."
        case .history: "Reads the ended turns, newest first."
        case .watch: "Shows a table, then sends its frames and events until table.unwatch or close."
        case .unwatch: "Ends table.watch."
        }
    }
}
