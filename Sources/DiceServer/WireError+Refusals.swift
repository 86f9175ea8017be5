import DiceGames
import DiceModel
import DiceTable
import DiceWire

extension WireError {
    static func tableExists(_ name: TableName) -> WireError {
        WireError(
            .tableExists,
            "table \"\(name)\" already exists; choose another name, or delete it first"
        )
    }

    static let noDiceNamed = WireError(
        .invalidParams,
        "name at least one die; to unlock all, pass an empty list with \"only\"",
        param: "dice"
    )

    static func notRead(_ what: String, _ error: StoreError) -> WireError {
        WireError(.storageFailed, "\(what) could not be read: \(error)")
    }

    /// Returns the refusal for a table whose store was edited by hand in the middle of a match.
    static func contradicts(_ settings: [MatchStart.Setting], at table: TableName)
        -> WireError
    {
        WireError(
            .storageFailed,
            "table \(table) is damaged: \(MatchStart.text(settings)); begin another match with dicectl new-game, or delete "
                + "the table"
        )
    }

    static let noHandler = WireError(
        .internalError,
        "the daemon does not implement this method; report this bug"
    )

    static let shuttingDown = WireError(
        .shuttingDown,
        "the daemon is stopping; connect again once it is back"
    )

    static func tooManyDiceInFlight(_ limit: Int, of whose: String? = nil) -> WireError {
        .limit(
            .inFlight,
            limit,
            "at most \(limit) dice \(whose.map { "of \($0) " } ?? "")may roll at the same time; "
                + "try again in a second, or roll without animation"
        )
    }

    static func tooManyThrowsInFlight(_ limit: Int, _ what: String) -> WireError {
        .limit(
            .throwsInFlight,
            limit,
            "one user may have at most \(limit) \(what) in flight; try again in a second"
        )
    }

    static func tooManyFacesInFlight(_ limit: Int, _ bytes: Int) -> WireError {
        .limit(
            .faces,
            limit,
            "the throws in flight at a table may hold \(limit) bytes of custom faces, "
                + "and with this one they would hold \(bytes); try again in a second"
        )
    }

    static func throwTooLarge(_ bytes: Int) -> WireError {
        .limit(
            .text,
            Limits.largestThrow,
            "this throw could take \(bytes) bytes, and at most \(Limits.largestThrow) are allowed; "
                + "roll fewer dice or rounds, or shorten the texts"
        )
    }

    static func tooMuchThrown(retryAfter: Int) -> WireError {
        var error = limit(
            .storage,
            Limits.storedByThrows,
            "the large throws of one user may store \(Limits.storedByThrows / 1_000_000) MB per second; "
                + "try again in \(retryAfter) milliseconds"
        )
        error.data.retryAfter = retryAfter
        return error
    }

    static func commitmentChanged(to nextCommitment: String?) -> WireError {
        var error = WireError(
            .commitmentChanged,
            "the turn was full and has ended, so nothing was rolled; roll again with fresh entropy: "
                + "yours was sent before the next turn's commitment was known"
        )
        error.data.nextCommitment = nextCommitment
        return error
    }

    static func tooManyConnections(_ name: String) -> WireError {
        let maximum = Limits.connectionsPerUser
        return .limit(
            .connections,
            maximum,
            "\(name) already has \(maximum) connections; close one first"
        )
    }

    static func tooManyTables(of owner: String) -> WireError {
        .limit(
            .tables,
            Limits.tablesPerUser,
            "\(owner) already has \(Limits.tablesPerUser) tables; delete one first"
        )
    }

    static func quotaReached(_ limit: Int) -> WireError {
        .limit(
            .quota,
            limit,
            "your turns and throws use all of the \(ByteSize(bytes: limit)) that you may store; "
                + "delete or archive one of your tables, or ask the administrator"
        )
    }

    static func belongs(_ table: TableName, to owner: String?) -> WireError {
        let owner = owner ?? "the daemon's owner"
        return WireError(
            .notAllowed,
            "table \"\(table)\" belongs to \(owner); ask them to do it"
        )
    }

    static func mayNotCancel(_ thrower: String) -> WireError {
        WireError(
            .notAllowed,
            "only \(thrower), a host or the table's owner may cancel that throw; wait until it ends"
        )
    }

