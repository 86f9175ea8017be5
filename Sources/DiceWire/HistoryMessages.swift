// How entries of history stand on the wire.

import DiceGames
public import DiceModel

extension Turn: Message {
    static let members = Members(
        component: "HistoryEntry",
        {
            id, _, table, turn, endedAt, by, rolls, dice, total, full, commitment, seed, chain, seeded, edition, score,
            game, players, winners, next, up in
            Turn(
                id: id, table: table, turn: turn, endedAt: endedAt, by: by, rolls: rolls, dice: dice, total: total,
                full: full, commitment: commitment, seed: seed, chain: chain, seeded: seeded,
                edition: edition, score: score, game: game, players: players, winners: winners, nextCommitment: next,
                up: up)
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
        fullMember, commitmentMember, seedMember, chainMember, seededMember, editionMember, scoreMember, gameMember,
        playersMember,
        winnersMember, nextMember, upMember)

    // With types of their own: one expression with so many members is too much for the compiler.
    private static let totalMember = Member<Self, Int>("total", \.total, .count)
    private static let kindMember = Member<Self, String>(
        "kind", { _ in "turn" }, .words(["turn"]), default: "turn", isAlwaysWritten: true, "")
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
    private static let scoreMember = Member<Self, Match.Score?>("score", ifPresent: \.score)
    private static let gameMember = Member<Self, Game?>(
        "game", ifPresent: \.game, Game.wireForm, "In the entry of a match's first turn.")
    private static let playersMember = Member<Self, [String]?>(
        "players", ifPresent: \.players, .names,
        "In the entries of a match's first and last turn, in the order in which they are up.")
    private static let winnersMember = Member<Self, [String]?>(
        "winners", ifPresent: \.winners, .names, "In the entry of a match's last turn.")
    private static let upMember = Member<Self, String?>(
        "up", ifPresent: \.up, .label, "Who plays next, in the answer to table.endTurn.")
}

/// The members of an entry that a game adds, as they are stored.
public struct TurnScore: Message {
    private let score: Match.Score?
    private let game: Game?
    private let players: [String]?
    private let winners: [String]?

    private init(score: Match.Score?, game: Game?, players: [String]?, winners: [String]?) {
        self.score = score
        self.game = game
        self.players = players
        self.winners = winners
    }

    public init(_ turn: Turn) {
        self.init(score: turn.score, game: turn.game, players: turn.players, winners: turn.winners)
    }

    public func fill(_ turn: inout Turn) {
        (turn.score, turn.game, turn.players, turn.winners) = (score, game, players, winners)
    }

    static let members = Members(
        Self.init(score:game:players:winners:), Member("score", ifPresent: \.score), Member("game", ifPresent: \.game),
        Member("players", ifPresent: \.players, .names), Member("winners", ifPresent: \.winners, .names))
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
