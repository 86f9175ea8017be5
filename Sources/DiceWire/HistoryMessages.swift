// How entries of history stand on the wire.

import DiceGames
public import DiceModel

extension Turn: Message {
    static let members = Members(
        component: "HistoryEntry",
        { id, _, table, turn, endedAt, by, rolls, dice, total, full, _, proof, match, next, up in
            Turn(
                id: id, table: table, turn: turn, endedAt: endedAt, by: by, rolls: rolls, dice: dice, total: total,
                full: full, proof: proof, match: match, nextCommitment: next, up: up)
        },
        Member("id", \.id, .number),
        Member("kind", { _ in "turn" }, .words(["turn"]), default: "turn", isAlwaysWritten: true, ""),
        Member("table", \.table, .tableName),
        Member("turn", \.turn, .number),
        Member("endedAt", \.endedAt),
        Member("by", \.by, .label),
        Member("rolls", \.rolls),
        Member("dice", \.dice, .everyDie(\.die)),
        Member("total", \.total, .sum),
        Member("full", ifPresent: \.full, Bool.wireForm, "The turn had no room for another roll."),
        .entered(\.entered),
        Member(inline: \.proof, as: EntryProof.members(before: "the first roll")),
        Member(inline: \.match, as: TurnMatch.members),
        .commitment("nextCommitment", \.nextCommitment, "Of the next turn, in the answer to table.endTurn."),
        Member("up", ifPresent: \.up, .label, "Who plays next, in the answer to table.endTurn."))
}

extension TurnMatch: Message {
    static let members = Members(
        Self.init,
        Member("score", ifPresent: \.score),
        Member("game", ifPresent: \.game, Game.wireForm, "In the entry of a match's first turn."),
        Member(
            "players", ifPresent: \.players, .names,
            "In the entries of a match's first and last turn, in the order in which they are up."),
        Member("winners", ifPresent: \.winners, .names, "In the entry of a match's last turn."))
}

extension HistoryEntry: WireValue {
    public init(json: JSONValue) throws(JSONMismatch) {
        switch json["kind"]?.string {
        case "throw": self = .thrown(try ThrowResult(json: json))
        case "correction": self = .corrected(try Correction(json: json))
        default: self = .turn(try Turn(json: json))
        }
    }

    public func write(to json: inout JSONWriter) {
        switch self {
        case .turn(let turn): turn.write(to: &json)
        case .thrown(let result): result.write(to: &json)
        case .corrected(let correction): correction.write(to: &json)
        }
    }

    static var wireForm: Form<HistoryEntry> {
        Form(schema: .oneOf([Turn.wireForm.schema, ThrowResult.wireForm.schema, Correction.wireForm.schema]))
    }
}