    static let matchGoesOn = WireError(
        .notAllowed,
        "a match is in progress; only the table's owner may begin another one before it ends"
    )

    static let onlyForAdministrator = WireError(
        .notAllowed,
        "only the daemon's owner may do that; ask them to do it"
    )

    static func tooManyRolls(_ limit: Int) -> WireError {
        .limit(
            .values,
            limit,
            "a turn may have at most \(limit) rolls of these dice (\(Limits.valuesPerTurn) values); end the turn"
        )
    }

    static func tooManyFaces(_ size: Int) -> WireError {
        let maximum = Tables.largestStatistics
        return .limit(
            .statistics,
            maximum,
            "the counts of all faces take \(size) bytes, and at most \(maximum) are sent; "
                + "ask for one player with \"by\", or for one size of die with \"sides\""
        )
    }

    static let backupRuns = WireError(
        .storageFailed,
        "another backup is in progress; try again when it is done"
    )

    static let batchTooLarge = limit(
        .replies,
        ConnectionState.unsentLimit,
        "not done: the responses to this batch exceed \(ConnectionState.unsentLimit) bytes; "
            + "send the rest in another batch"
    )

    /// Converts any error to the one that a client receives. The only place that words refusals.
    init(_ error: any Error) {
        switch error {
        case let error as WireError: self = error
        case let error as DiceError: self.init(refusal: error)
        case let error as StoreError:
            self.init(
                .storageFailed,
                "nothing was changed, because the store failed: \(error)"
            )
        default:
            self.init(
                .internalError,
                "the daemon failed (\(type(of: error))); its log has the cause"
            )
        }
    }

    private init(refusal: DiceError) {
        switch refusal {
        case .busy:
            self.init(
                .busy,
                "dice are still rolling; wait until they settle, cancel them, or roll with restart"
            )
        case .dieAnimating(let dice):
            self.init(
                .dieAnimating,
                "\(Self.name(dice)) still rolling; wait until they settle",
                dice: dice
            )
        case .allLocked:
            self.init(
                .allLocked,
                "every die is locked; unlock at least one or end the turn"
            )
        case .nothingRolled:
            self.init(.nothingRolled, "the turn has no roll yet; roll first")
        case .rollAllFirst(let dice):
            self.init(
                .rollAllFirst,
                "the first roll of a turn must include every die, and this one omits \(Self.list(dice)); name no dice",
                dice: dice
            )
        case .freeDiceOmitted(let dice):
            self.init(
                .noScore,
                "a roll must include every unlocked die, and this one omits \(Self.list(dice)); name no dice",
                dice: dice
            )
        case .notYourTurn(let player):
            self.init(.notYourTurn, "it is \(player)'s turn", up: player)
        case .noRollsLeft(let limit):
            self.init(
                .noRollsLeft,
                "the turn has used its \(limit) \(limit == 1 ? "roll" : "rolls"); end it",
                limit: limit
            )
        case .turnOpen:
            self.init(
                .turnOpen,
                "dice, pace and game can change only before the first roll of a turn; end the turn first"
            )
        case .gameOpen:
            self.init(
                .gameOpen,
                "a match is in progress, or the game fixes this setting; finish the match or begin another one"
            )
        case .nothingToCorrect:
            self.init(
                .nothingToCorrect,
                "no turn can be corrected: only the last turn of a game with boxes can, before the next roll, "
                    + "and at most \(Limits.corrections) times; roll"
            )
        case .notYourTurnToCorrect(let player):
            self.init(
                .notAllowed,
                "only \(player), who ended the last turn, may correct it"
            )
        case .wrongFaces(let sides):
            self.init(
                .wrongFaces,
                sides.isEmpty
                    ? "this table does not use real dice; send no faces, or configure it for real dice"
                    : "the faces do not match the dice that roll (d\(Self.list(sides, ", d"))); "
                        + "enter one face for each, in that order"
            )
            data.expected = Self.expected(sides)
        case .matchGoesOn: self = .matchGoesOn
        case .contradicts(let settings, let table):
            self = .contradicts(settings, at: table)
        case .noGame: self.init(.noGame, "the table has no game; choose one first")
        case .game(let refusal): self.init(refusal: refusal)
        case .noSuchDie(let dice):
            self.init(
                .noSuchDie,
                "the table has no die \(Self.list(dice)); dice are numbered from 1",
                dice: dice
            )
        case .dieLocked(let dice):
            self.init(
                .dieLocked,
                "\(Self.name(dice)) locked; unlock \(Self.them(dice)), or roll without \(Self.them(dice))",
                dice: dice
            )
        }
    }

