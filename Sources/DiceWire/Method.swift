internal import DiceModel

/// The methods of the protocol, by their names on the wire.
public enum Method: String, Sendable, Hashable, CaseIterable {
    case hello
    case ping
    case discover = "rpc.discover"
    case confine = "session.confine"
    case status = "server.status"
    case watchList = "server.watch"
    case unwatchList = "server.unwatch"
    case list = "table.list"
    case create = "table.create"
    case configure = "table.configure"
    case delete = "table.delete"
    case get = "table.get"
    case roll = "table.roll"
    case `throw` = "table.throw"
    case cancel = "table.cancel"
    case lock = "table.lock"
    case unlock = "table.unlock"
    case toggleLock = "table.toggleLock"
    case endTurn = "table.endTurn"
    case contribute = "table.contribute"
    case reveal = "table.reveal"
    case history = "table.history"
    case stats = "table.stats"
    case watch = "table.watch"
    case unwatch = "table.unwatch"
    case saveRoll = "roll.save"
    case listRolls = "roll.list"
    case deleteRoll = "roll.delete"
    case backup = "server.backup"

    /// The params that the method knows; any other is refused.
    public var params: [Property] {
        switch self {
        case .hello: HelloParams.members.properties
        case .confine: ConfineParams.members.properties
        case .ping, .discover, .status, .watchList, .unwatchList, .list, .listRolls: EmptyObject.members.properties
        case .create: CreateParams.members.properties
        case .configure: ConfigureParams.members.properties
        case .delete: DeleteParams.members.properties
        case .get, .unwatch: TableParams.members.properties
        case .watch: WatchParams.members.properties
        case .roll: RollParams.members.properties
        case .lock, .unlock, .toggleLock: DiceParams.members.properties
        case .throw: ThrowParams.members.properties
        case .cancel: CancelParams.members.properties
        case .endTurn: PlayerParams.members.properties
        case .contribute: ContributeParams.members.properties
        case .reveal: RevealParams.members.properties
        case .history: HistoryQuery.members.properties
        case .stats: FaceQuery.members.properties
        case .saveRoll: SavedRoll.members.properties
        case .deleteRoll: RollNameParams.members.properties
        case .backup: BackupParams.members.properties
        }
    }

    /// Whether repeating the request is harmless: it only reads, or asks for what is so already.
    public var isSafeToRepeat: Bool {
        switch self {
        case .hello, .ping, .discover, .confine, .status, .watchList, .unwatchList, .list, .get, .history, .stats,
            .watch, .unwatch, .listRolls:
            true
        case .create, .configure, .delete, .roll, .throw, .cancel, .lock, .unlock, .toggleLock, .endTurn, .contribute,
            .reveal, .saveRoll, .deleteRoll, .backup:
            false
        }
    }

    /// What it does, in a sentence.
    public var summary: String {
        switch self {
        case .hello: "Says which protocol the client speaks and learns which daemon answers; optional."
        case .ping: "Answers at once."
        case .discover: "Describes every method, notification and error as an OpenRPC document."
        case .confine: "Narrows what this connection may do, until it closes; nothing widens it again."
        case .status: "Tells how the daemon is doing."
        case .watchList: "Lists the tables, then sends the list anew when it changes, until server.unwatch or close."
        case .unwatchList: "Ends server.watch."
        case .list: "Lists the tables by name."
        case .create: "Makes a table."
        case .configure: "Changes a table's dice, its players or how many rolls a turn may have."
        case .delete: "Deletes a table with its history; its animations are cancelled first."
        case .get: "Shows a table."
        case .roll: "Rolls dice; answers when the last of them has settled."
        case .throw: "Rolls an expression beside the table's dice; answers when the last die has settled."
        case .cancel: "Settles the dice of the roll, or of a throw, at once, on the faces already drawn."
        case .lock: "Locks dice, so that rolls leave them alone."
        case .unlock: "Unlocks dice."
        case .toggleLock: "Locks the unlocked and unlocks the locked of the named dice."
        case .endTurn: "Writes the turn to history, unlocks every die and begins the next turn."
        case .contribute: "Promises chance for the next roll; it stands until it is used or the connection closes."
        case .reveal: "Reveals what was promised, when a rollAsked event asks for it; within a second."
        case .history: "Reads the ended turns, the throws, or both, newest first."
        case .stats: "Counts the faces rolled, by size of die and by player, and tests them against fair dice."
        case .watch: "Shows a table, then sends its frames and events until table.unwatch or close."
        case .unwatch: "Ends table.watch."
        case .saveRoll: "Keeps an expression under a name, in the place of what had that name."
        case .listRolls: "Lists the saved rolls by name."
        case .deleteRoll: "Forgets a saved roll."
        case .backup: "Copies every table and the history into a file on the daemon's machine."
        }
    }

