/// A whole table as a client sees it at one moment.
public struct TableSnapshot: Sendable, Hashable, Codable {
    public var table: String
    /// Goes up with every change of the table, for as long as the daemon runs.
    public var revision: Int
    /// The open turn, from 1.
    public var turn: Int
    /// How many rolls the open turn has.
    public var roll: Int
    /// Whether any die animates.
    public var rolling: Bool
    /// Who rolled last in the open turn; nil before its first roll.
    public var by: String?
    /// In the order in which they are up; nil where everybody plays.
    public var players: [String]?
    /// Whose turn it is; nil without players.
    public var up: String?
    /// How many rolls a turn may have; nil for any number.
    public var rollsPerTurn: Int?
    /// Who made the table, on a daemon that several users share.
    public var owner: String?
    /// How many connections watch the table.
    public var watchers: Int
    /// Those of them whose names are known, each name once, sorted; nil where there are none.
    public var watching: [String]?
    /// The sum of the dice; nil while any animates.
    public var total: Int?
    /// The SHA-256 of the open turn's seed, in hex; nil of a turn from before there were seeds.
    public var commitment: String?
    /// That of the next throw's.
    public var throwCommitment: String?
    /// Who adds chance to the next roll; nil where nobody does.
    public var contributors: [Contributor]?
    public var dice: [DieState]
    /// What the dice in flight will show; nil where none is, and for all but watchers with plans.
    public var flight: Flight?

    public init(
        table: String, revision: Int, turn: Int, roll: Int, rolling: Bool, by: String? = nil, players: [String]? = nil,
        up: String? = nil, rollsPerTurn: Int? = nil, owner: String? = nil, watchers: Int = 0, watching: [String]? = nil,
        total: Int? = nil, commitment: String? = nil, throwCommitment: String? = nil,
        contributors: [Contributor]? = nil, dice: [DieState], flight: Flight? = nil
    ) {
        self.flight = flight
        self.commitment = commitment
        self.throwCommitment = throwCommitment
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
        self.total = total
        self.dice = dice
    }
}
