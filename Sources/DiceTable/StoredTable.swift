public import DiceModel
public import DiceProof

/// A die as it is stored: the seeds' persisted properties. Animation state has no place here.
public struct StoredDie: Sendable, Hashable, Codable {
    public var sides: Int
    /// The face at rest: of a die that animates, the face already drawn.
    public var value: Int
    public var locked: Bool

    public init(sides: Int, value: Int, locked: Bool) {
        self.sides = sides
        self.value = value
        self.locked = locked
    }

    /// Nobody has rolled it yet: it shows 1.
    init(newWithSides sides: Int) { self.init(sides: sides, value: 1, locked: false) }
}

/// A table as it is stored, less the rolls of its open turn, which the store keeps one by one.
public struct StoredTable: Sendable, Hashable {
    public var name: TableName
    public var turn: Int
    /// How many rolls the open turn has.
    public var rollCount: Int
    public var rules: TurnRules
    /// Who rolled last in the open turn, as its rolls tell; nil before the first.
    public var lastRoller: String?
    /// How many throws there have been.
    public var throwCount: Int
    /// Who made it, on a daemon that several users share; never changed.
    public var owner: String?
    /// Of the open turn; nil where it had rolls before there were seeds.
    public var seed: CommittedSeed?
    /// Of the next throw.
    public var throwSeed: CommittedSeed?
    /// In table order.
    public var dice: [StoredDie]

    public init(
        name: TableName, turn: Int, rollCount: Int, rules: TurnRules = TurnRules(), lastRoller: String? = nil,
        throwCount: Int = 0, owner: String? = nil, seed: CommittedSeed? = nil, throwSeed: CommittedSeed? = nil,
        dice: [StoredDie]
    ) {
        self.seed = seed
        self.throwSeed = throwSeed
        self.owner = owner
        self.throwCount = throwCount
        self.name = name
        self.turn = turn
        self.rollCount = rollCount
        self.rules = rules
        self.lastRoller = lastRoller
        self.dice = dice
    }

    /// A table nobody has rolled yet: every die shows 1.
    public init(new name: TableName, sides: [Int], owner: String? = nil, seeds: SeedSource = .kernel) {
        self.init(
            name: name, turn: 1, rollCount: 0, owner: owner, seed: seeds.seed(table: name.description, turn: 1),
            throwSeed: seeds.seed(table: name.description, throw: 1), dice: sides.map(StoredDie.init(newWithSides:)))
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
        self.owner = owner
        self.name = name
        self.turn = turn
        self.rollCount = rollCount
        self.diceCount = diceCount
    }
}
