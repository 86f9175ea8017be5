// The wire format of games.

public import DiceGames
public import DiceModel

extension Sheet: Message {
    static let members = Members(
        component: "Sheet",
        { player, boxes, bonuses, total in
            Self(
                player: player,
                boxes: boxes.points,
                bonuses: bonuses.points,
                total: total
            )
        },
        Member(
            "player",
            ifPresent: \.player,
            .label,
            "The player; absent at a table without players."
        ),
        Member("boxes", { PointsByName($0.boxes) }),
        Member("bonuses", { PointsByName($0.bonuses) }),
        Member("total", \.total, .count)
    )
}

/// Points by the name of a box or bonus, in order: `{"ones":3,"chance":21}`.
private struct PointsByName: WireValue {
    var points: [NamedPoints]

    init(_ points: [NamedPoints]) {
        self.points = points
    }

    init(json: JSONValue) throws(JSONMismatch) {
        guard case .object(let members) = json else {
            throw JSONMismatch(wanted: "an object")
        }
        points = []
        for member in members {
            points.append(NamedPoints(member.name, try Int(json: member.value)))
        }
    }

    func write(to json: inout JSONWriter) {
        json.object { json in
            for entry in points { json.member(named: entry.name, entry.points) }
        }
    }

    static var wireForm: Form<Self> { Form(schema: .map(of: .integer(0...Int.max))) }
}

extension BoxOption: Message {
    static let members = Members(
        component: "BoxOption",
        { box, points, isJoker in Self(box, points, isJoker: isJoker ?? false) },
        Member("box", \.box),
        Member("points", \.points, .count),
        Member(
            "joker",
            ifPresent: { $0.isJoker ? true : nil },
            Bool.wireForm,
            "True if scored by the joker rule."
        )
    )
}

extension GameState: Message {
    static let members = Members(
        component: "GameState",
        { name, match, round, rounds, over, winners, sheets, options, turn in
            Self(
                name: name,
                match: match,
                round: round,
                rounds: rounds,
                over: over,
                winners: winners,
                sheets: sheets ?? [],
                options: options,
                turn: turn
            )
        },
        Member("name", \.name),
        Member("match", \.match, .number),
        Member("round", \.round, .number),
        Member("rounds", ifPresent: \.rounds, .number, "The rounds; absent in bank games."),
        Member("over", \.over),
        winnersMember,
        sheetsMember,
        optionsMember,
        turnMember
    )

    private static let winnersMember = Member<Self, [String]?>(
        "winners",
        ifPresent: \.winners,
        .names,
        "The winners, once the match is over."
    )
    private static let sheetsMember = Member<Self, [Sheet]?>(
        "sheets",
        ifPresent: { $0.sheets.isEmpty ? nil : $0.sheets },
        .atMost(Limits.players.upperBound),
        "The sheets; absent if the request declined unchanged ones."
    )
    private static let optionsMember = Member<Self, [BoxOption]?>(
        "options",
        ifPresent: \.options,
        [BoxOption].wireForm,
        "The score of each open box with the settled dice, after the first roll of a turn."
    )
    private static let turnMember = Member<Self, Int?>(
        "turn",
        ifPresent: \.turn,
        .count,
        "The points at stake in the open turn of a bank game."
    )
}

extension Match.Score: Message {
    static let members = Members(
        component: "Score",
        { box, isBust, points, bonuses, match in
            Self(
                match: match,
                box: box,
                points: points,
                bonuses: bonuses?.points ?? [],
                isBust: isBust ?? false
            )
        },
        Member("box", ifPresent: \.box, String.wireForm, "The box filled; absent in bank games."),
        Member(
            "bust",
            ifPresent: { $0.isBust ? true : nil },
            Bool.wireForm,
            "The turn of a bank game was lost."
        ),
        Member("points", \.points, .count),
        Member(
            "bonuses",
            ifPresent: { $0.bonuses.isEmpty ? nil : PointsByName($0.bonuses) }
        ),
        Member("match", \.match, .number)
    )
}

extension Correction: Message {
    static let members = Members(
        component: "Correction",
        {
            id,
            _,
            table,
            endedAt,
            by,
            turn,
            match,
            box,
            points,
            bonuses,
            winners,
            edition,
            digest,
            chain in
            let score = Match.Score(
                match: match,
                box: box,
                points: points,
                bonuses: bonuses?.points ?? []
            )
            return Correction(
                id: id,
                table: table,
                endedAt: endedAt,
                by: by,
                turn: turn,
                score: score,
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
        Member("turn", \.turn, .number),
        Member("match", \.score.match, .number),
        Member("box", { $0.score.box ?? "" }),
        pointsMember,
        bonusesMember,
        Member("winners", ifPresent: \.winners, .names),
        Member("edition", \.edition, .count),
        digestMember,
        Member("chain", \.chain, .digest)
    )

    // Explicit types: one expression with all members is too complex for the compiler.
    private static let kindMember = Member<Self, String>(
        "kind",
        { _ in "correction" },
        .enumeration(["correction"])
    )
    private static let pointsMember = Member<Self, Int>(
        "points",
        \.score.points,
        .count
    )
    private static let digestMember = Member<Self, String?>.entryDigest(\.digest)
    private static let bonusesMember = Member<Self, PointsByName?>(
        "bonuses",
        ifPresent: { $0.score.bonuses.isEmpty ? nil : PointsByName($0.score.bonuses) }
    )
}

extension MatchRecord: Message {
    static let members = Members(
        component: "Match",
        Self.init,
        Member("match", \.match, .number),
        Member("game", \.game),
        Member("startedAt", \.startedAt),
        Member(
            "endedAt",
            ifPresent: \.endedAt,
            Timestamp.wireForm,
            "The end of the match; absent if it is in progress or was abandoned."
        ),
        Member("winners", ifPresent: \.winners, .names),
        Member("sheets", \.sheets, .atMost(Limits.players.upperBound))
    )
}

extension Match.Progress: Message {
    static let members = Members(
        { number, first, turns, sheets, points, kept, closer, isWon, filled in
            var progress = Self(number: number, first: first, sheets: sheets)
            progress.turns = turns
            progress.closer = closer
            progress.isWon = isWon
            progress.filled = filled
            progress.bankTurn = BankTurn(points: points, kept: kept)
            return progress
        },
        Member("number", \.number, .number),
        Member("first", \.first, .count),
        Member("turns", \.turns, .count),
        Member("sheets", \.sheets),
        Member("points", \.bankTurn.points, .count),
        Member("kept", \.bankTurn.kept, .numbers),
        Member("closer", ifPresent: \.closer, .count),
        Member("won", \.isWon),
        Member("filled", ifPresent: \.filled)
    )
}

extension FilledBox: Message {
    static let members = Members(
        { box, before, corrections in
            Self(box, before: before, corrections: corrections)
        },
        Member("box", \.box),
        Member("before", \.before),
        Member("corrections", \.corrections, .count)
    )
}
