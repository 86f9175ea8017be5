public import DiceGames

/// A die of a turn, as it is stored: the seeds' persisted properties. Animation state has no place here.
public struct TurnDie: Sendable, Hashable {
    /// 1, 2, … in table order.
    public var die: Int
    public var sides: Int
    /// The face at rest: of a die that animates, the face already drawn.
    public var value: Int
    public var locked: Bool

    public init(die: Int, sides: Int, value: Int, locked: Bool) {
        self.die = die
        self.sides = sides
        self.value = value
        self.locked = locked
    }
}

/// An ended turn: one entry of a table's history.
public struct Turn: Sendable, Hashable {
    /// Unique in one daemon's store and growing.
    public var id: Int
    public var table: String
    public var turn: Int
    public var endedAt: Timestamp
    public var by: String
    /// Every roll of the turn, in order.
    public var rolls: [RollRecord]
    public var dice: [TurnDie]
    /// The sum of the dice.
    public var total: Int
    /// True when the turn ended because it had no room for another roll, else nil.
    public var full: Bool?
    /// The SHA-256 of the seed, in hex, told before the first roll; nil for a turn made before there were seeds.
    public var commitment: String?
    /// What the faces follow from, in hex; nil also if it is lost.
    public var seed: String?
    /// Its link in the chain of the table's history; nil if there is no commitment.
    public var chain: String?
    /// True if the seed follows from the number of `diced --seed`, else nil.
    public var seeded: Bool?
    /// The form of entry, which says how its link is made; nil for one before the third edition, or in no chain.
    public var edition: Int?
    /// What it scored; nil without a game, and if the match was broken off.
    public var score: Match.Score?
    /// What is played, in the entry of a match's first turn.
    public var game: Game?
    /// Who plays, in the entries of a match's first and last turn, in the order in which they are up.
    public var players: [String]?
    /// Who has won, in the entry of a match's last turn.
    public var winners: [String]?
    /// The commitment of the turn after it; nil except in the answer to the end of the turn.
    public var nextCommitment: String?
    /// Who plays next; nil without players, and except in that answer.
    public var up: String?

    public init(
        id: Int, table: String, turn: Int, endedAt: Timestamp, by: String, rolls: [RollRecord], dice: [TurnDie],
        total: Int, full: Bool? = nil, commitment: String? = nil, seed: String? = nil, chain: String? = nil,
        seeded: Bool? = nil, edition: Int? = nil, score: Match.Score? = nil, game: Game? = nil,
        players: [String]? = nil, winners: [String]? = nil, nextCommitment: String? = nil, up: String? = nil
    ) {
        self.score = score
        self.game = game
        self.players = players
        self.winners = winners
        self.up = up
        self.commitment = commitment
        self.seed = seed
        self.chain = chain
        self.seeded = seeded
        self.edition = edition
        self.nextCommitment = nextCommitment
        self.id = id
        self.table = table
        (self.turn, self.endedAt, self.by, self.rolls, self.dice) = (turn, endedAt, by, rolls, dice)
        (self.total, self.full) = (total, full)
    }
}

/// A match of a table, as far as it has been played.
public struct MatchRecord: Sendable, Hashable {
    /// Of the table, from 1.
    public var match: Int
    /// The name of the game.
    public var game: String
    /// When the first of its turns that have ended began.
    public var startedAt: Timestamp
    /// nil of one that goes on, or was broken off.
    public var endedAt: Timestamp?
    public var winners: [String]?
    public var sheets: [Sheet]

    public init(
        match: Int, game: String, startedAt: Timestamp, endedAt: Timestamp? = nil, winners: [String]? = nil,
        sheets: [Sheet]
    ) {
        self.match = match
        self.game = game
        self.startedAt = startedAt
        self.endedAt = endedAt
        (self.winners, self.sheets) = (winners, sheets)
    }

    /// What is known of a match after this turn of it.
    ///
    /// - Parameter before: what was known before it; nil if nothing was.
    public init(_ match: Match, after turn: Turn, _ before: MatchRecord?) {
        self.init(
            match: match.number, game: match.game.name,
            startedAt: before?.startedAt ?? turn.rolls.first?.at ?? turn.endedAt,
            endedAt: match.isOver ? turn.endedAt : nil, winners: match.winners, sheets: match.sheets)
    }
}

/// Who plays at a table, in which order, how often a turn rolls and how fast dice move. Without players everybody plays.
public struct TurnRules: Sendable, Hashable {
    /// The players in the order of their turns, each once.
    public private(set) var players: [String]
    /// Whose turn it is; nil without players.
    public var up: String?
    /// nil for any number.
    public var rollsPerTurn: Int?
    /// How many times faster than usual the dice move; one of `Limits.pace`.
    public var pace: Double

    /// - Parameter up: the first of the players if it is not one of them.
    public init(players: [String] = [], up: String? = nil, rollsPerTurn: Int? = nil, pace: Double = 1) {
        (self.players, self.up, self.rollsPerTurn, self.pace) = (players, up, rollsPerTurn, pace)
        seat(players)
    }

    /// The player who is up stays up if they still play; else the first is up.
    public mutating func seat(_ players: [String]) {
        self.players = players
        if up.map(players.contains) != true { up = players.first }
    }

    /// The next player is up, after the last one the first.
    public mutating func handOn() {
        guard let index = players.firstIndex(where: { $0 == up }) else { return }
        up = players[(index + 1) % players.count]
    }
}
