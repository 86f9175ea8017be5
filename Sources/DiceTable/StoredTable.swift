package import DiceGames
package import DiceModel
package import DiceProof

/// A table's stored state, without the rolls of its open turn, which the store keeps one by one.
package struct StoredTable: Sendable, Hashable {
    package var name: TableName
    package var turn: Int
    /// The number of rolls in the open turn, including void ones.
    package var rollCount: Int
    /// The void rolls of the open turn, from their records.
    package var voids: VoidRolls
    /// True if the open turn continues with the locks of a full turn.
    package var continuesFullTurn: Bool
    /// The edition of the open turn's entry, if it has a seed.
    package var edition: Int
    package var settings: TableSettings
    /// The last roller of the open turn, from its records; `nil` before the first roll.
    package var lastRoller: String?
    /// The number of throws so far.
    package var throwCount: Int
    /// The user who created the table, on a shared daemon; never changes.
    package var owner: String?
    /// The seed of the open turn; `nil` if its rolls predate seeds.
    package var seed: CommittedSeed?
    /// The seed of the next throw.
    package var throwSeed: CommittedSeed?
    /// The match; `nil` without a game.
    package var match: Match?
    /// The dice in table order.
    package var dice: [TurnDie]
    /// The archived and pruned oldest entries, if any. Saving the table does not change it.
    package var archived: Archived?
    /// The settings on which the store and the open match disagree. If there are any such settings,
    /// the table is damaged and its turns are refused.
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
        self.continuesFullTurn = goesOn
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

    /// Creates a table without rolls; every die shows 1.
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

    /// The number of rolls in the open turn that were not void. The rules count only these.
    package var rollsMade: Int { rollCount - voids.count }

    /// True if the next roll must take every die and locks cannot change before it, so that no
    /// player starts from the dice of another turn.
    var mustRollAll: Bool {
        rollsMade == 0 && !continuesFullTurn && (settings.hasRules || match != nil)
    }

    /// Returns true if the tables differ in nothing but their throws.
    func isSame(as other: StoredTable) -> Bool {
        var other = other
        other.throwCount = throwCount
        other.throwSeed = throwSeed
        other.archived = archived
        return self == other
    }

    /// Unlocks every die if the next roll must take all.
    mutating func unlockIfAllMustRoll() {
        if mustRollAll {
            for index in dice.indices {
                dice[index].locked = false
            }
        }
    }

    /// Passes the turn to the player whom the match names, or without a match to the next one in the
    /// list; the first player follows the last.
    mutating func passTurn() {
        guard let players = settings.players, let up = settings.up else { return }
        let following = players.drop { $0 != up }.dropFirst().first ?? players.first
        settings.up = match?.sheet.player ?? following
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

/// A stored table without its dice.
package struct StoredSummary: Sendable, Hashable {
    package var name: TableName
    package var turn: Int
    /// The number of rolls in the open turn.
    package var rollCount: Int
    package var diceCount: Int
    /// The user who created the table, on a shared daemon.
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

/// The stored faces of a table's rolls, including dice in flight.
package struct StoredFaces: Sendable, Hashable {
    /// The faces of the turns that have ended.
    package var ended: FaceTally
    /// The number of the open turn.
    package var turn: Int
    /// The sides of each die, 0 for a die that is not counted. The sides cannot change while the
    /// open turn has rolls.
    package var sides: [Int]
    /// The rolls of the open turn.
    package var open: [RollRecord]

    package init(ended: FaceTally, turn: Int, sides: [Int], open: [RollRecord]) {
        self.ended = ended
        self.turn = turn
        self.sides = sides
        self.open = open
    }

    /// Counts all faces, except the faces of open rolls for which `isSettled` returns false.
    package func tally(_ isSettled: (RollRecord) -> Bool) -> FaceTally {
        open.reduce(into: ended) { if isSettled($1) { $0.add($1, sides: sides) } }
    }
}
