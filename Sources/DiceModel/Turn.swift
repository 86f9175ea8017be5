/// A die of a turn as stored: the seeds' persisted properties. It holds no animation state.
public struct TurnDie: Sendable, Hashable {
    /// The die's number, from 1, in table order.
    public var die: Int
    public var sides: Int
    /// The face at rest; for a die in flight, the face already drawn.
    public var value: Int
    public var locked: Bool
    /// The symbols on each face of a custom die; `value` is the number of a face.
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
    /// The id, which is unique in one daemon's store and increases.
    public var id: Int
    public var table: String
    public var turn: Int
    public var endedAt: Timestamp
    public var by: String
    /// Every roll of the turn, in order.
    public var rolls: [RollRecord]
    public var dice: [TurnDie]
    /// The sum of the dice; may be negative with custom dice.
    public var total: Int
    /// True if the turn ended because it could not hold another roll, otherwise `nil`.
    public var full: Bool?
    /// True if the owner or the host ended the turn because the turn's player was away, otherwise
    /// `nil`.
    public var absent: Bool?
    /// True if a bot made one of the turn's rolls or ended the turn, otherwise `nil`.
    public var bot: Bool?
    public var proof: EntryProof
    public var match: TurnMatch
    /// The commitment of the next turn; only in the response to the end of the turn.
    public var nextCommitment: String?
    /// The next player, present only in the response to the end of the turn; `nil` without players.
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

    /// Adds the rolls. The turn is a bot's if any of them is.
    public mutating func take(_ rolls: [RollRecord]) {
        self.rolls = rolls
        if rolls.contains(where: { $0.bot == true }) {
            bot = true
        }
    }

    /// True if the turn's faces were entered from real dice, otherwise `nil`.
    public var entered: Bool? { rolls.contains { $0.entered == true } ? true : nil }

    // Forwards the members of its groups, which are the turn's own members on the wire.

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
