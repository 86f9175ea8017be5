import DiceModel
import DiceProof
import Testing

@testable import DiceJudging

@Suite struct ExplainedEntryTests {
    private let at = Timestamp(millisecondsSinceEpoch: 0)

    private func seed() throws -> Seed {
        try #require(Seed(hex: String(repeating: "5e", count: 32)))
    }

    @Test("a hidden throw is not explained") func ofAHiddenThrowNothingIsExplained() {
        let hidden = ThrowResult(
            table: "odd",
            number: 1,
            expression: "d20",
            by: "gm",
            outcome: .other(""),
            total: nil,
            dice: [],
            text: "",
            proof: EntryProof(commitment: "c"),
            hidden: true
        )
        #expect(
            ExplainedEntry(.thrown(hidden)).lines == [
                "throw 1 of odd by gm: d20",
                "it is secret; to reveal it: dicectl show 1 -t odd",
            ]
        )
    }

    @Test("a turn is explained word for word") func aTurnIsExplainedWordByWord() throws {
        let seed = try seed()
        let entropy = String(repeating: "01", count: 16)
        let reveal = String(repeating: "02", count: 16)
        var faces = FaceStream(
            seed,
            table: "odd",
            turn: 2,
            roll: 1,
            chance: RollChance(entropy: entropy, reveals: [reveal])
        )
        let values = (1...9).map { _ in faces.face(sides: 6) }
        let turn = Turn(
            id: 1,
            table: "odd",
            turn: 2,
            endedAt: at,
            by: "ann",
            rolls: [
                RollRecord(
                    roll: 1,
                    by: "ann",
                    at: at,
                    outcome: .completed,
                    rolled: Array(1...9),
                    values: values,
                    chance: RollChance(entropy: entropy, reveals: [reveal])
                ),
                RollRecord(
                    roll: 2,
                    by: "ann",
                    at: at,
                    outcome: .void,
                    rolled: [],
                    values: values,
                    chance: .nothing,
                    absent: ["bo"]
                ),
            ],
            dice: values.enumerated().map {
                TurnDie(die: $0 + 1, sides: 6, value: $1, locked: false)
            },
            total: values.reduce(0, +),
            proof: EntryProof(
                commitment: seed.commitment,
                seed: seed.hex,
                chain: "link"
            )
        )
        let lines = ExplainedEntry(.turn(turn)).lines
        #expect(lines[0] == "turn 2 of odd, ended 1970-01-01T00:00:00.000Z by ann")
        #expect(lines.contains("seed, revealed at the end: \(seed.hex)"))
        #expect(lines.contains("SHA-256 of the seed: \(seed.commitment)"))
        #expect(lines.contains("  entropy of the roller: \(entropy)"))
        #expect(lines.contains("  contributor 1: \(reveal)"))
        let hashed = lines.filter { $0.contains("HMAC") }
        #expect(
            hashed.map { $0.suffix(2) } == ["|0", "|1"]
                && hashed[0].contains("diced/1|odd|2|1|\(entropy)|\(reveal)|0")
        )
        for (index, value) in values.enumerated() {
            let line = lines.first {
                $0.hasSuffix(" mod 6 + 1 = \(value), die \(index + 1)")
            }
            #expect(line?.hasPrefix("  word \(index % 8 + 1): ") == true)
        }
        #expect(lines.contains("roll 2 of ann (void: bo did not answer)"))
        #expect(lines.last == "chain: link")
    }

    @Test("a throw is explained face by face") func aThrowIsExplainedFaceByFace() throws {
        let seed = try seed()
        var faces = FaceStream(seed, table: "odd", throw: 3)
        let drawn = [faces.face(sides: 6), faces.face(sides: 20)]
        let result = ThrowResult(
            table: "odd",
            number: 3,
            id: 9,
            endedAt: at,
            expression: "d6+d20",
            by: "ann",
            outcome: .completed,
            total: Double(drawn[0] + drawn[1]),
            dice: [],
            text: "",
            faces: drawn,
            chance: .nothing,
            proof: EntryProof(
                commitment: seed.commitment,
                seed: seed.hex,
                chain: "link"
            )
        )
        let lines = ExplainedEntry(.thrown(result)).lines
        #expect(
            lines.contains { $0.hasSuffix("mod 6 + 1 = \(drawn[0]), face 1, of a d6") }
        )
        #expect(
            lines.contains {
                $0.hasSuffix("mod 20 + 1 = \(drawn[1]), face 2, of a d20")
            }
        )
        #expect(lines.contains { $0.hasSuffix("= \(drawn[0] + drawn[1])") })
    }

    @Test("an entry that cannot be explained gives the reason") func whatCannotBeExplainedSaysWhy()
        throws
    {
        var turn = Turn(
            id: 1,
            table: "odd",
            turn: 1,
            endedAt: at,
            by: "ann",
            rolls: [],
            dice: [],
            total: 0
        )
        #expect(
            ExplainedEntry(.turn(turn)).lines.last?.contains(
                "before seeds were introduced"
            ) == true
        )
        turn.commitment = try seed().commitment
        #expect(ExplainedEntry(.turn(turn)).lines.last?.contains("no seed") == true)
        turn.seed = String(repeating: "00", count: 32)
        #expect(
            ExplainedEntry(.turn(turn)).lines.contains { $0.hasSuffix("DIFFERENT") }
        )
    }
}
