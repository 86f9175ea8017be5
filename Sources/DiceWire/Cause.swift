/// The reason why a request is refused: `data.cause`, a finer word than the error code's.
///
/// Each cause has one row, which is the only place that words the refusal. Clients that word
/// refusals themselves, in another language or with commands of their own, do so by cause, with the
/// values that the row's placeholders name.
public enum Cause: String, Sendable, Hashable, CaseIterable {
    // Lines, requests and params
    case notUTF8, notJSON
    case emptyBatch, notObject, invalidMember, lineTooLong
    case methodNotFound, methodNotOfLinks
    case paramsInOrder, unknownParam, takesNoParams, missingParam, invalidParam
    case noDiceNamed, neitherDiceNorGame, diceOfGame, invalidFace
    case noDestination, severalDestinations, forceWithoutPath
    case noSuchEntry, otherChain
    case nameIsNotation, noSavedRoll, noExpression, expressionAndSaved
    case hostNeedsOneName, overlayOnlyWatches, hostSeesEveryTable
    case internalError, notImplemented
    case unsupportedProtocol
    case shuttingDown
    // Tables and their dice
    case tableNotFound, tableExists, nameReadOtherwise
    case busy, dieAnimating, allLocked, nothingRolled, noSuchDie, dieLocked, rollAllFirst
    case notYourTurn, noRollsLeft, turnOpen, commitmentChanged
    case wrongFaces, facesMissing, noRealDice, nothingToReplace
    case badExpression, otherForm, secretForm
    // Games
    case noGame, gameOver, badGame, noSuchGame, gameTooLarge
    case matchInProgress, fixedByGame, entryOfMatch, entryOfLastTurn
    case boxNeeded, boxTaken, noSuchBox, noBoxes, boxNotAllowed
    case noneLocked, locksStay, locksDoNotScore, belowMinimum, belowBankMinimum
    case freeDiceOmitted
    case noBoxToCorrect, noTurnToCorrect, rolledSince, correctedTooOften, noOtherBox
    case noSuchPlayer, lastPlayer, rolledInTurn
    // Permissions
    case watchesOnly, anonymous, confined, actsOnlyAs, administratorOnly
    case tableOfAnother, tableOfDaemon, savedRollOfAnother, savedRollOfDaemon
    case savedRollOfEveryone
    case throwOfAnother, noThrowToShow, turnOfAnother, matchOfOwner, notPlaying
    case restOfAnother, restEndsMatch, absenceOfAnother, notAway, playersOfHost
    case correctionByBot
    case hostInvitesHost
    // Bots of a host's page
    case botsOfPage, botNotStarted
    // Contributions
    case nothingToReveal, revealedLate, otherSecret
    // Storage
    case storeFailed, notRead, tableDamaged, storedLater, linksNotWritten
    case backupRuns, backupCancelled, backupFailed, backupDamaged
    // Limits
    case diceOfTable, sidesOfDie, rollsOfTurn, facesOfTable
    case tooManyBytes, tooManyCharacters, tooManyMarks
    case notationLimit, notationLength
    case tablesOfDaemon, tablesOfUser
    case savedRollsOfDaemon, savedRollsOfUser, savedBytesOfDaemon, savedBytesOfUser
    case diceInFlight, diceOfUser, thrownByUser, thrownByConnection
    case throwsOfUser, growingThrowsOfUser
    case facesInFlight, largestThrow, storedPerSecond, quota
    case contributors, contributionsOfName, connectionsOfUser, askingNames
    case statisticsTooLarge, batchTooLarge, repliesTooLarge, linkTooLong
}

extension Cause {
    /// A cause's code and its sentence in two parts, in lower case without a full stop.
    ///
    /// `{name}` is replaced by a value, `{name:one|many}` by the form that goes with a number or a
    /// list.
    struct Row: Sendable {
        let code: ErrorCode
        /// The exceeded limit, if the code is `limitExceeded` and the cause has only one.
        var limit: ExceededLimit?
        let what: String
        let advice: String

        init(_ code: ErrorCode, _ what: String, _ advice: String) {
            self.code = code
            self.what = what
            self.advice = advice
        }

        init(_ limit: ExceededLimit, _ what: String, _ advice: String) {
            self.init(.limitExceeded, what, advice)
            self.limit = limit
        }
    }

    /// The error code, which several causes may share.
    public var code: ErrorCode { row.code }

    /// The name of the error: the code's, except for a line that is too long.
    var reason: String { self == .lineTooLong ? rawValue : code.reason }

    /// Returns the whole sentence; `nil` if a value is missing.
    func sentence(_ values: CauseValues) -> String? {
        values.filling("\(row.what); \(row.advice)")
    }

    /// Returns what is wrong; `nil` if a value is missing.
    public func what(_ values: CauseValues) -> String? {
        values.filling(row.what)
    }

    /// Returns what any client can do; `nil` if a value is missing.
    public func advice(_ values: CauseValues) -> String? {
        values.filling(row.advice)
    }

    /// The names of the values that the sentence contains, in order.
    public var values: [String] {
        var names: [String] = []
        let parts = (row.what + row.advice).split(separator: "{", omittingEmptySubsequences: false)
        for part in parts.dropFirst() {
            let name = String(part.prefix(while: \.isLetter))
            if !names.contains(name) {
                names.append(name)
            }
        }
        return names
    }
}
