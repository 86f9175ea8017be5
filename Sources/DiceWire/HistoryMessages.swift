// How entries of history stand on the wire.

public import DiceModel

extension Turn: Message {
    static let members = Members(
        component: "HistoryEntry",
        { id, _, table, turn, endedAt, by, rolls, dice, total, full in
            Turn(
                id: id, table: table, turn: turn, endedAt: endedAt, by: by, rolls: rolls, dice: dice, total: total,
                full: full)
        },
        Member("id", \.id, .number),
        Member("kind", { _ in "turn" }, .words(["turn"]), default: "turn", ""),
        Member("table", \.table, .tableName),
        Member("turn", \.turn, .number),
        Member("endedAt", \.endedAt),
        Member("by", \.by, .label),
        Member("rolls", \.rolls),
        Member("dice", \.dice, .everyDie(\.die)),
        Member("total", \.total, .count),
        Member("full", \.full, Bool.wireForm, "The turn had no room for another roll."))
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

extension HistoryPage: Message {
    static let members = Members(
        component: "HistoryPage", Self.init(entries:more:damaged:),
        Member("entries", \.entries, .atMost(Limits.historyPage.upperBound)),
        Member("more", \.more),
        Member("damaged", \.damaged, .count, "How many entries cannot be read and are left out."))
}
