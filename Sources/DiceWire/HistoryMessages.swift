// The wire format of history entries.

import DiceGames
public import DiceModel

extension Turn: Message {
    static let members = Members(
        component: "HistoryEntry",
        {
            id,
            _,
            table,
            turn,
            endedAt,
            by,
            rolls,
            dice,
            total,
            full,
            absent,
            _,
            bot,
            proof,
            match,
            next,
            up in
            Turn(
                id: id,
                table: table,
                turn: turn,
                endedAt: endedAt,
                by: by,
                rolls: rolls,
                dice: dice,
                total: total,
                full: full,
                absent: absent,
                bot: bot,
                proof: proof,
                match: match,
                nextCommitment: next,
                up: up
            )
        },
        Member("id", \.id, .number),
        Member(
            "kind",
            { _ in "turn" },
            .enumeration(["turn"]),
            default: "turn",
            isAlwaysWritten: true,
            ""
        ),
        Member("table", \.table, .tableName),
        Member("turn", \.turn, .number),
        Member("endedAt", \.endedAt),
        Member("by", \.by, .label),
        Member("rolls", \.rolls),
        Member("dice", \.dice, .everyDie(\.die)),
        Member("total", \.total, .sum),
        Member(
            "full",
            ifPresent: \.full,
            Bool.wireForm,
            "True if the turn had no room for another roll."
        ),
        absentMember,
        .entered(\.entered),
        .bot(\.bot),
        Member(inline: \.proof, as: EntryProof.members(before: "the first roll")),
        Member(inline: \.match, as: TurnMatch.members),
        .commitment(
            "nextCommitment",
            \.nextCommitment,
            "The commitment of the next turn, in the result of table.endTurn."
        ),
        Member(
            "up",
            ifPresent: \.up,
            .label,
            "The next player, in the result of table.endTurn."
        )
    )

    private static let absentMember = Member<Self, Bool?>(
        "absent",
        ifPresent: \.absent,
        Bool.wireForm,
        "True if the owner or host ended the turn because its player was away."
    )
}

extension TurnMatch: Message {
    static let members = Members(
        Self.init,
        Member("score", ifPresent: \.score),
        Member(
            "game",
            ifPresent: \.game,
            Game.wireForm,
            "The game; only in the entry of a match's first turn."
        ),
        Member(
            "players",
            ifPresent: \.players,
            .names,
            "The players in turn order; only in the entries of a match's first and last turn."
        ),
        Member(
            "winners",
            ifPresent: \.winners,
            .names,
            "The winners; only in the entry of a match's last turn."
        ),
        Member(
            "hand",
            ifPresent: \.hand,
            Bool.wireForm,
            "True if the match uses real dice; only in the entry of its first turn."
        )
    )
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
    static let members = Members(
        component: "Rest",
        {
            id,
            _,
            table,
            endedAt,
            by,
            player,
            rests,
            joins,
            match,
            winners,
            edition,
            digest,
            chain in
            Rest(
                id: id,
                table: table,
                endedAt: endedAt,
                by: by,
                player: player,
                rests: rests,
                joins: joins,
                match: match,
                winners: winners,
                edition: edition,
                digest: digest,
                chain: chain
            )
        },
        Member("id", \.id, .number),
        kindMember,
        Member("table", \.table, .tableName),
        Member("endedAt", \.endedAt),
        Member("by", \.by, .label),
        Member("player", \.player, .label),
        Member("rests", \.rests),
        joinsMember,
        Member("match", \.match, .number),
        Member("winners", ifPresent: \.winners, .names, "The winners, if it ends the match."),
        Member("edition", \.edition, .count),
        digestMember,
        Member("chain", \.chain, .digest)
    )

    // Explicit types: one expression with all members is too complex for the compiler.
    private static let kindMember = Member<Self, String>(
        "kind",
        { _ in "rest" },
        .enumeration(["rest"])
    )
    private static let digestMember = Member<Self, String>("digest", \.digest, .digest)
    private static let joinsMember = Member<Self, Bool?>(
        "joins",
        ifPresent: \.joins,
        Bool.wireForm,
        "True if the player was added to the match."
    )
}
