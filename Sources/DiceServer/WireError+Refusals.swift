internal import DiceModel
internal import DiceTable
internal import DiceWire

extension WireError {
    static func tableExists(_ name: TableName) -> WireError {
        WireError(.tableExists, "there is a table \"\(name)\" already; choose another name, or delete it first")
    }

    static func notRead(_ what: String, _ error: StoreError) -> WireError {
        WireError(.storageFailed, "\(what) could not be read: \(error)")
    }

    static var noHandler: WireError { WireError(.internalError, "the daemon does not know how to do this; report it") }

    static var shuttingDown: WireError {
        WireError(.shuttingDown, "the daemon is stopping; connect again when it is back")
    }

    static func tooManyDiceInFlight(_ limit: Int, of whose: String? = nil) -> WireError {
        WireError(
            .limitExceeded,
            "no more than \(limit) dice \(whose.map { "of \($0) " } ?? "")roll at the same time; try again in a second, "
                + "or roll without animation", limit: limit)
    }

    static func tooManyThrowsInFlight(_ limit: Int, _ what: String) -> WireError {
        WireError(
            .limitExceeded, "no more than \(limit) \(what) of one user are in flight; try again in a second",
            limit: limit)
    }

    static func tooMuchThrown(retryAfter: Int) -> WireError {
        var error = WireError(
            .limitExceeded,
            "the large throws of one user store \(Limits.storedByThrows / 1_000_000) MB a second, and these have had that; "
                + "try again in \(retryAfter) milliseconds", limit: Limits.storedByThrows)
        error.data.retryAfter = retryAfter
        return error
    }

    static func commitmentChanged(to nextCommitment: String?) -> WireError {
        var error = WireError(
            .commitmentChanged,
            "the turn was full and has ended, and nothing was rolled: the entropy was sent before the next turn's "
                + "commitment was known; send the roll again, with fresh entropy")
        error.data.nextCommitment = nextCommitment
        return error
    }

    static func tooManyConnections(_ name: String) -> WireError {
        let limit = Limits.connectionsPerUser
        return WireError(
            .limitExceeded, "\(name) has \(limit) connections already; close one first", limit: limit)
    }

    static func tooManyTables(of owner: String) -> WireError {
        let limit = Limits.tablesPerUser
        return WireError(.limitExceeded, "\(owner) has \(limit) tables already; delete one first", limit: limit)
    }

    static func belongs(_ table: TableName, to owner: String?) -> WireError {
        let owner = owner ?? "whoever runs the daemon"
        return WireError(.notAllowed, "the table \"\(table)\" belongs to \(owner); ask there")
    }

    static var onlyForAdministrator: WireError {
        WireError(.notAllowed, "only whoever runs the daemon may do that; ask there")
    }

    static func tooManyRolls(_ limit: Int) -> WireError {
        WireError(
            .limitExceeded,
            "a turn holds \(Limits.valuesPerTurn) values: with these dice, at most \(limit) rolls", limit: limit)
    }

    static func tooManyFaces(_ size: Int) -> WireError {
        let limit = Tables.largestStatistics
        return WireError(
            .limitExceeded,
            "the counts of all faces take \(size) bytes, more than \(limit); ask for one player with \"by\", or for one "
                + "size of die with \"sides\"", limit: limit)
    }

    static var backupRuns: WireError {
        WireError(.storageFailed, "another backup is being made; try again when it is done")
    }

    static var batchTooLarge: WireError {
        let limit = ConnectionState.unsentLimit
        return WireError(
            .limitExceeded,
            "not done: the replies to this batch pass \(limit) bytes; send the rest in a batch of its own", limit: limit
        )
    }

    /// What a client is told of any error: the one place where refusals get their words.
    init(_ error: any Error) {
        switch error {
        case let error as WireError: self = error
        case let error as DiceError: self.init(refusal: error)
        case let error as StoreError:
            self.init(.storageFailed, "nothing was changed, because it could not be stored: \(error)")
        default: self.init(.internalError, "the daemon made a mistake (\(type(of: error))); its log says more")
        }
    }

    private init(refusal: DiceError) {
        switch refusal {
        case .busy:
            self.init(
                .busy, "dice of the table are still rolling; wait until they settle, cancel them, or roll with restart")
        case .dieAnimating(let dice):
            self.init(.dieAnimating, "\(Self.name(dice)) still rolling; wait until they settle", dice: dice)
        case .allLocked:
            self.init(.allLocked, "every die is locked; unlock at least one, or end the turn")
        case .nothingRolled:
            self.init(.nothingRolled, "the turn has no roll yet; roll first")
        case .notYourTurn(let player):
            self.init(.notYourTurn, "it is \(player)'s turn", up: player)
        case .noRollsLeft(let limit):
            self.init(
                .noRollsLeft, "the turn has had its \(limit) \(limit == 1 ? "roll" : "rolls"); end it", limit: limit)
        case .turnOpen:
            self.init(.turnOpen, "the dice change only before the first roll of a turn; end the turn first")
        case .noSuchDie(let dice):
            self.init(.noSuchDie, "the table has no die \(Self.list(dice)); dice are numbered from 1", dice: dice)
        case .dieLocked(let dice):
            self.init(.dieLocked, "\(Self.name(dice)) locked; unlock them, or leave them out of the roll", dice: dice)
        }
    }

    private static func name(_ dice: [Int]) -> String {
        dice.count == 1 ? "die \(list(dice)) is" : "dice \(list(dice)) are"
    }

    private static func list(_ dice: [Int]) -> String {
        let shown = dice.prefix(8).map(String.init).joined(separator: ", ")
        return dice.count > 8 ? shown + ", …" : shown
    }
}