    private init(refusal: Match.Refusal) {
        func list(_ options: [BoxOption]) -> String {
            options.map { "\($0.box) (\($0.points))" }.joined(separator: ", ")
        }
        switch refusal {
        case .over: self.init(.gameOver, "the match is over; begin the next one")
        case .boxNeeded(let options):
            self.init(.boxNeeded, "several boxes are open; name the one to fill: \(list(options))")
            data.options = options
        case .noSuchBox:
            self.init(
                .noSuchBox,
                "the game of this table has no such box; choose one from its sheet"
            )
        case .boxTaken:
            self.init(.boxTaken, "this box is already filled; choose an open one")
        case .boxNotAllowed(let options):
            self.init(
                .boxNotAllowed,
                "the joker rule requires another box: \(list(options))"
            )
            data.options = options
        case .noScore(0):
            self.init(
                .noScore,
                "after each roll, lock dice that score, sets only as a whole; locked dice stay locked"
            )
        case .noScore(let minimum):
            self.init(
                .noScore,
                "a player without points needs at least \(minimum) in one turn; lock dice that score and roll again"
            )
        }
    }

    /// Describes the range of each face. Long lists are run-length encoded: `1001 x 1 to 6`.
    private static func expected(_ sides: [Int]) -> [String] {
        if sides.count <= 20 {
            return sides.map { "1 to \($0)" }
        }
        var runs: [(count: Int, sides: Int)] = []
        for each in sides {
            if runs.last?.sides == each {
                runs[runs.count - 1].count += 1
            } else {
                runs.append((1, each))
            }
        }
        return runs.map {
            $0.count == 1 ? "1 to \($0.sides)" : "\($0.count) x 1 to \($0.sides)"
        }
    }

    private static func name(_ dice: [Int]) -> String {
        dice.count == 1 ? "die \(list(dice)) is" : "dice \(list(dice)) are"
    }

    private static func them(_ dice: [Int]) -> String {
        dice.count == 1 ? "it" : "them"
    }

    private static func list(_ dice: [Int], _ separator: String = ", ") -> String {
        let shown = dice.prefix(8).map(String.init).joined(separator: separator)
        return dice.count > 8 ? shown + ", …" : shown
    }
}

extension WireError {
    static func belongs(_ roll: RollName, to owner: String?) -> WireError {
        let owner = owner ?? "the daemon's owner"
        return WireError(
            .notAllowed,
            "saved roll \"\(roll)\" belongs to \(owner); choose another name"
        )
    }

    static let tooManySavedRollsOfUser = limit(
        .savedRolls,
        Limits.savedRollsPerUser,
        "you already have \(Limits.savedRollsPerUser) saved rolls; delete one first"
    )

    static func nameIsNotation(_ name: RollName) -> WireError {
        WireError(
            .invalidParams,
            "\"\(name)\" is dice notation; choose a name that is not",
            param: "name"
        )
    }

    static func noSavedRoll(_ name: RollName, param: String) -> WireError {
        WireError(
            .invalidParams,
            "no saved roll \"\(name)\"; write dice, such as 4d6kh3+2, or save a roll under that name",
            param: param
        )
    }

    static let tooManySavedRolls = limit(
        .savedRolls,
        Limits.savedRolls,
        "the daemon already has \(Limits.savedRolls) saved rolls; delete one first"
    )

    static let savedRollsOfUserTooLarge = limit(
        .savedRollsSize,
        Limits.savedRollsSizePerUser,
        "your saved rolls may take at most \(Limits.savedRollsSizePerUser) bytes; delete some first"
    )

    static let savedRollsTooLarge = limit(
        .savedRollsSize,
        Limits.savedRollsSize,
        "all saved rolls together may take at most \(Limits.savedRollsSize) bytes; delete some first"
    )
}
