import DiceGames
import DiceModel
import DiceTable
import DiceWire

extension WireError {
    /// Converts any error to the one that a client receives.
    init(_ error: any Error) {
        switch error {
        case let error as WireError: self = error
        case let error as DiceError: self.init(error.cause, error.values)
        case let error as StoreError: self.init(.storeFailed, ["problem": "\(error)"])
        default: self.init(.internalError, ["type": "\(type(of: error))"])
        }
    }

    static func notRead(_ part: String, _ error: StoreError) -> WireError {
        WireError(.notRead, ["part": part, "problem": "\(error)"])
    }

    static func tooManyRolls(_ limit: Int) -> WireError {
        WireError(.rollsOfTurn, ["limit": limit, "most": Limits.valuesPerTurn])
    }

    static func tooManyConnections(_ name: String) -> WireError {
        WireError(
            .connectionsOfUser,
            ["name": name, "limit": Limits.connectionsPerUser]
        )
    }

    static func belongs(_ table: TableName, to owner: String?) -> WireError {
        WireError(
            owner == nil ? .tableOfDaemon : .tableOfAnother,
            ["table": table, "owner": owner]
        )
    }

    static func belongs(_ roll: RollName, to owner: String?) -> WireError {
        WireError(
            owner == nil ? .savedRollOfDaemon : .savedRollOfAnother,
            ["name": roll, "owner": owner]
        )
    }

    static func noSavedRoll(_ name: RollName, param: String) -> WireError {
        WireError(.noSavedRoll, ["name": name, "param": param])
    }
}

extension DiceError {
    /// The cause, as clients receive it.
    var cause: Cause {
        switch self {
        case .busy: .busy
        case .dieAnimating: .dieAnimating
        case .allLocked: .allLocked
        case .nothingRolled: .nothingRolled
        case .rollAllFirst: .rollAllFirst
        case .freeDiceOmitted: .freeDiceOmitted
        case .noSuchDie: .noSuchDie
        case .dieLocked: .dieLocked
        case .notYourTurn: .notYourTurn
        case .noRollsLeft: .noRollsLeft
        case .turnOpen: .turnOpen
        case .game(let refusal): refusal.cause
        case .matchInProgress: .matchInProgress
        case .fixedByGame: .fixedByGame
        case .noneLocked: .noneLocked
        case .locksStay: .locksStay
        case .locksDoNotScore: .locksDoNotScore
        case .noBoxes: .noBoxes
        case .noBoxToCorrect: .noBoxToCorrect
        case .noTurnToCorrect: .noTurnToCorrect
        case .rolledSince: .rolledSince
        case .correctedTooOften: .correctedTooOften
        case .noOtherBox: .noOtherBox
        case .matchGoesOn: .matchOfOwner
        case .contradicts: .tableDamaged
        case .notYourTurnToCorrect: .turnOfAnother
        case .wrongFaces: .wrongFaces
        case .facesMissing: .facesMissing
        case .noRealDice: .noRealDice
        case .nothingToReplace: .nothingToReplace
        case .noGame: .noGame
        case .noSuchPlayer: .noSuchPlayer
        case .lastPlayer: .lastPlayer
        case .rolledInTurn: .rolledInTurn
        case .restOfAnother: .restOfAnother
        case .restEndsMatch: .restEndsMatch
        case .absenceOfAnother: .absenceOfAnother
        case .notAway: .notAway
        case .playersOfHost: .playersOfHost
        }
    }

    /// The values of the cause's sentence.
    fileprivate var values: CauseValues {
        switch self {
        case .dieAnimating(let dice), .rollAllFirst(let dice), .freeDiceOmitted(let dice),
            .noSuchDie(let dice), .dieLocked(let dice):
            ["dice": dice]
        case .contradicts(let settings, let table):
            ["table": table, "settings": settings.map(\.rawValue)]
        case .notYourTurn(let player): ["up": player]
        case .notYourTurnToCorrect(let player): ["player": player]
        case .noSuchPlayer(let player, let players):
            ["player": player, "players": players, "param": "player"]
        case .lastPlayer(let player): ["player": player, "param": "player"]
        case .rolledInTurn(let player), .restOfAnother(let player), .restEndsMatch(let player),
            .absenceOfAnother(let player), .notAway(let player):
            ["player": player]
        case .noRollsLeft(let limit): ["limit": limit]
        case .correctedTooOften: ["most": Limits.corrections]
        case .wrongFaces(let sides), .facesMissing(let sides): ["expected": Self.ranges(sides)]
        case .noRealDice, .nothingToReplace: ["expected": [String]()]
        case .game(.boxNeeded(let options)), .game(.boxNotAllowed(let options)):
            ["options": options]
        case .game(.noScore(let minimum)), .game(.belowBankMinimum(let minimum)):
            ["minimum": minimum]
        default: [:]
        }
    }

    /// Describes the range of each face. Long lists are run-length encoded: `1001 x 1 to 6`.
    private static func ranges(_ sides: [Int]) -> [String] {
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
}

extension Match.Refusal {
    fileprivate var cause: Cause {
        switch self {
        case .over: .gameOver
        case .boxNeeded: .boxNeeded
        case .noSuchBox: .noSuchBox
        case .boxTaken: .boxTaken
        case .boxNotAllowed: .boxNotAllowed
        case .noScore(0): .noneLocked
        case .noScore: .belowMinimum
        case .belowBankMinimum: .belowBankMinimum
        }
    }
}
