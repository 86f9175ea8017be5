// How throws stand on the wire.

public import DiceModel

extension ThrowOutcome: WireWord {}

extension ThrowDie: Message {
    static let members = Members(
        component: "ThrowDie", Self.init,
        Member("die", \.die, .dieOfThrow),
        Member("sides", \.sides, .integer(Limits.sidesOfThrow)),
        Member("value", \.value),
        Member("kept", \.kept, Bool.wireForm, "Whether it counts."),
        Member("flags", \.flags, Form(schema: .array(of: .string())), "What has become of it, as exploded."),
        Member("fate", ifPresent: \.fate, Bool.wireForm, "True of a Fate die."))
}

extension DieState {
    static let membersInThrow = Members(
        component: "FlyingDie", { Self(die: $0, sides: $1, value: $2, animating: $3, fate: $4) },
        Member("die", \.die, .dieOfThrow),
        Member("sides", \.sides, .integer(Limits.sidesOfThrow)),
        Member("value", \.value),
        Member("animating", \.animating),
        Member("fate", ifPresent: \.fate, Bool.wireForm, "True of a Fate die."))
}

extension ThrowResult: Message {
    static let members = Members(
        component: "ThrowResult",
        {
            id, kind, table, number, endedAt, expression, by, label, outcome, reason, message, total, totals, dice,
            text,
            faces, entropy, reveals, absent, commitment, seed, chain, seeded, edition, next in
            ThrowResult(
                table: table, number: number, id: id, endedAt: endedAt, expression: expression, by: by, label: label,
                outcome: outcome, reason: reason, message: message, total: total, totals: totals, dice: dice,
                text: text, faces: faces, entropy: entropy, reveals: reveals, absent: absent, commitment: commitment,
                seed: seed, chain: chain, seeded: seeded, edition: edition, nextCommitment: next)
        },
        Member("id", ifPresent: \.id, .number, "Of its entry in history."),
        kind,
        Member("table", \.table, .tableName),
        Member("throw", \.number, .number, "Its number at its table."),
        Member("endedAt", ifPresent: \.endedAt),
        Member("expression", \.expression),
        Member("by", \.by, .label),
        labelMember,
        Member("outcome", \.outcome),
        Member("reason", ifPresent: \.reason),
        messageMember,
        totalMember,
        totalsMember,
        diceMember,
        textMember,
        facesMember, entropyMember, revealsMember, absentMember, commitmentMember, seedMember, chainMember,
        seededMember, editionMember,
        nextMember)

    // With types of their own: one expression with so many members is too much for the compiler.
    private typealias TextMember = Member<Self, String?>
    private static let kind = TextMember(
        "kind", ifPresent: { $0.id == nil ? nil : "throw" }, .words(["throw"]), "Of an entry in history.")
    private static let labelMember = TextMember("label", ifPresent: \.label, .label)
    private static let messageMember = TextMember("message", ifPresent: \.message, String.wireForm, "Why it failed.")
    private static let totalsMember = Member<Self, [Double]?>(
        "totals", ifPresent: \.totals, Form(schema: .array(of: Double.wireForm.schema)),
        "Of each round of a repeat.")
    private static let diceMember = Member<Self, [ThrowDie]>("dice", \.dice, .atMost(Limits.diceOfThrow))
    private static let textMember = Member<Self, String>("text", \.text)
    private static let facesMember = Member<Self, [Int]?>(
        "faces", ifPresent: \.faces, .drawnFaces, "In the order in which they were drawn.")
    private static let entropyMember = TextMember.entropy(\.entropy)
    private static let revealsMember = Member<Self, [String]?>.reveals(\.reveals)
    private static let absentMember = Member<Self, [String]?>.absent(\.absent)
    private static let commitmentMember = TextMember.commitment(
        "commitment", \.commitment, "The SHA-256 of the seed, told before the throw.")
    private static let seedMember = TextMember.seed(\.seed)
    private static let chainMember = TextMember.chain(\.chain)
    private static let seededMember = Member<Self, Bool?>.seeded(\.seeded)
    private static let editionMember = Member<Self, Int?>.edition { $0.id == nil ? nil : $0.edition }
    private static let nextMember = TextMember.commitment(
        "nextCommitment", \.nextCommitment, "Of the next throw, in the answer to table.throw.")
    private static let totalMember = Member<Self, Double?>("total", ifPresent: \.total)
}

extension ThrowFrame: Message {
    static let members = Members(
        component: "Throw", Self.init,
        Member("table", \.table, .tableName),
        Member("revision", \.revision, .number),
        Member("throw", \.number, .number),
        Member("by", \.by, .label),
        Member("expression", \.expression),
        Member("label", ifPresent: \.label, .label),
        Member("rolling", \.rolling),
        Member("dice", \.dice, as: DieState.membersInThrow, atMost: Limits.diceOfThrow),
        Member(
            "flight", ifPresent: \.flight, FlightPlan.wireForm,
            "What dice in flight will show since the throw began, where table.watch asked for plans."),
        Member("result", ifPresent: \.result),
        .commitment("throwCommitment", \.throwCommitment, "Of the next throw, in what is told of this one first."))
}

extension Form<Int> {
    /// The number of a die of a throw.
    fileprivate static var dieOfThrow: Self { integer(1...Limits.diceOfThrow) }
}

extension Form<[Int]> {
    fileprivate static var drawnFaces: Self {
        Form(
            schema: .array(of: .number),
            isPossible: { $0.count <= Limits.diceOfThrow && $0.allSatisfy(Limits.sidesOfThrow.contains) })
    }
}