    /// What a result is called, and what it is.
    var result: (name: String, schema: JSONSchema) {
        switch self {
        case .hello: ("daemon", HelloResult.wireForm.schema)
        case .discover: ("document", .component(OpenRPCDocument.component))
        case .confine: ("confinement", ConfineParams.wireForm.schema)
        case .status: ("status", StatusResult.wireForm.schema)
        case .list, .watchList: ("tables", ListResult.wireForm.schema)
        case .create, .configure, .get, .lock, .unlock, .toggleLock, .watch: ("snapshot", TableSnapshot.wireForm.schema)
        case .roll: ("roll", RollResult.wireForm.schema)
        case .throw: ("throw", ThrowResult.wireForm.schema)
        case .cancel: ("cancelled", CancelResult.wireForm.schema)
        case .endTurn: ("entry", Turn.wireForm.schema)
        case .contribute: ("contributors", ContributeResult.wireForm.schema)
        case .reveal: ("nothing", EmptyObject.wireForm.schema)
        case .history: ("page", HistoryPage.wireForm.schema)
        case .stats: ("statistics", FaceStatistics.wireForm.schema)
        case .backup: ("backup", BackupResult.wireForm.schema)
        case .saveRoll: ("roll", SavedRoll.wireForm.schema)
        case .listRolls: ("rolls", SavedRolls.wireForm.schema)
        case .ping, .delete, .unwatch, .unwatchList, .deleteRoll: ("nothing", EmptyObject.wireForm.schema)
        }
    }

    /// The errors that a well-formed request may be answered with. Any may stand too late in a batch (`limitExceeded`).
    public var errors: [ErrorCode] {
        let own: [ErrorCode] =
            switch self {
            case .ping, .discover, .status, .confine, .unwatchList: []
            case .list, .watchList, .listRolls, .deleteRoll, .backup: [.storageFailed]
            case .saveRoll: [.badExpression, .storageFailed]
            case .hello: [.unsupportedProtocol]
            case .create: [.tableExists, .storageFailed]
            case .configure: [.tableNotFound, .busy, .turnOpen, .storageFailed]
            case .delete, .history, .stats: [.tableNotFound, .storageFailed]
            case .get, .watch: [.tableNotFound, .storageFailed]
            case .unwatch: [.tableNotFound]
            case .cancel: [.tableNotFound, .notYourTurn, .storageFailed]
            case .throw: [.tableNotFound, .badExpression, .storageFailed]
            case .roll:
                [
                    .tableNotFound, .busy, .allLocked, .noSuchDie, .dieLocked, .notYourTurn, .noRollsLeft,
                    .commitmentChanged, .storageFailed,
                ]
            case .lock, .unlock, .toggleLock:
                [.tableNotFound, .dieAnimating, .noSuchDie, .nothingRolled, .notYourTurn, .storageFailed]
            case .endTurn: [.tableNotFound, .busy, .nothingRolled, .notYourTurn, .storageFailed]
            case .contribute: [.tableNotFound, .storageFailed]
            case .reveal: [.tableNotFound, .revealMismatch]
            }
        return [.invalidParams, .internalError, .limitExceeded] + own
            + (access == .everybody && self != .confine ? [] : [.notAllowed])
            + (isSafeToRepeat ? [] : [.shuttingDown])
    }
}
