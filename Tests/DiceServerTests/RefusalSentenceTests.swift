import DiceGames
import DiceModel
import DiceTable
import DiceWire
import Testing

@testable import DiceServer

@Suite("Refusals of a table")
struct RefusalSentenceTests {
    private static let options = [BoxOption("ones", 3), BoxOption("chance", 20)]

    private static let errors: [DiceError] = [
        .busy, .dieAnimating([1]), .allLocked, .nothingRolled, .rollAllFirst([3]),
        .freeDiceOmitted([2, 4]), .noSuchDie([7]), .dieLocked([1, 3]), .notYourTurn("ann"),
        .noRollsLeft(3), .turnOpen, .game(.over), .game(.boxNeeded(options)),
        .game(.noSuchBox), .game(.boxTaken), .game(.boxNotAllowed(options)),
        .game(.noScore(minimum: 0)), .game(.noScore(minimum: 500)),
        .game(.belowBankMinimum(300)), .matchInProgress,
        .fixedByGame, .noneLocked, .locksStay, .locksDoNotScore, .noBoxes, .noBoxToCorrect,
        .noTurnToCorrect, .rolledSince, .correctedTooOften, .notYourTurnToCorrect("ann"),
        .wrongFaces(sides: [6, 20]), .facesMissing(sides: [6]), .noRealDice, .noGame,
        .noOtherBox, .matchGoesOn, .contradicts([.dice], at: .default),
    ]

    @Test("each has its cause, with the values of its sentence", arguments: errors)
    func values(_ error: DiceError) throws {
        let refusal = WireError(error)
        let values = try #require(refusal.data.values)
        #expect(refusal.cause == error.cause)
        #expect(error.cause.what(values) != nil && error.cause.advice(values) != nil)
    }
}
