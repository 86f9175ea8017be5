import DiceGames
import DiceModel
import DiceTable
import DiceWire
import Testing

@testable import DiceServer

/// People read the part of a refusal before the semicolon; the rest is for programs.
struct RefusalWordsTests {
    private static let errors: [WireError] =
        ([
            .busy, .dieAnimating([1]), .allLocked, .nothingRolled, .rollAllFirst([2]),
            .notYourTurn("ann"),
            .noRollsLeft(3), .turnOpen, .gameOpen, .noGame, .noSuchDie([9]),
            .dieLocked([1, 2]),
            .game(.over),
            .game(.boxNeeded([])), .game(.noSuchBox), .game(.boxTaken),
            .game(.boxNotAllowed([])),
            .game(.noScore(minimum: 0)), .game(.noScore(minimum: 500)),
            .freeDiceOmitted([3, 4]),
        ] as [DiceError]).map { WireError($0) } + [
            .tableExists(.default), .shuttingDown, .tooManyDiceInFlight(9),
            .commitmentChanged(to: nil),
            .tooManyFaces(9), .tooManySavedRolls, .savedRollsTooLarge,
        ]

    @Test("the first part of a refusal avoids terms of the protocol", arguments: errors)
    func whatIsWrongIsForPeople(_ error: WireError) {
        let what = error.message.split(separator: "; ")[0]
        let methods = MethodTable.daemon.methods.map(\.name).filter { $0.contains(".") }
        for word in methods + ["restart", "param", "entropy"] {
            #expect(!what.contains(word), "\(what)")
        }
    }
}
