/// A fault in an entry of a history.
public struct Finding: Error, Sendable, Hashable, CustomStringConvertible {
    public var entry: EntryName
    public var reason: Reason
    /// A sentence without its subject and its full stop.
    public var sentence: String

    public init(_ entry: EntryName, _ reason: Reason, _ sentence: String) {
        self.entry = entry
        self.reason = reason
        self.sentence = sentence
    }

    public var description: String {
        "\(entry)\(entry.kind == .entry ? "" : place): \(sentence)"
    }

    private var place: String { entry.id.map { " (entry \($0))" } ?? "" }

    /// The guard that failed. Each reason is used in one place.
    public enum Reason: String, Sendable, Hashable, CaseIterable {
        // The form of an entry.
        case notOfHistory, unknownKind, unknownEdition, kindDiffers, enteredDiffers,
            falseFlag,
            hiddenOther
        case hiddenTold, controlCharacter, withoutCommitment, malformedCommitment,
            missingChain,
            malformedChain
        case missingDigest, malformedDigest, needlessDigest
        case correctionEdition, restEdition, restState

        // The position of an entry among the others.
        case idOrder, lowerEdition, missingEdition, repeatedTurn, turnOrder,
            unseededTurn,
            unseededThrow
        case missingTurn, repeatedThrow, missingThrows, missingThrow, correctedTurn,
            wrongDigest,
            brokenChain

        // The seed and the contributions.
        case malformedSeed, otherSeed, enteredWithEntropy, malformedEntropy,
            seededEntropy,
            malformedReveal

        // Rolls and dice.
        case rollNumber, noRoll, lastValue, dieNumber, impossibleDie, turnTotal,
            valueCount,
            unknownOutcome
        case notFull, fullWithScore, tooManyRolls, needlessReason, voidReveals,
            voidBlamesNobody,
            voidBlames
        case voidReason, rolledNothing, rolledOrder, keptChanges, partlyEntered,
            impossibleEntered,
            faceOfRoll
        case botUnnamed, falseRollFlag

        // Throws.
        case unreadableExpression, throwOutcome, throwContributors, throwReason,
            faceOfThrow
        case throwFails, throwTotal, throwMeaning, throwMessage, throwDiceCount,
            throwDie,
            throwDieNumbers, throwText

        // Games.
        case gameWithoutScore, badGame, matchNumber, firstTurnMissing, otherMatch,
            endedByOther,
            firstRollLeavesOut
        case cannotEnd, otherScore, otherPlayers, otherWinners
        case otherDice, notCurrentPlayer, noRollsLeft, keptDieRolled, nothingKept,
            freeDieLeft,
            rollAfterLoss
        case looseDie, enteredInDrawn, drawnInEntered, handDiffers, absentWithoutScore

        // Corrections and rests.
        case noTurnToCorrect, notCorrectable, tooManyCorrections, correctedByOther,
            cannotCorrect
        case correctedScore, correctedWinners
        case restMatch, cannotRest, restWinners

        // The notes of the user.
        case otherPromise, otherLink, otherDigest, rollMissing, notContributed,
            seenRoll,
            throwWithoutEntropy
        case seenEntryMissing
    }
}
