// The wire format of history entries.

import DiceGames
public import DiceModel

extension Turn: Message {
    static let component = "HistoryEntry"
    static var blank: Self {
        Self(id: 0, table: "", turn: 0, endedAt: .blank, by: "", rolls: [], dice: [], total: 0)
    }

    mutating func visit(_ field: inout Fields) {
        var kind = "turn"
        var entered = entered
        field("id", &id, .number)
        field("kind", &kind, .enumeration(["turn"]), default: "turn", isWritten: true)
        field("table", &table, .tableName)
        field("turn", &turn, .number)
        field("endedAt", &endedAt)
        field("by", &by, .label)
        field("rolls", &rolls)
        field("dice", &dice, .everyDie(\.die))
        field("total", &total, .sum)
        field("full", &full, .any, "True if the turn had no room for another roll.")
        field(
            "absent",
            &absent,
            .any,
            "True if the owner or host ended the turn because its player was away."
        )
        field.entered(&entered)
        field.bot(&bot)
        proof.visit(&field, before: "the first roll")
        match.visit(&field)
        field(
            "nextCommitment",
            &nextCommitment,
            .digest,
            "The commitment of the next turn, in the result of table.endTurn."
        )
        field("up", &up, .label, "The next player, in the result of table.endTurn.")
    }
}

extension TurnMatch: Message {
    static let blank = Self()

    mutating func visit(_ field: inout Fields) {
        field("score", &score)
        field("game", &game, .any, "The game; only in the entry of a match's first turn.")
        field(
            "players",
            &players,
            .names,
            "The players in turn order; only in the entries of a match's first and last turn."
        )
        field(
            "winners",
            &winners,
            .names,
            "The winners; only in the entry of a match's last turn."
        )
        field(
            "hand",
            &hand,
            .any,
            "True if the match uses real dice; only in the entry of its first turn."
        )
    }
}

extension HistoryEntry: WireValue {
    public init(json: JSONValue) throws(JSONMismatch) {
        switch json["kind"]?.string {
        case "throw": self = .thrown(try ThrowResult(json: json))
        case "correction": self = .corrected(try Correction(json: json))
        case "rest": self = .rested(try Rest(json: json))
        default: self = .turn(try Turn(json: json))
        }
    }

    public func write(to json: inout JSONWriter) {
        switch self {
        case .turn(let turn): turn.write(to: &json)
        case .thrown(let result): result.write(to: &json)
        case .corrected(let correction): correction.write(to: &json)
        case .rested(let rest): rest.write(to: &json)
        }
    }

    static var wireForm: Form<HistoryEntry> {
        Form(
            schema: .oneOf([
                Turn.wireForm.schema, ThrowResult.wireForm.schema,
                Correction.wireForm.schema,
                Rest.wireForm.schema,
            ])
        )
    }
}

extension Rest: Message {
    static var blank: Self {
        Self(
            id: 0,
            table: "",
            endedAt: .blank,
            by: "",
            player: "",
            rests: false,
            match: 0,
            edition: 0,
            digest: "",
            chain: ""
        )
    }

    mutating func visit(_ field: inout Fields) {
        field("id", &id, .number)
        field.kind("rest")
        field("table", &table, .tableName)
        field("endedAt", &endedAt)
        field("by", &by, .label)
        field("player", &player, .label)
        field("rests", &rests)
        field("joins", &joins, .any, "True if the player was added to the match.")
        field("match", &match, .number)
        field("winners", &winners, .names, "The winners, if it ends the match.")
        field("edition", &edition, .count)
        field("digest", &digest, .digest)
        field("chain", &chain, .digest)
    }
}

extension Fields {
    /// Visits the word that distinguishes an entry from a turn.
    mutating func kind(_ word: String) {
        var kind = word
        self("kind", &kind, .enumeration([word]))
    }
}
