import DiceNotation

/// The reason why there are no exact odds.
enum OddsError: Error {
    /// No rule covers a part of the expression.
    case noRule(OddsGap)
    /// No rule covers the part of the expression at this position.
    case noRuleAt(Range<Int>, OddsGap)
    /// The result depends on totals that are cut off: chains of explosions must be followed
    /// further.
    case cutTooEarly
    /// The expression fails for all faces.
    case invalid(NotationError)

    /// True if following explosions further cannot help.
    var isFinal: Bool {
        if case .cutTooEarly = self {
            false
        } else {
            true
        }
    }

    /// Returns the same error with the position `place`, unless the error already has the position
    /// of a smaller part.
    func placed(at place: Range<Int>) -> OddsError {
        switch self {
        case .noRule(let gap): .noRuleAt(place, gap)
        case .cutTooEarly: .noRuleAt(place, .hardlyEverReached)
        case .noRuleAt, .invalid: self
        }
    }

    /// The error in the form that users see.
    var refusal: NotationError {
        switch self {
        case .noRule, .cutTooEarly: placed(at: 0..<0).refusal
        case .noRuleAt(let place, let gap):
            NotationError(
                gap.message,
                at: place,
                expected: ["fewer dice", "other modifiers"],
                reason: .limit(.work, Work.limit)
            )
        case .invalid(let error): error
        }
    }
}

/// A kind of expression without exact odds.
enum OddsGap: Hashable {
    /// Computing the odds would take more steps or memory than the budget allows.
    case tooLarge
    case manyDice
    case manySteps
    case manyRanks
    case longChains
    case endlessRerolls
    case endlessExplosions
    case hardlyEverStops
    case hardlyEverReached
    case secondExplosion
    /// Explosions that lower the total.
    case falling
    case noEnds
    case endlessNumber
    case endlessOperand(BinaryOperator)
    case keepAfterExplosion
    case changeBetweenKeeps
    case changeAfterCount
    case unlikeFacesThatDiffer
    case moreDiceThanFaces
    case uniqueAfterOthers
    case uniqueRerolls
    case noCommonMeasure
    /// A number that does not fit, with the message of the arithmetic.
    case arithmetic(String)

    fileprivate var message: String {
        switch self {
        case .tooLarge: "exact odds of this take too much time or memory"
        default: "no exact odds of \(subject)"
        }
    }

    private var subject: String {
        switch self {
        case .tooLarge: "this"
        case .manyDice: "more dice than the \(NotationLimits.dice) of a throw"
        case .manySteps: "more steps than one evaluation may take"
        case .manyRanks: "this many ranked members"
        case .longChains:
            "dice that may be rerolled more than \(NotationLimits.chain) times in a row"
        case .endlessRerolls: "dice that reroll forever"
        case .endlessExplosions: "dice that never stop exploding"
        case .hardlyEverStops: "dice that almost never stop exploding"
        case .hardlyEverReached: "a number that exploding dice almost never reach"
        case .secondExplosion: "dice with a second `!`"
        case .falling: "exploding dice that lower the total"
        case .noEnds: "totals without bound in both directions"
        case .endlessNumber: "dice that depend on a number without bound"
        case .endlessOperand(let name):
            "totals without bound in `\(name.rawValue)`; use dice that do not explode"
        case .keepAfterExplosion:
            "a keep or drop of exploding dice; use `!!`, which keeps each one die"
        case .changeBetweenKeeps:
            "this many dice that change after one keep or drop and before the next"
        case .changeAfterCount:
            "dice that change after counting and are then kept or dropped"
        case .unlikeFacesThatDiffer: "dice that must differ, with unequally likely faces"
        case .moreDiceThanFaces: "more dice than faces that must all differ"
        case .uniqueAfterOthers:
            "`u` after other modifiers; put `u` first"
        case .uniqueRerolls: "dice that must differ and are also rerolled"
        case .noCommonMeasure:
            "several kept members whose totals have no common measure"
        case .arithmetic(let message): message
        }
    }
}
