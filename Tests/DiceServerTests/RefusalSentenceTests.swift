import DiceGames
import DiceModel
import DiceNotation
import DiceTable
import DiceTestSupport
import DiceWire
import Testing

@testable import DiceServer

/// The daemon's sentences, all checked in one place; other tests compare reasons and data.
@Suite("Sentences of refusals")
struct RefusalSentenceTests {
    /// What an error's sentence must not have: private idioms, and several that are not English.
    private static let rejected = [
        "stands in", "stands behind", "stands for", "behind the", "behind `", "is none",
        "are none", "of one's own", "is told", "is let in", "is waited for",
        "brings", "goes on", "go on", "nobody", "somebody", "everybody", "whoever", "whom",
        "whose turn", "so many", "so often", "until when", "elsewhere", "is left out",
        "in the place of", "ask there", "see to", "made a mistake", "taken back",
        "means nothing", "is missing in front",
    ]

    /// Returns the first fault in a sentence; `nil` if there is none.
    private static func fault(of sentence: String) -> String? {
        guard let first = sentence.first, let last = sentence.last else { return "is empty" }
        if first.isUppercase {
            return "begins with a capital"
        }
        if ".!".contains(last) {
            return "ends with a full stop"
        }
        return rejected.first { sentence.lowercased().contains($0) }.map { "has \"\($0)\"" }
    }

    private static let table = TableName.default
    private static let storeError = StoreError(.unavailable, "/s/diced.sqlite is closed")
    private static let options = [BoxOption("ones", 3), BoxOption("chance", 20)]

    private static let ofDice: [DiceError] = [
        .busy, .dieAnimating([1]), .dieAnimating([1, 2]), .allLocked, .nothingRolled,
        .rollAllFirst([3]), .freeDiceOmitted([2, 4]), .noSuchDie([7]), .dieLocked([1]),
        .dieLocked([1, 3]), .notYourTurn("ann"), .noRollsLeft(1), .noRollsLeft(3), .turnOpen,
        .game(.over), .game(.boxNeeded(options)), .game(.noSuchBox), .game(.boxTaken),
        .game(.boxNotAllowed(options)), .game(.noScore(minimum: 0)),
        .game(.noScore(minimum: 500)), .gameOpen, .nothingToCorrect,
        .notYourTurnToCorrect("ann"), .wrongFaces(sides: []), .wrongFaces(sides: [6, 6]),
        .noGame, .matchGoesOn, .contradicts([.dice], at: table),
    ]

    private static let ofDaemon: [WireError] = [
        .tableExists(table), .tableNotFound(table), .noDiceNamed,
        .notRead("the history", storeError), .noHandler,
        .shuttingDown, .tooManyDiceInFlight(20_000),
        .tooManyDiceInFlight(5_000, of: "one user"), .tooManyThrowsInFlight(8, "throws"),
        .tooManyFacesInFlight(1_000, 2_000), .throwTooLarge(9), .tooMuchThrown(retryAfter: 5),
        .commitmentChanged(to: nil), .tooManyConnections("ann"), .tooManyTables(of: "ann"),
        .quotaReached(1_000), .belongs(table, to: "ann"), .belongs(table, to: nil),
        .mayNotCancel("ann"), .onlyForAdministrator, .tooManyRolls(9),
        .tooManyFaces(9), .backupRuns, .batchTooLarge, .tooManySavedRollsOfUser,
        .tooManySavedRolls, .savedRollsOfUserTooLarge, .savedRollsTooLarge,
        .tooManyContributors, .tooManyContributions(of: "ann"),
        .contributorIsNoPlayer("ann"), .nothingToReveal, .tooLate, .otherSecret,
        WireError(storeError), WireError(CancellationError()),
    ]

    private static let texts = [
        "", "3d", "2d6 +", "4d6d1", "(2d6", "2d6)", "1d6/0", "1d1!", "2d6>=7", "2d6+3>=10",
        "d20 vs 3d6", "2d6=>7", "6x", "{2d6,}", "4d6 advantage", "2d6 fire", "d{a}",
        "d{hit,", "2d[boost]", "1d20;1d4", "max()", "2d6!!!p", "99999d6", "1d6!o0", "5.", ".5",
    ]

    @Test("each error code has a summary in lower case without a full stop")
    func summaries() {
        for code in ErrorCode.allCases {
            #expect(Self.fault(of: code.summary) == nil, "\(code.summary)")
        }
        let distinct = Set(ErrorCode.allCases.map(\.summary))
        #expect(distinct.count == ErrorCode.allCases.count)
    }

    @Test("each refusal has a sentence in lower case without a full stop")
    func refusals() {
        for error in Self.ofDice.map(WireError.init) + Self.ofDaemon {
            #expect(Self.fault(of: error.message) == nil, "\(error.message)")
            #expect(error.known != nil)
        }
    }

    @Test("each error of dice notation has a sentence in lower case without a full stop")
    func notation() {
        for text in Self.texts {
            do throws(NotationError) {
                try Expression(parsing: text).check()
            } catch {
                #expect(Self.fault(of: error.message) == nil, "\(error.message)")
            }
        }
    }

    @Test(
        "a sentence of the private dialect is found",
        arguments: ["The die is locked", "it is void.", "a label stands in brackets"]
    )
    func faults(_ sentence: String) {
        #expect(Self.fault(of: sentence) != nil)
    }
}
