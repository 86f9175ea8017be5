// How entries of history stand on the wire.

public import DiceModel

extension Turn: Message {
    static let members = Members(
        component: "HistoryEntry",
        { id, _, table, turn, endedAt, by, rolls, dice, total, full, commitment, seed, chain, seeded, edition, next in
            Turn(
                id: id, table: table, turn: turn, endedAt: endedAt, by: by, rolls: rolls, dice: dice, total: total,
                full: full, commitment: commitment, seed: seed, chain: chain, seeded: seeded,
                edition: edition, nextCommitment: next)
        },
        Member("id", \.id, .number),
        kindMember,
        Member("table", \.table, .tableName),
        Member("turn", \.turn, .number),
        Member("endedAt", \.endedAt),
        Member("by", \.by, .label),
        Member("rolls", \.rolls),
        Member("dice", \.dice, .everyDie(\.die)),
        totalMember,
        fullMember, commitmentMember, seedMember, chainMember, seededMember, editionMember, nextMember)

    // With types of their own: one expression with so many members is too much for the compiler.
    private static let totalMember = Member<Self, Int>("total", \.total, .count)
    private static let kindMember = Member<Self, String>(
        "kind", { _ in "turn" }, .words(["turn"]), default: "turn", "")
    private static let fullMember = Member<Self, Bool?>(
        "full", ifPresent: \.full, Bool.wireForm, "The turn had no room for another roll.")
    private static let commitmentMember = Member<Self, String?>.commitment(
        "commitment", \.commitment, "The SHA-256 of the seed, told before the first roll.")
    private static let seedMember = Member<Self, String?>.seed(\.seed)
    private static let chainMember = Member<Self, String?>.chain(\.chain)
    private static let seededMember = Member<Self, Bool?>.seeded(\.seeded)
    private static let editionMember = Member<Self, Int?>.edition(\.edition)
    private static let nextMember = Member<Self, String?>.commitment(
        "nextCommitment", \.nextCommitment, "Of the next turn, in the answer to table.endTurn.")
}

extension HistoryEntry: WireValue {
    public init(json: JSONValue) throws(JSONMismatch) {
        self = json["kind"]?.string == "throw" ? .thrown(try ThrowResult(json: json)) : .turn(try Turn(json: json))
    }

    public func write(to json: inout JSONWriter) {
        switch self {
        case .turn(let turn): turn.write(to: &json)
        case .thrown(let result): result.write(to: &json)
        }
    }

    static var wireForm: Form<HistoryEntry> {
        Form(schema: .oneOf([Turn.wireForm.schema, ThrowResult.wireForm.schema]))
    }
}
