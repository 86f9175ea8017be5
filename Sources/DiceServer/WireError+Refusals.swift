import DiceGames
import DiceModel
import DiceTable
import DiceWire

extension WireError {
    static func tableExists(_ name: TableName) -> WireError {
        WireError(
            .tableExists,
            "there is a table \"\(name)\" already; choose another name, or delete it first"
        )
    }

    static let noDiceNamed = WireError(
        .invalidParams,
        "name one or more dice, or none with \"only\": that unlocks all",
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
        "the daemon does not know how to do this; report it"
    )

    static let shuttingDown = WireError(
        .shuttingDown,
        "the daemon is stopping; connect again when it is back"
    )

    static func tooManyDiceInFlight(_ limit: Int, of whose: String? = nil) -> WireError {
        .limit(
            .inFlight,
            limit,
            "no more than \(limit) dice \(whose.map { "of \($0) " } ?? "")roll at the same time; try again in a second, "
                + "or roll without animation"
        )
    }

    static func tooManyThrowsInFlight(_ limit: Int, _ what: String) -> WireError {
        .limit(
            .throwsInFlight,
            limit,
            "no more than \(limit) \(what) of one user are in flight; try again in a second"
        )
    }

    static func tooManyFacesInFlight(_ limit: Int, _ bytes: Int) -> WireError {
        .limit(
            .faces,
            limit,
            "the throws in flight at a table have at most \(limit) bytes of faces, and with this they would have \(bytes); "
                + "try again in a second"
        )
    }

    static func throwTooLarge(_ bytes: Int) -> WireError {
        .limit(
            .text,
            Limits.largestThrow,
            "this throw may come to \(bytes) bytes, and a throw has at most \(Limits.largestThrow): roll fewer dice or rounds, "
                + "or shorten the words"
        )
    }

    static func tooMuchThrown(retryAfter: Int) -> WireError {
        var error = limit(
            .storage,
            Limits.storedByThrows,
            "the large throws of one user store \(Limits.storedByThrows / 1_000_000) MB a second, and these have had that; "
                + "try again in \(retryAfter) milliseconds"
        )
        error.data.retryAfter = retryAfter
        return error
    }

    static func commitmentChanged(to nextCommitment: String?) -> WireError {
        var error = WireError(
            .commitmentChanged,
            "the turn was full and has ended; nothing was rolled, as the entropy was sent before the next turn's "
                + "commitment was known: send the roll again, with fresh entropy"
        )
        error.data.nextCommitment = nextCommitment
        return error
    }

    static func tooManyConnections(_ name: String) -> WireError {
        let maximum = Limits.connectionsPerUser
        return .limit(
            .connections,
            maximum,
            "\(name) has \(maximum) connections already; close one first"
        )
    }

    static func tooManyTables(of owner: String) -> WireError {
        .limit(
            .tables,
            Limits.tablesPerUser,
            "\(owner) has \(Limits.tablesPerUser) tables already; delete one first"
        )
    }

    static func quotaReached(_ limit: Int) -> WireError {
        .limit(
            .quota,
            limit,
            "your turns and throws take the \(ByteSize(bytes: limit)) that you may keep here; delete or archive a table of "
                + "yours, or ask the administrator"
        )
    }

    static func belongs(_ table: TableName, to owner: String?) -> WireError {
        let owner = owner ?? "the daemon's owner"
        return WireError(
            .notAllowed,
            "the table \"\(table)\" belongs to \(owner); ask there"
        )
    }

    static func mayNotCancel(_ thrower: String) -> WireError {
        WireError(
            .notAllowed,
            "only \(thrower), a host and the table's owner may cancel that throw; wait until it ends"
        )
    }

    static let matchGoesOn = WireError(
        .notAllowed,
        "a match goes on; only the owner of the table may begin another one before its end"
    )

    static let onlyForAdministrator = WireError(
        .notAllowed,
        "only the daemon's owner may do that; ask there"
    )

    static func tooManyRolls(_ limit: Int) -> WireError {
        .limit(
            .values,
            limit,
            "a turn holds \(Limits.valuesPerTurn) values: with these dice, at most \(limit) rolls"
        )
    }

    static func tooManyFaces(_ size: Int) -> WireError {
        let maximum = Tables.largestStatistics
        return .limit(
            .statistics,
            maximum,
            "the counts of all faces take \(size) bytes, more than \(maximum); ask for one player with \"by\", or for one "
                + "size of die with \"sides\""
        )
    }

    static let backupRuns = WireError(
        .storageFailed,
        "another backup is being made; try again when it is done"
    )

    static let batchTooLarge = limit(
        .replies,
        ConnectionState.unsentLimit,
        "not done: the replies to this batch pass \(ConnectionState.unsentLimit) bytes; send the rest in a batch of "
            + "its own"
    )

