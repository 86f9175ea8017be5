public import DiceGames

/// A whole table as a client sees it at one moment.
public struct TableSnapshot: Sendable, Hashable {
    public var table: String
    /// Goes up with every change of the table, for as long as the daemon runs.
    public var revision: Int
    /// The open turn, from 1.
    public var turn: Int
    /// How many rolls the open turn has, void ones among them.
    public var roll: Int
    /// Whether any die animates.
    public var rolling: Bool
    /// Who rolled last in the open turn; nil before its first roll. A void roll is none.
    public var by: String?
    /// The players in the order of their turns; nil if everybody plays.
    public var players: [String]?
    /// Whose turn it is; nil without players.
    public var up: String?
    /// How many rolls a turn may have; nil for any number.
    public var rollsPerTurn: Int?
    /// How many of these the open turn has left; nil for any number.
    public var rollsLeft: Int?
    /// How many times faster than usual the dice move; nil for as fast as usual.
    public var pace: Double?
    /// Who made the table, on a daemon that several users share.
    public var owner: String?
    /// How many connections watch the table.
    public var watchers: Int
    /// The watchers whose names are known, each name once, sorted; nil if there are none.
    public var watching: [String]?
    /// The sum of the dice; nil while any animates.
    public var total: Int?
    /// The SHA-256 of the open turn's seed, in hex; nil for a turn made before there were seeds.
    public var commitment: String?
    /// The SHA-256 of the next throw's seed, in hex.
    public var throwCommitment: String?
    /// Who adds chance to the next roll; nil if nobody does.
    public var contributors: [Contributor]?
    public var dice: [DieState]
    /// What the dice are played for; nil for nothing.
    public var game: GameState?
    /// What the dice in flight will show; nil if none is, and for all but watchers with plans.
    public var flight: FlightPlan?

    public init(
        table: String, revision: Int, turn: Int, roll: Int, rolling: Bool, by: String? = nil, players: [String]? = nil,
        up: String? = nil, rollsPerTurn: Int? = nil, rollsLeft: Int? = nil, pace: Double? = nil,
        owner: String? = nil, watchers: Int = 0, watching: [String]? = nil, total: Int? = nil,
        commitment: String? = nil, throwCommitment: String? = nil, contributors: [Contributor]? = nil, dice: [DieState],
        game: GameState? = nil, flight: FlightPlan? = nil
    ) {
        self.flight = flight
        self.commitment = commitment
        self.throwCommitment = throwCommitment
        self.rollsLeft = rollsLeft
        self.contributors = contributors
        self.table = table
        self.revision = revision
        self.turn = turn
        self.roll = roll
        self.rolling = rolling
        self.by = by
        self.players = players
        self.up = up
        self.rollsPerTurn = rollsPerTurn
        self.owner = owner
        self.watchers = watchers
        self.watching = watching
        (self.pace, self.total, self.dice, self.game) = (pace, total, dice, game)
    }

    /// Whether no lock changes before the turn's first roll, which takes every die.
    public var mustRollAll: Bool { by == nil && (players != nil || rollsPerTurn != nil || game != nil) }
}

/// One die of a table or of a throw as a client sees it at one moment.
public struct DieState: Sendable, Hashable {
    /// 1, 2, … in table order, or in the order in which the dice of the throw appeared.
    public var die: Int
    public var sides: Int
    /// What shows now; while the die animates, a value in passing that says nothing of the final one.
    public var value: Int
    /// False for a die of a throw.
    public var locked: Bool
    public var animating: Bool
    /// True for a Fate die.
    public var fate: Bool?
    /// True for a die of a secret throw that has settled, as told to those who may not see its face; it has no value then.
    public var hidden: Bool?

    public init(
        die: Int, sides: Int, value: Int, locked: Bool = false, animating: Bool, fate: Bool? = nil, hidden: Bool? = nil
    ) {
        self.die = die
        self.sides = sides
        self.value = value
        self.locked = locked
        self.animating = animating
        self.fate = fate
        self.hidden = hidden
    }
}

/// What changed at a table: the dice that are not as they were in the last frame or snapshot sent to the same watcher.
public struct Frame: Sendable, Hashable {
    public var table: String
    /// The table's, as in a snapshot.
    public var revision: Int
    /// The open turn, from 1.
    public var turn: Int
    /// How many rolls the open turn has.
    public var roll: Int
    /// Whether any die animates.
    public var rolling: Bool
    public var dice: [DieState]

    public init(table: String, revision: Int, turn: Int, roll: Int, rolling: Bool, dice: [DieState]) {
        self.table = table
        self.revision = revision
        self.turn = turn
        self.roll = roll
        self.rolling = rolling
        self.dice = dice
    }
}

/// Somebody who adds chance to the next roll of a table, and what was told of it beforehand.
public struct Contributor: Sendable, Hashable {
    public var by: String
    /// The SHA-256 of 16 secret bytes, in hex.
    public var commitment: String
    /// True if the rolls of the open turn do not ask them any more: those of the next turn do.
    public var nextTurn: Bool?

    public init(by: String, commitment: String, nextTurn: Bool? = nil) {
        self.by = by
        self.commitment = commitment
        self.nextTurn = nextTurn
    }
}
