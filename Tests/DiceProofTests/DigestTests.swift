import DiceGames
import DiceModel
import Testing

@testable import DiceProof

/// The content that the digest and the chain hash of an entry of the fifth edition cover, line by
/// line.
@Suite("The digest of an entry")
struct DigestTests {
    private let instant = Timestamp(millisecondsSinceEpoch: 1_764_000_000_123)
    private let seed = String(repeating: "ab", count: 32)
    private let previous = String(repeating: "12", count: 32)
    private let entropy = String(repeating: "34", count: 16)
    private let ann = Digest.text(of: "ann")
    private let bo = Digest.text(of: "bo")

    private func check(
        _ link: ChainLink,
        _ lines: [String],
        _ place: SourceLocation = #_sourceLocation
    ) {
        let digest = Digest.text(of: lines.joined(separator: "\n"))
        #expect(link.digest == digest, sourceLocation: place)
        #expect(
            link.chain == Digest.text(of: "\(previous)\n\(digest)"),
            sourceLocation: place
        )
        #expect(
            Chain.link(digest, after: previous) == link.chain,
            sourceLocation: place
        )
    }

    private func turn(_ edition: Int = 5) -> Turn {
        Turn(
            id: 7,
            table: "home",
            turn: 3,
            endedAt: instant,
            by: "ann",
            rolls: [
                RollRecord(
                    roll: 1,
                    by: "ann",
                    at: instant,
                    outcome: .completed,
                    rolled: [1, 2],
                    values: [4, 6],
                    chance: RollChance(entropy: entropy, reveals: []),
                    bot: true
                ),
                RollRecord(
                    roll: 2,
                    by: "bo",
                    at: instant,
                    outcome: .void,
                    rolled: [],
                    values: [4, 6],
                    chance: .nothing,
                    reason: .absent,
                    absent: ["bo"]
                ),
            ],
            dice: [
                TurnDie(die: 1, sides: 6, value: 4, locked: true),
                TurnDie(die: 2, sides: 8, value: 6, locked: false),
            ],
            total: 10,
            absent: true,
            bot: true,
            proof: EntryProof(seed: seed, edition: edition),
            match: TurnMatch(
                score: Match.Score(
                    match: 2,
                    box: "sum",
                    points: 10,
                    bonuses: [NamedPoints("upper", 35)]
                ),
                game: Game.all[0],
                players: ["ann", "bo"],
                winners: ["bo"]
            )
        )
    }

    @Test(
        "the digest of a turn covers its head, rolls, score, absence, game and winners"
    )
    func turns() {
        let document = Digest.text(of: [1, 2, 3])
        check(
            Chain.link(turn(), after: previous) { _ in [1, 2, 3] },
            [
                "5b|home|3|\(seed)|6,8|\(instant)|1|ann",
                "1b|\(instant)|completed|1,2|4,6|\(entropy)||ann",
                "2|\(instant)|void||4,6|||absent|\(bo)|bo",
                "score|2|sum|10|upper=35",
                "absent",
                "game|\(document)|\(ann),\(bo)",
                "winners|2",
            ]
        )
        #expect(
            Chain.digest(of: turn()) { _ in [1, 2, 3] }
                == Chain.link(turn(), after: "") { _ in [1, 2, 3] }.digest
        )
    }

    @Test("the lines cover entered faces, a bot and an omitted seed, not a label or a group")
    func heads() {
        var thrown = ThrowResult(
            table: "home",
            number: 4,
            endedAt: instant,
            expression: "d20",
            by: "a|b",
            outcome: .completed,
            total: 7,
            dice: [],
            text: "",
            faces: [7],
            chance: .nothing,
            proof: EntryProof(seed: seed, edition: 5)
        )
        let line = "\(Digest.text(of: "d20"))|completed|7|||a|b"
        check(
            Chain.link(thrown, after: previous),
            ["5|home|throw|4|\(seed)|\(instant)", line]
        )
        thrown.label = "initiative"
        thrown.group = ThrowGroup("fight-1")
        check(
            Chain.link(thrown, after: previous),
            ["5|home|throw|4|\(seed)|\(instant)", line]
        )
        thrown.bot = true
        check(
            Chain.link(thrown, after: previous),
            ["5b|home|throw|4|\(seed)|\(instant)", line]
        )
        thrown.chance = .real
        check(
            Chain.link(thrown, after: previous),
            ["5be|home|throw|4|\(seed)|\(instant)", line]
        )
        thrown.bot = nil
        check(
            Chain.link(thrown, after: previous),
            ["5e|home|throw|4|\(seed)|\(instant)", line]
        )
        thrown.seed = nil
        check(
            Chain.link(thrown, after: previous),
            ["5e|home|throw|4||\(instant)", line]
        )
        #expect(Chain.digest(of: thrown) == Chain.link(thrown, after: previous).digest)
    }

    @Test("digests cover a correction and a rest in each of its states")
    func others() {
        let correction = Correction(
            id: 8,
            table: "home",
            endedAt: instant,
            by: "ann",
            turn: 3,
            score: Match.Score(match: 2, box: "sum", points: 10),
            winners: ["ann", "bo"],
            edition: 5,
            chain: ""
        )
        check(
            Chain.link(correction, after: previous, players: ["bo", "ann"]),
            ["5|home|correction|3|\(instant)|ann", "score|2|sum|10|", "winners|2,1"]
        )
        var rest = Rest(
            id: 9,
            table: "home",
            endedAt: instant,
            by: "ann",
            player: "bo",
            rests: true,
            match: 2,
            edition: 5,
            digest: "",
            chain: ""
        )
        let head = "5|home|rest|\(instant)|ann"
        check(
            Chain.link(rest, after: previous, players: []),
            [head, "rest|2|\(bo)|rests"]
        )
        rest.rests = false
        check(
            Chain.link(rest, after: previous, players: []),
            [head, "rest|2|\(bo)|back"]
        )
        rest.joins = true
        check(
            Chain.link(rest, after: previous, players: []),
            [head, "rest|2|\(bo)|joins"]
        )
        rest.winners = ["bo"]
        check(
            Chain.link(rest, after: previous, players: ["ann", "bo"]),
            [head, "rest|2|\(bo)|joins", "winners|2"]
        )
        #expect(
            Chain.digest(of: rest, players: ["ann", "bo"])
                == Chain.link(rest, after: "", players: ["ann", "bo"]).digest
        )
    }

    @Test(
        "an older entry has no digest; its chain hash covers the previous one as its first line"
    )
    func older() {
        let document = Digest.text(of: [1, 2, 3])
        let link = Chain.link(turn(4), after: previous) { _ in [1, 2, 3] }
        let lines = [
            previous, "4|home|3|\(seed)|6,8|\(instant)|1|ann",
            "1|\(instant)|completed|1,2|4,6|\(entropy)||ann",
            "2|\(instant)|void||4,6|||absent|\(bo)|bo", "score|2|sum|10|upper=35",
            "game|\(document)|\(ann),\(bo)", "winners|2",
        ]
        #expect(
            link
                == ChainLink(
                    digest: nil,
                    chain: Digest.text(of: lines.joined(separator: "\n"))
                )
        )
    }
}
