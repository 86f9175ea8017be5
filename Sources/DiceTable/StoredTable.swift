public import DiceGames
public import DiceModel
public import DiceProof

/// A table as it is stored, without the rolls of its open turn, which the store keeps one by one.
public struct StoredTable: Sendable, Hashable {
    public var name: TableName
    public var turn: Int
    /// How many rolls the open turn has, void ones among them.
    public var rollCount: Int
    /// The void rolls of the open turn, as their records tell.
    public var voids: VoidRolls
    /// Whether the open turn goes on with the locks of a full one.
    public var goesOn: Bool
    /// That of the open turn's entry, if it has a seed.
    public var edition: Int
    public var rules: TurnRules
    /// Who made the last roll of the open turn, as its records tell; nil before the first.
    public var lastRoller: String?
    /// How many throws there have been.
    public var throwCount: Int
    /// Who made it, on a daemon that several users share; never changed.
    public var owner: String?
    /// The seed of the open turn; nil if it had rolls before there were seeds.
    public var seed: CommittedSeed?
    /// The seed of the next throw.
    public var throwSeed: CommittedSeed?
    /// What it is played for; nil for nothing.
    public var match: Match?
    /// In table order.
    public var dice: [TurnDie]

    public init(
        name: TableName, turn: Int, rollCount: Int, voids: VoidRolls = VoidRolls(), goesOn: Bool = false,
        edition: Int = Edition.current, rules: TurnRules = TurnRules(), lastRoller: String? = nil,
        throwCount: Int = 0, owner: String? = nil, seed: CommittedSeed? = nil, throwSeed: CommittedSeed? = nil,
        match: Match? = nil, dice: [TurnDie]
    ) {
        (self.goesOn, self.edition) = (goesOn, edition)
        (self.seed, self.throwSeed, self.owner, self.throwCount) = (seed, throwSeed, owner, throwCount)
        (self.name, self.turn, self.rollCount, self.rules) = (name, turn, rollCount, rules)
        (self.lastRoller, self.match, self.dice, self.voids) = (lastRoller, match, dice, voids)
    }

    /// A table nobody has rolled yet: every die shows 1.
    public init(new name: TableName, sides: [Int], owner: String? = nil, seeds: SeedSource = .kernel) {
        self.init(
            name: name, turn: 1, rollCount: 0, owner: owner, seed: seeds.seed(table: name.description, turn: 1),
            throwSeed: seeds.seed(table: name.description, throw: 1), dice: Self.newDice(sides))
    }

    /// How many rolls of the open turn have moved dice. What rules say of rolls is said of these.
    public var rollsMade: Int { rollCount - voids.count }

    /// Whether the next roll takes every die, and no lock changes before it: nobody starts from the dice of another turn.
    var mustRollAll: Bool {
        rollsMade == 0 && !goesOn && (!rules.players.isEmpty || rules.rollsPerTurn != nil || match != nil)
    }

    /// Unlocks every die if the next roll takes every one.
    mutating func unlockIfAllMustRoll() {
        if mustRollAll { for index in dice.indices { dice[index].locked = false } }
    }

    static func newDice(_ sides: [Int]) -> [TurnDie] {
        sides.enumerated().map { TurnDie(die: $0 + 1, sides: $1, value: 1, locked: false) }
    }
}

/// What is known of a stored table without its dice.
public struct StoredSummary: Sendable, Hashable {
    public var name: TableName
    public var turn: Int
    /// How many rolls the open turn has.
    public var rollCount: Int
    public var diceCount: Int
    /// Who made it, on a daemon that several users share.
    public var owner: String?

    public init(name: TableName, turn: Int, rollCount: Int, diceCount: Int, owner: String? = nil) {
        (self.owner, self.name, self.turn, self.rollCount, self.diceCount) = (owner, name, turn, rollCount, diceCount)
    }
}

/// The faces rolled at a table, as they are stored: those of dice in flight among them.
public struct StoredFaces: Sendable, Hashable {
    /// The faces of the turns that have ended.
    public var ended: FaceTally
    /// The number of the open turn.
    public var turn: Int
    /// The sides of each die of the table; they stay the same while the open turn has rolls.
    public var sides: [Int]
    /// The rolls of the open turn.
    public var open: [RollRecord]

    public init(ended: FaceTally, turn: Int, sides: [Int], open: [RollRecord]) {
        (self.ended, self.turn, self.sides, self.open) = (ended, turn, sides, open)
    }

    /// All together, without the rolls of the open turn for which `isSettled` does not hold.
    public func tally(_ isSettled: (RollRecord) -> Bool) -> FaceTally {
        open.reduce(into: ended) { if isSettled($1) { $0.add($1, sides: sides) } }
    }
}

/// A throw as it is stored while it is open.
public struct StoredThrow: Sendable, Hashable {
    public var result: ThrowResult
    /// What strangers are told of a secret throw; nil for any other.
    public var ghost: ThrowResult?
    /// The sides of the dice that the faces were drawn from, one number for each die.
    public var sides: [Int]
    /// What they follow from; nil if nobody can check it.
    public var seed: CommittedSeed?
    /// The seed of the throw after it.
    public var nextSeed: CommittedSeed

    public init(
        result: ThrowResult, ghost: ThrowResult? = nil, sides: [Int], seed: CommittedSeed?, nextSeed: CommittedSeed
    ) {
        self.ghost = ghost
        (self.result, self.sides, self.seed, self.nextSeed) = (result, sides, seed, nextSeed)
    }

    /// The sides and the face of each draw, one after the other.
    public var draws: [Int] { zip(sides, result.faces ?? []).flatMap { [$0, $1] } }
}
