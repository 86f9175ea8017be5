/// A turn of a match that is played again from its record, roll by roll.
public struct TurnReplay: Sendable {
    /// With the points that the turn has gathered so far.
    public private(set) var match: Match
    private var rolls = 0
    private var last: (rolled: [Int], values: [Int])?

    public init(of match: Match) {
        self.match = match
    }

    /// Why dice cannot be rolled.
    public enum Refusal: Error, Sendable, Hashable {
        /// Another player is up.
        case notUp(String)
        /// The turn has had all of its rolls.
        case noneLeft(Int)
        /// The first roll takes every die.
        case rollsNotAll
        /// The last roll did not score: the turn was lost.
        case lost
        /// A die that was kept stays where it is.
        case keptDie(Int)
        /// A bank game's turn keeps a die of each roll.
        case keepsNothing
        /// A free die is rolled, or kept where it scores.
        case leavesFreeDie
    }

    /// Who rolls, also where the roll becomes void.
    public func checkRoller(_ by: String) throws(Refusal) {
        if let player = match.sheet.player, player != by {
            throw .notUp(player)
        }
    }

    /// Takes the next roll that counts.
    ///
    /// - Parameters:
    ///   - rolled: the numbers of the dice, ascending.
    ///   - values: those of every die after it.
    public mutating func roll(_ rolled: [Int], values: [Int]) throws(Refusal) {
        let most = match.game.rollsPerTurn ?? Game.rollsOfBank
        guard rolls < most else { throw .noneLeft(most) }
        if let last {
            if let rules = match.game.bank {
                try keep(of: last, rolling: rolled, rules)
            }
        } else {
            guard rolled.count == match.game.dice.count else { throw .rollsNotAll }
        }
        rolls += 1
        last = (rolled, values)
    }

    /// Gathers what was kept of the last roll. It is what the next one leaves alone; once all dice
    /// have scored, all are rolled again.
    private mutating func keep(
        of last: (rolled: [Int], values: [Int]),
        rolling rolled: [Int],
        _ rules: BankRules
    ) throws(Refusal) {
        let faces = last.rolled.map { last.values[$0 - 1] }
        guard rules.scores(anyOf: faces) else { throw .lost }
        let numbers = 1...match.game.dice.count
        if rolled.count == numbers.count, rules.score(all: faces) != nil {
            return match.gather(faces, kept: [])
        }
        if let kept = rolled.first(where: { !last.rolled.contains($0) }) {
            throw .keptDie(kept)
        }
        let left = last.rolled.filter { !rolled.contains($0) }
        guard !left.isEmpty else { throw .keepsNothing }
        let scoring = left.map { last.values[$0 - 1] }
        guard rules.score(all: scoring) != nil else { throw .leavesFreeDie }
        match.gather(scoring, kept: numbers.filter { !rolled.contains($0) })
    }

    /// Ends the turn, as `Match.end` and `Match.bank` do.
    ///
    /// - Parameters:
    ///   - box: nil if there is no choice, and in a bank game.
    ///   - locked: whether each die was locked at the end.
    ///   - absent: whether its player was away: the turn ends in the first option, or is lost.
    public mutating func end(_ box: String?, locked: [Bool], absent: Bool = false)
        throws(Match
        .Refusal) -> Match.Score
    {
        guard let last else { throw .noScore(least: 0) }
        guard let rules = match.game.bank else {
            let first =
                absent ? match.options(last.values, roll: rolls).first?.box : nil
            return try match.end(first ?? box, faces: last.values, roll: rolls)
        }
        func faces(_ areLocked: Bool) -> [Int] {
            last.rolled.filter { locked[$0 - 1] == areLocked }.map {
                last.values[$0 - 1]
            }
        }
        let isLost =
            absent || !rules.scores(anyOf: last.rolled.map { last.values[$0 - 1] })
        return try match.bank(
            isLost ? nil : faces(true),
            others: faces(false),
            mayRoll: rolls < match.game.rollsPerTurn ?? Game.rollsOfBank
        )
    }

    /// The first die of a bank game that was neither rolled last nor is locked, as kept dice are.
    public func dieLeftLoose(locked: [Bool]) -> Int? {
        guard match.game.bank != nil, let last else { return nil }
        return (1...locked.count).first { !locked[$0 - 1] && !last.rolled.contains($0) }
    }
}
