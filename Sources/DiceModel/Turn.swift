/// A die as it stood when its turn ended.
public struct TurnDie: Sendable, Hashable, Codable {
    public var die: Int
    public var sides: Int
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
public struct Turn: Sendable, Hashable, Codable {
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
    /// The SHA-256 of the seed, in hex, which was told before the first roll; nil of a turn from before there were seeds.
    public var commitment: String?
    /// What the faces follow from, in hex; nil also where it is lost.
    public var seed: String?
    /// Its link in the chain of the table's history; nil where there is no commitment.
    public var chain: String?
    /// True where the seed follows from the number of `diced --seed`, else nil.
    public var seeded: Bool?
    /// The form of entry, which says how its link is made; nil of one from before the third, or in no chain.
    public var edition: Int?
    /// The commitment of the turn behind it; nil but in the answer to whoever ends it.
    public var nextCommitment: String?

    public init(
        id: Int, table: String, turn: Int, endedAt: Timestamp, by: String, rolls: [RollRecord], dice: [TurnDie],
        total: Int, full: Bool? = nil, commitment: String? = nil, seed: String? = nil, chain: String? = nil,
        seeded: Bool? = nil, edition: Int? = nil, nextCommitment: String? = nil
    ) {
        self.commitment = commitment
        self.seed = seed
        self.chain = chain
        self.seeded = seeded
        self.edition = edition
        self.nextCommitment = nextCommitment
        self.id = id
        self.table = table
        self.turn = turn
        self.endedAt = endedAt
        self.by = by
        self.rolls = rolls
        self.dice = dice
        self.total = total
        self.full = full
    }
}