    /// Converts any error to the one that a client receives. The only place that words refusals.
    init(_ error: any Error) {
        switch error {
        case let error as WireError: self = error
        case let error as DiceError: self.init(refusal: error)
        case let error as StoreError:
            self.init(
                .storageFailed,
                "nothing was changed, because it could not be stored: \(error)"
            )
        default:
            self.init(
                .internalError,
                "the daemon made a mistake (\(type(of: error))); its log says more"
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
                "every die is locked; unlock at least one, or end the turn"
            )
        case .nothingRolled:
            self.init(.nothingRolled, "the turn has no roll yet; roll first")
        case .rollAllFirst(let dice):
            self.init(
                .rollAllFirst,
                "the first roll of a turn takes every die, and this one leaves out \(Self.list(dice)); name no dice",
                dice: dice
            )
        case .freeDiceOmitted(let dice):
            self.init(
                .noScore,
                "every die that is not locked rolls, and this roll omits \(Self.list(dice)); name no dice",
                dice: dice
            )
        case .notYourTurn(let player):
            self.init(.notYourTurn, "it is \(player)'s turn", up: player)
        case .noRollsLeft(let limit):
            self.init(
                .noRollsLeft,
                "the turn has had its \(limit) \(limit == 1 ? "roll" : "rolls"); end it",
                limit: limit
            )
        case .turnOpen:
            self.init(
                .turnOpen,
                "the turn is open, and dice, pace and game change only before its first roll; end it first"
            )
        case .gameOpen:
            self.init(
                .gameOpen,
                "a match goes on, or the game sets this; play it to its end, or begin another match first"
            )
        case .nothingToCorrect:
            self.init(
                .nothingToCorrect,
                "nothing can be corrected: a turn goes into another box only in a game with boxes, before the next roll, "
                    + "and \(Limits.corrections) times at most; play on"
            )
        case .notYourTurnToCorrect(let player):
            self.init(
                .notAllowed,
                "\(player) ended the last turn; nobody else puts it into another box"
            )
        case .wrongFaces(let sides):
            self.init(
                .wrongFaces,
                sides.isEmpty
                    ? "the faces of this table are drawn; leave them out, or have its dice be real ones"
                    : "the faces are not those of the real dice that roll (d\(Self.list(sides, ", d"))); enter what each of "
                        + "them shows, in that order"
            )
            data.expected = Self.expected(sides)
        case .noGame: self.init(.noGame, "the table has no game; give it one first")
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
                "\(Self.name(dice)) locked; unlock them, or leave them out of the roll",
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
            self.init(.boxNeeded, "say which box the turn fills: \(list(options))")
            data.options = options
        case .noSuchBox: self.init(.noSuchBox, "the game of this table has no such box")
        case .boxTaken:
            self.init(.boxTaken, "this box is filled already; choose an open one")
        case .boxNotAllowed(let options):
            self.init(
                .boxNotAllowed,
                "the joker's rule wants another box: \(list(options))"
            )
            data.options = options
        case .noScore(0):
            self.init(
                .noScore,
                "after each roll, lock dice that score, and all dice of a set together; they stay locked"
            )
        case .noScore(let minimum):
            self.init(
                .noScore,
                "a player without points needs at least \(minimum) in a turn; lock what scores, and roll on"
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
            "the saved roll \"\(roll)\" belongs to \(owner); choose another name"
        )
    }

    static let tooManySavedRollsOfUser = limit(
        .savedRolls,
        Limits.savedRollsPerUser,
        "you have saved \(Limits.savedRollsPerUser) rolls already; delete one first"
    )

    static func nameIsNotation(_ name: RollName) -> WireError {
        WireError(
            .invalidParams,
            "\"\(name)\" means dice already; choose a name that is not dice notation",
            param: "name"
        )
    }

    static func noSavedRoll(_ name: RollName, param: String) -> WireError {
        WireError(
            .invalidParams,
            "there is no saved roll \"\(name)\"; write dice, such as 4d6kh3+2, or save a roll of that name",
            param: param
        )
    }

    static let tooManySavedRolls = limit(
        .savedRolls,
        Limits.savedRolls,
        "\(Limits.savedRolls) rolls are saved already; delete one first"
    )

    static let savedRollsOfUserTooLarge = limit(
        .savedRollsSize,
        Limits.savedRollsSizePerUser,
        "the saved rolls of one user take at most \(Limits.savedRollsSizePerUser) bytes; delete some of yours first"
    )

    static let savedRollsTooLarge = limit(
        .savedRollsSize,
        Limits.savedRollsSize,
        "all saved rolls take at most \(Limits.savedRollsSize) bytes; delete some first"
    )
}
