/// A replay of a turn of a match from its record, roll by roll.
public struct TurnReplay: Sendable {
    /// The match, with the points of the turn so far.
    public private(set) var match: Match
    private var rolls = 0
    private var last: (rolled: [Int], values: [Int])?

    public init(of match: Match) {
        self.match = match
    }

    /// The reason why dice cannot be rolled.
    public enum Refusal: Error, Sendable, Hashable {
        /// Another player is up.
        case notUp(String)
        /// The turn has used all of its rolls.
        case noneLeft(Int)
        /// The first roll takes every die.
        case rollsNotAll
        /// The last roll did not score: the turn was lost.
        case lost
        /// A kept die must not move.
        case heldDie(Int)
        /// A bank game's turn must keep a die of each roll.
        case keepsNothing
        /// A free die must be rolled, or kept if it scores.
        case leavesFreeDie
    }

    /// Checks that the roller is up; void rolls are checked too.
    public func checkRoller(_ by: String) throws(Refusal) {
        if let player = match.sheet.player, player != by {
            throw .notUp(player)
        }
    }

    /// Replays the next roll that is not void.
    ///
    /// - Parameters:
    ///   - rolled: The numbers of the dice, ascending.
    ///   - values: The value of every die after the roll.
    public mutating func roll(_ rolled: [Int], values: [Int]) throws(Refusal) {
        let maximum = match.game.rollsPerTurn ?? Game.rollsOfBank
        guard rolls < maximum else { throw .noneLeft(maximum) }
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

    /// Adds the dice kept from the last roll to the turn's points. The kept dice are the dice that
    /// the next roll omits; when all dice have scored, all are rolled again.
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
            throw .heldDie(kept)
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
    ///   - box: The box; `nil` if there is only one choice, and in a bank game.
    ///   - locked: True for each die that was locked at the end.
    ///   - absent: True if the player was away: the turn then ends in the first option, or is lost.
    public mutating func end(_ box: String?, locked: [Bool], absent: Bool = false)
        throws(Match
        .Refusal) -> Match.Score
    {
        guard let last else { throw .noScore(minimum: 0) }
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

    /// Returns the number of the first die of a bank game that was neither rolled last nor is
    /// locked, although every kept die must be locked.
    public func dieLeftLoose(locked: [Bool]) -> Int? {
        guard match.game.bank != nil, let last else { return nil }
        return (1...locked.count).first { !locked[$0 - 1] && !last.rolled.contains($0) }
    }
}
