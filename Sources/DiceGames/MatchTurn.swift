/// An open turn of a match: which dice may be locked and rolled, and how the turn ends.
public struct MatchTurn: Sendable {
    /// The match, with the points for the dice that were locked before the last roll.
    public private(set) var match: Match
    /// The number of rolls that were not void.
    private var rolls: Int
    /// The face of each die.
    private var faces: [Int]
    /// True for each locked die.
    public var locked: [Bool]

    /// Begins a turn.
    public init(of match: Match) {
        self.init(of: match, rolls: 0, faces: match.game.dice.map { _ in 1 })
    }

    /// Resumes a turn.
    ///
    /// - Parameters:
    ///   - rolls: The number of rolls that were not void.
    ///   - faces: The face of each die.
    ///   - locked: True for each locked die; by default no die is locked.
    public init(of match: Match, rolls: Int, faces: [Int], locked: [Bool]? = nil) {
        self.match = match
        self.rolls = rolls
        self.faces = faces
        self.locked = locked ?? faces.map { _ in false }
    }

    /// The reason why dice cannot be locked or rolled.
    public enum Refusal: Error, Sendable, Hashable {
        /// Another player is up.
        case notUp(String)
        /// The turn has used all of its rolls.
        case noneLeft(Int)
        /// The first roll takes every die.
        case rollsNotAll
        /// The last roll did not score: the turn was lost.
        case lost
        /// A locked die of a bank game stays locked.
        case heldDie(Int)
        /// A bank game's turn must lock a die of each roll.
        case keepsNothing
        /// A die that does not score cannot be locked.
        case doesNotScore
        /// Each unlocked die of a bank game must be rolled.
        case leavesFreeDice([Int])
    }

    private var maximumRolls: Int { match.game.rollsPerTurn ?? Game.rollsOfBank }

    /// Returns the faces that the last roll of a bank game gave to its locked, its unlocked or all
    /// of its dice.
    private func rolled(areLocked: Bool? = nil) -> [Int] {
        guard rolls > 0 else { return [] }
        return faces.indices.filter { index in
            !match.bankTurn.kept.contains(index + 1)
                && (areLocked == nil || locked[index] == areLocked)
        }
        .map { faces[$0] }
    }

    /// True if the last roll of a bank game did not score, so that the turn is lost.
    public var isLost: Bool {
        guard let rules = match.game.bank, rolls > 0, !match.isOver else { return false }
        return !rules.scores(anyOf: rolled())
    }

    /// True if all dice of a bank game have scored. They are then unlocked and rolled again.
    public var isHot: Bool {
        match.game.bank != nil && rolls > 0 && locked.allSatisfy(\.self)
    }

    /// Returns the number of the first locked die of a bank game that these locks would unlock.
    public func die(unlockedBy locks: [Bool]) -> Int? {
        guard match.game.bank != nil else { return nil }
        return locked.indices.first { locked[$0] && !locks[$0] }.map { $0 + 1 }
    }

    /// Locks these dice and unlocks the others.
    public mutating func lock(_ locks: [Bool]) throws(Refusal) {
        if let die = die(unlockedBy: locks) {
            throw .heldDie(die)
        }
        var turn = self
        turn.locked = locks
        if let rules = match.game.bank, rules.score(all: turn.rolled(areLocked: true)) == nil {
            throw .doesNotScore
        }
        self = turn
    }

    /// Throws if the turn cannot have another roll now.
    public func checkRoll() throws(Refusal) {
        guard rolls < maximumRolls else { throw .noneLeft(maximumRolls) }
        if match.game.bank != nil, rolls > 0, rolled(areLocked: true).isEmpty {
            throw .keepsNothing
        }
    }

    /// Throws if these dice cannot be rolled.
    public func checkRoll(of dice: [Int]) throws(Refusal) {
        try checkRoll()
        guard match.game.bank != nil, rolls > 0 else { return }
        let free = locked.indices.filter { !locked[$0] }.map { $0 + 1 }
        let left = free.filter { !dice.contains($0) }
        guard left.isEmpty else { throw .leavesFreeDice(left) }
    }

    /// Adds the dice of a bank game that were locked since the last roll to the turn's points, and
    /// unlocks all dice if all have scored. Every roll but the first begins with this.
    public mutating func keep() {
        guard match.game.bank != nil, rolls > 0 else { return }
        let scored = rolled(areLocked: true)
        if isHot {
            locked = locked.map { _ in false }
        }
        match.gather(scored, kept: locked.indices.filter { locked[$0] }.map { $0 + 1 })
    }

    /// Ends the turn, as `Match.end` and `Match.bank` do.
    ///
    /// - Parameters:
    ///   - box: The box; `nil` if there is only one choice, and in a bank game.
    ///   - absent: True if the player was away: the turn then ends in the first option, or is lost.
    public mutating func end(_ box: String?, absent: Bool = false) throws(Match.Refusal)
        -> Match.Score
    {
        guard rolls > 0 else { throw .noScore(minimum: 0) }
        guard match.game.bank != nil else {
            let first = absent ? match.options(faces, roll: rolls).first?.box : nil
            return try match.end(first ?? box, faces: faces, roll: rolls)
        }
        return try match.bank(
            absent || isLost ? nil : rolled(areLocked: true),
            others: rolled(areLocked: false),
            mayRoll: rolls < maximumRolls
        )
    }

    /// Returns the state of the match during the turn.
    ///
    /// - Parameter isSettled: False while dice are in flight.
    public func state(isSettled: Bool) -> GameState {
        var state = match.state
        if match.game.sheet != nil, !match.isOver, rolls > 0, isSettled {
            state.options = match.options(faces, roll: rolls)
        }
        state.turn = match.gathered(rolled(areLocked: true)) ?? state.turn
        return state
    }
}

// MARK: Records

extension MatchTurn {
    /// Checks that the roller is up; void rolls are checked too.
    public func checkRoller(_ by: String) throws(Refusal) {
        if let player = match.sheet.player, player != by {
            throw .notUp(player)
        }
    }

    /// Replays the next roll from its record, unless the roll is void. Records contain no locks:
    /// the dice that a roll omits are taken to be locked, or all dice if all have scored.
    ///
    /// - Parameters:
    ///   - dice: The numbers of the rolled dice, ascending.
    ///   - values: The value of every die after the roll.
    public mutating func replay(_ dice: [Int], values: [Int]) throws(Refusal) {
        let areAll = dice.count == faces.count
        if rolls == 0 {
            guard areAll else { throw .rollsNotAll }
        } else if let rules = match.game.bank {
            guard !isLost else { throw .lost }
            let isHot = areAll && rules.score(all: rolled()) != nil
            try lock(faces.indices.map { isHot || !dice.contains($0 + 1) })
        }
        try checkRoll(of: dice)
        keep()
        rolls += 1
        faces = values
    }
}
