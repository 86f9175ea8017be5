public import DiceNotation

/// The result of an expression rolled beside a table's dice: the response to the throw, and its
/// entry in history.
@dynamicMemberLookup
public struct ThrowResult: Sendable, Hashable {
    /// The id of the throw's entry, which is unique in one daemon's store and increases; `nil`
    /// before there is an entry.
    public var id: Int?
    public var table: String
    /// The throw's number at its table, from 1.
    public var number: Int
    /// The time at which the throw was added to history; `nil` until then.
    public var endedAt: Timestamp?
    /// The expression, in dice notation.
    public var expression: String
    public var by: String
    /// The thrower's label for the throw.
    public var label: String?
    /// The saved roll that the request named instead of an expression.
    public var saved: RollName?
    /// The values that the request gave for parameters of the expression.
    public var values: ParameterValues?
    /// The mark that this throw has in common with others made by the same command.
    public var group: ThrowGroup?
    public var outcome: ThrowOutcome
    /// The reason why the throw was cancelled.
    public var reason: CancelReason?
    /// The user who cancelled the throw, if not the thrower.
    public var cancelledBy: String?
    /// The reason why a failed throw has no total.
    public var message: String?
    public var total: Double?
    /// The result of each round, if the expression repeats.
    public var totals: [Double]?
    /// The meaning of the total.
    public var meaning: ThrowMeaning
    /// The dice, in the order of the expression.
    public var dice: [ThrowDie]
    /// The dice and the total as text.
    public var text: String
    /// Every drawn face, in the order of the draws; 1, 2 or 3 for a Fate die.
    public var faces: [Int]?
    public var chance: RollChance
    /// The contributors who did not reveal, if the throw is void.
    public var absent: [String]?
    /// True if a bot made the throw, otherwise `nil`.
    public var bot: Bool?
    public var proof: EntryProof
    /// The commitment of the next throw; only in the response to the thrower.
    public var nextCommitment: String?
    /// What the expression may not mean as its author thinks; only in the response to the thrower.
    public var notes: [NotationNote]?
    /// The names of those who see a secret throw; `nil` for a public throw, and for strangers.
    public var seenBy: [String]?
    /// True for a stranger's version of a secret throw: without outcome, total, text, faces or
    /// seed, and only with the dice known before any face was drawn.
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
        values: ParameterValues? = nil,
        group: ThrowGroup? = nil,
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
        self.values = values
        self.group = group
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

    /// The dice and the total as text; the expression if a backup omitted them.
    public var shortText: String { text.isEmpty ? Expression.shortened(expression) : text }

    /// The throw as kept in a backup that was made while its dice were in flight: everything known
    /// before any face was drawn, with the outcome of an interrupted throw. This version is built
    /// from the members to keep, so that no other member can be included by mistake.
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
            values: values,
            group: group,
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

    // Forwards the members of its groups, which are the throw's own members on the wire.

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
    /// Creates the result of an expression.
    ///
    /// - Parameters:
    ///   - expression: The expression as written.
    ///   - outcome: The outcome, unless the throw failed.
    ///   - numbers: The number of each die of the evaluation; `nil` numbers the dice in the order
    ///     in which they were drawn.
    ///   - room: The space for the text of the result.
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
        // However long the expression is, space remains for the result.
        let head = room.head(Expression.shortened(expression), leaving: Self.minRoom)
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
                    flags: die.flags.names,
                    fate: die.fate == nil ? nil : true,
                    face: die.customFace?.description
                )
            },
            text: head.text + evaluation.text(in: head.room)
        )
    }

    /// The minimum amount of the text's space that must remain free after the expression.
    private static let minRoom = 512
}
