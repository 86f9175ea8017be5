package import DiceGames
package import DiceModel
package import DiceProof

/// A table as it is stored, without the rolls of its open turn, which the store keeps one by one.
package struct StoredTable: Sendable, Hashable {
    package var name: TableName
    package var turn: Int
    /// How many rolls the open turn has, void ones among them.
    package var rollCount: Int
    /// The void rolls of the open turn, as their records tell.
    package var voids: VoidRolls
    /// Whether the open turn goes on with the locks of a full one.
    package var goesOn: Bool
    /// That of the open turn's entry, if it has a seed.
    package var edition: Int
    package var settings: TableSettings
    /// Who made the last roll of the open turn, as its records tell; nil before the first.
    package var lastRoller: String?
    /// How many throws there have been.
    package var throwCount: Int
    /// Who made it, on a daemon that several users share; never changed.
    package var owner: String?
    /// The seed of the open turn; nil if it had rolls before there were seeds.
    package var seed: CommittedSeed?
    /// The seed of the next throw.
    package var throwSeed: CommittedSeed?
    /// What it is played for; nil for nothing.
    package var match: Match?
    /// In table order.
    package var dice: [TurnDie]
    /// Its oldest entries, if they were archived and pruned. Saving the table does not change it.
    package var archived: Archived?
    /// The settings in which the store differs from the open match: the table is damaged, and its
    /// turns are refused.
    package var contradictions: [MatchStart.Setting] = []

    package init(
        name: TableName,
        turn: Int,
        rollCount: Int,
        voids: VoidRolls = VoidRolls(),
        goesOn: Bool = false,
        edition: Int = Edition.current,
        settings: TableSettings = TableSettings(),
        lastRoller: String? = nil,
        throwCount: Int = 0,
        owner: String? = nil,
        seed: CommittedSeed? = nil,
        throwSeed: CommittedSeed? = nil,
        match: Match? = nil,
        dice: [TurnDie],
        archived: Archived? = nil
    ) {
        self.archived = archived
        self.goesOn = goesOn
        self.edition = edition
        self.seed = seed
        self.throwSeed = throwSeed
        self.owner = owner
        self.throwCount = throwCount
        self.name = name
        self.turn = turn
        self.rollCount = rollCount
        self.settings = settings
        self.lastRoller = lastRoller
        self.match = match
        self.dice = dice
        self.voids = voids
    }

    /// A table nobody has rolled yet: every die shows 1.
    package init(
        new name: TableName,
        sides: [DieShape],
        owner: String? = nil,
        seeds: SeedSource = .kernel
    ) {
        self.init(
            name: name,
            turn: 1,
            rollCount: 0,
            owner: owner,
            seed: seeds.seed(table: name.description, turn: 1),
            throwSeed: seeds.seed(table: name.description, throw: 1),
            dice: Self.newDice(sides)
        )
    }

    /// How many rolls of the open turn have moved dice. What rules say of rolls is said of these.
    package var rollsMade: Int { rollCount - voids.count }

    /// Whether the next roll takes every die, and no lock changes before it: nobody starts from the
    /// dice of another turn.
    var mustRollAll: Bool {
        rollsMade == 0 && !goesOn && (settings.hasRules || match != nil)
    }

    /// Unlocks every die if the next roll takes every one.
    mutating func unlockIfAllMustRoll() {
        if mustRollAll {
            for index in dice.indices {
                dice[index].locked = false
            }
        }
    }

    static func newDice(_ shapes: [DieShape]) -> [TurnDie] {
        shapes.enumerated().map {
            TurnDie(
                die: $0 + 1,
                sides: $1.sides,
                value: 1,
                locked: false,
                faces: $1.faces
            )
        }
    }
}

/// What is known of a stored table without its dice.
package struct StoredSummary: Sendable, Hashable {
    package var name: TableName
    package var turn: Int
    /// How many rolls the open turn has.
    package var rollCount: Int
    package var diceCount: Int
    /// Who made it, on a daemon that several users share.
    package var owner: String?

    package init(
        name: TableName,
        turn: Int,
        rollCount: Int,
        diceCount: Int,
        owner: String? = nil
    ) {
        self.owner = owner
        self.name = name
        self.turn = turn
        self.rollCount = rollCount
        self.diceCount = diceCount
    }
}

/// The faces rolled at a table, as they are stored: those of dice in flight among them.
package struct StoredFaces: Sendable, Hashable {
    /// The faces of the turns that have ended.
    package var ended: FaceTally
    /// The number of the open turn.
    package var turn: Int
    /// The sides of each die of the table, 0 of one that is not counted; they stay the same while
    /// the open turn has rolls.
    package var sides: [Int]
    /// The rolls of the open turn.
    package var open: [RollRecord]

    package init(ended: FaceTally, turn: Int, sides: [Int], open: [RollRecord]) {
        self.ended = ended
        self.turn = turn
        self.sides = sides
        self.open = open
    }

    /// Counts all faces, without the rolls of the open turn for which `isSettled` does not hold.
    package func tally(_ isSettled: (RollRecord) -> Bool) -> FaceTally {
        open.reduce(into: ended) { if isSettled($1) { $0.add($1, sides: sides) } }
    }
}
