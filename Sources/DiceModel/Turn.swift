/// A die of a turn, as it is stored: the seeds' persisted properties. Animation state has no place
/// here.
public struct TurnDie: Sendable, Hashable {
    /// 1, 2, … in table order.
    public var die: Int
    public var sides: Int
    /// The face at rest: of a die that animates, the face already drawn.
    public var value: Int
    public var locked: Bool
    /// What stands on each face of a die of one's own, whose value is the number of one of them.
    public var faces: [String]?

    public init(die: Int, sides: Int, value: Int, locked: Bool, faces: [String]? = nil) {
        self.die = die
        self.sides = sides
        self.value = value
        self.locked = locked
        self.faces = faces
    }
}

/// An ended turn: one entry of a table's history.
@dynamicMemberLookup
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
    /// The sum of the dice; negative where faces of one's own are.
    public var total: Int
    /// True when the turn ended because it had no room for another roll, else nil.
    public var full: Bool?
    /// True if the owner or the host ended it because its player was away, else nil.
    public var absent: Bool?
    /// True if a bot made one of its rolls or ended it, else nil.
    public var bot: Bool?
    public var proof: EntryProof
    public var match: TurnMatch
    /// The commitment of the turn after it; nil except in the answer to the end of the turn.
    public var nextCommitment: String?
    /// Who plays next; nil without players, and except in that answer.
    public var up: String?

    public init(
        id: Int,
        table: String,
        turn: Int,
        endedAt: Timestamp,
        by: String,
        rolls: [RollRecord],
        dice: [TurnDie],
        total: Int,
        full: Bool? = nil,
        absent: Bool? = nil,
        bot: Bool? = nil,
        proof: EntryProof = EntryProof(),
        match: TurnMatch = TurnMatch(),
        nextCommitment: String? = nil,
        up: String? = nil
    ) {
        self.id = id
        self.table = table
        self.turn = turn
        self.endedAt = endedAt
        self.by = by
        self.rolls = rolls
        self.dice = dice
        self.total = total
        self.full = full
        self.absent = absent
        self.bot = bot
        self.proof = proof
        self.match = match
        self.nextCommitment = nextCommitment
        self.up = up
    }

    /// True if its faces were entered, as real dice showed them; else nil.
    public var entered: Bool? { rolls.contains { $0.entered == true } ? true : nil }

    // What stands in its groups is its own, as on the wire.

    public subscript<Value>(dynamicMember member: WritableKeyPath<EntryProof, Value>)
        -> Value
    {
        get { proof[keyPath: member] }
        set { proof[keyPath: member] = newValue }
    }

    public subscript<Value>(dynamicMember member: WritableKeyPath<TurnMatch, Value>)
        -> Value
    {
        get { match[keyPath: member] }
        set { match[keyPath: member] = newValue }
    }
}
