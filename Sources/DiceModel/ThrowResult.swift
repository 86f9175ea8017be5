public import DiceNotation

/// The result of an expression that was rolled beside a table's dice: the reply to the throw, and
/// its entry in history.
@dynamicMemberLookup
public struct ThrowResult: Sendable, Hashable {
    /// The id of its entry in history: unique in one daemon's store and growing; nil before there
    /// is an entry.
    public var id: Int?
    public var table: String
    /// The throw's number at its table, from 1.
    public var number: Int
    /// When it went into history; nil before.
    public var endedAt: Timestamp?
    /// The expression, in dice notation.
    public var expression: String
    public var by: String
    /// What it is for, in the words of the player who threw.
    public var label: String?
    /// The saved roll that the thrower named in place of an expression.
    public var saved: RollName?
    public var outcome: ThrowOutcome
    /// Why it was cut short, if it was.
    public var reason: CancelReason?
    /// Who cancelled it; nil if that was the thrower, or nobody did.
    public var cancelledBy: String?
    /// Why there is no total, of a throw that failed.
    public var message: String?
    public var total: Double?
    /// The result of each round, if the expression repeats.
    public var totals: [Double]?
    /// What the total means.
    public var meaning: ThrowMeaning
    /// The dice, in the order of the expression.
    public var dice: [ThrowDie]
    /// The dice and the total in words.
    public var text: String
    /// Every face that was drawn, in that order, as it was drawn: of a Fate die 1, 2 or 3.
    public var faces: [Int]?
    public var chance: RollChance
    /// Who did not answer, if the throw is void.
    public var absent: [String]?
    /// True if a bot made it, else nil.
    public var bot: Bool?
    public var proof: EntryProof
    /// The commitment of the next throw; nil except in the answer to the thrower.
    public var nextCommitment: String?
    /// The names that may see a secret throw; nil for one that everybody sees, and for those who
    /// may not see it.
    public var seenBy: [String]?
    /// True for a secret throw as it is told to those who may not see it: no outcome, total, text,
    /// faces or seed, and of its dice those that were known before any face.
    public var hidden: Bool?

    public init(
        table: String,
        number: Int,
        id: Int? = nil,
        endedAt: Timestamp? = nil,
        expression: String,
        by: String,
        label: String? = nil,
        saved: RollName? = nil,
        outcome: ThrowOutcome,
        reason: CancelReason? = nil,
        message: String? = nil,
        total: Double?,
        totals: [Double]? = nil,
        meaning: ThrowMeaning = ThrowMeaning(),
        dice: [ThrowDie],
        text: String,
        faces: [Int]? = nil,
        chance: RollChance = RollChance(),
        absent: [String]? = nil,
        bot: Bool? = nil,
        proof: EntryProof = EntryProof(),
        nextCommitment: String? = nil,
        seenBy: [String]? = nil,
        hidden: Bool? = nil
    ) {
        self.id = id
        self.table = table
        self.number = number
        self.endedAt = endedAt
        self.expression = expression
        self.by = by
        self.label = label
        self.saved = saved
        self.outcome = outcome
        self.reason = reason
        self.message = message
        self.total = total
        self.totals = totals
        self.meaning = meaning
        self.dice = dice
        self.text = text
        self.faces = faces
        self.chance = chance
        self.absent = absent
        self.bot = bot
        self.proof = proof
        self.nextCommitment = nextCommitment
        self.seenBy = seenBy
        self.hidden = hidden
    }

    /// The dice and the total in words, or the expression if a backup left them out.
    public var words: String { text.isEmpty ? Expression.shortened(expression) : text }

    /// The throw as a backup keeps it that was made while its dice were in flight: what was known
    /// before any face, with the outcome of a throw that was cut off. Made of what stays, so that
    /// nothing else can be forgotten.
    public var withoutFaces: ThrowResult {
        ThrowResult(
            table: table,
            number: number,
            id: id,
            endedAt: endedAt,
            expression: expression,
            by: by,
            label: label,
            saved: saved,
            outcome: .cancelled,
            total: nil,
            dice: [],
            text: "",
            chance: chance,
            bot: bot,
            proof: proof,
            seenBy: seenBy
        )
    }

    // What stands in its groups is its own, as on the wire.

    public subscript<Value>(dynamicMember member: WritableKeyPath<RollChance, Value>)
        -> Value
    {
        get { chance[keyPath: member] }
        set { chance[keyPath: member] = newValue }
    }

    public subscript<Value>(dynamicMember member: WritableKeyPath<EntryProof, Value>)
        -> Value
    {
        get { proof[keyPath: member] }
        set { proof[keyPath: member] = newValue }
    }
}

extension ThrowResult {
    /// The result of an expression.
    ///
    /// - Parameters:
    ///   - expression: as it was written.
    ///   - outcome: how it ended, if it did not fail.
    ///   - numbers: of each die of the evaluation; nil numbers them as they were drawn.
    ///   - room: how long its text may be.
    public init(
        _ evaluation: Evaluation,
        table: String,
        number: Int,
        expression: String,
        by: String,
        label: String? = nil,
        outcome: ThrowOutcome = .completed,
        reason: CancelReason? = nil,
        numbers: [Int]? = nil,
        room: TextRoom = .ofThrow
    ) {
        // However long the expression is, there is room for what it comes to.
        let head = room.head(Expression.shortened(expression), leaving: Self.leastRoom)
        self.init(
            table: table,
            number: number,
            expression: expression,
            by: by,
            label: label,
            outcome: evaluation.failure == nil ? outcome : .failed,
            reason: reason,
            message: evaluation.failure,
            total: evaluation.total?.double,
            totals: evaluation.totals?.map(\.double),
            meaning: ThrowMeaning(evaluation),
            dice: evaluation.order.map { index in
                let die = evaluation.dice[index]
                return ThrowDie(
                    die: numbers?[index] ?? index + 1,
                    sides: die.sides,
                    value: die.value,
                    kept: die.isKept,
                    flags: die.flags.words,
                    fate: die.fate == nil ? nil : true,
                    face: die.own?.description
                )
            },
            text: head.text + evaluation.text(in: head.room)
        )
    }

    /// What the expression leaves free of the text in any case.
    private static let leastRoom = 512
}
