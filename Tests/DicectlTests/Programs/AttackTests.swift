import DiceModel
import DiceNotation
import DiceProof
import DiceWire
import Glibc
import ProgramTestSupport
import Testing

/// The warnings of dicectl about a daemon that cheats (dicectl(1), "What it shows").
@Suite("A cheating daemon", .room)
struct AttackTests {
    typealias Trick = CheatingDaemon.Trick

    /// Returns the outcome of a roll, a watcher's warnings at the end of the turn, and the findings
    /// of a later verification. The player who ends the turn gets the same warnings as the watcher.
    private func seen(_ trick: Trick) async throws -> (
        roll: Outcome, watched: String, verified: Outcome
    ) {
        let room = try Room.here
        let daemon = try CheatingDaemon(room, trick)
        let watch = try room.startDicectl("watch")
        try await watch.output.first { $0.hasPrefix("default turn 1 roll 0") }
        let roll = try await room.dicectl("roll", "--motion", "none")
        let end = try await room.dicectl("end-turn")
        try await watch.output.first { $0.hasPrefix("default turn 1 ended") }
        watch.signal(SIGINT)
        let watched = try await watch.outcome().complaint
        #expect(end.output.first?.hasPrefix("default turn 1 ended") == true)
        #expect(end.complaint == watched)
        #expect(end.ending == .exited(watched.isEmpty ? 0 : 65))
        let verified = try await room.dicectl("verify")
        withExtendedLifetime(daemon) {}
        return (roll, watched, verified)
    }

    @Test("an honest daemon passes verification")
    func none() async throws {
        let (roll, watched, verified) = try await seen(.none)
        #expect(roll.ending == .exited(0))
        #expect(roll.complaint == "")
        #expect(watched == "")
        #expect(verified.ending == .exited(0))
        #expect(
            verified.output == [
                "turn 1 of default: 1 roll right, 1 promised to you beforehand"
            ]
        )
    }

    @Test(
        "a seed chosen after the entropy was known does not match the commitment"
    )
    func seedAsPromised() async throws {
        let (_, watched, verified) = try await seen(.anotherSeedAsPromised)
        #expect(
            watched.contains(
                "WRONG: turn 1 of default: its seed"
            )
        )
        #expect(verified.ending == .exited(65))
        #expect(verified.complaint.contains("turn 1 of default"))
        #expect(
            verified.complaint.contains("commitment")
        )
    }

    @Test(
        "a replaced seed with its own commitment is detected by the watcher and by verify"
    )
    func seed() async throws {
        let (_, watched, verified) = try await seen(.anotherSeed)
        #expect(
            watched.contains(
                "WRONG: turn 1 of default: its seed"
            )
        )
        #expect(
            verified.output.first?.hasSuffix("none promised to you beforehand") == true
        )
        let notThere =
            "default: missing 1 entry that you rolled in or watched to the end, at a table of this name"
        #expect(verified.output.last?.hasPrefix(notThere) == true)
    }

    @Test("entropy that replaces the roller's own is reported at once")
    func entropy() async throws {
        let (roll, _, verified) = try await seen(.anotherEntropy)
        #expect(roll.ending == .exited(65))
        #expect(
            roll.complaint.contains(
                "WRONG: roll 1 used other entropy than this client sent for it"
            )
        )
        #expect(verified.ending == .exited(65))
    }

    @Test("replaced entropy that is hidden until the turn ends is reported by verify")
    func entropyInTheEnd() async throws {
        let (roll, _, verified) = try await seen(.anotherEntropyInTheEnd)
        #expect(roll.ending == .exited(0))
        #expect(verified.ending == .exited(65))
        #expect(
            verified.complaint.contains("roll 1 was made without your contribution")
        )
    }

    @Test("faces that do not follow from the seed are reported as wrong")
    func faces() async throws {
        let (_, watched, verified) = try await seen(.otherFaces)
        #expect(watched.contains("WRONG: turn 1 of default: die"))
        #expect(watched.contains("its seed gives"))
        #expect(verified.ending == .exited(65))
        #expect(verified.complaint.contains("its seed gives"))
    }

    @Test(
        "a roll whose dice were seen is not accepted as void",
        arguments: [
            (Trick.voidInTheEnd, "default: 1 roll of ann void: bo did not answer"),
            (
                .voidAsItStopped,
                "default: 1 roll of ann void: the daemon claims that it was stopping"
            ),
            (.voidForNobody, ""),
        ]
    )
    func void(_ trick: Trick, _ told: String) async throws {
        let room = try Room.here
        let daemon = try CheatingDaemon(room, trick)
        _ = try await room.did("roll", "--motion", "none")
        let end = try await room.dicectl("end-turn")
        #expect(end.ending == .exited(told.isEmpty ? 65 : 0))
        let verified = try await room.dicectl("verify")
        #expect(verified.ending == .exited(65))
        // Another user has no proof, only the daemon's word about who is to blame.
        let other = try await room.dicectl(
            ["verify"],
            ["XDG_STATE_HOME": room.path("other")]
        )
        if told.isEmpty {
            #expect(
                other.ending == .exited(65)
                    && other.complaint.contains("missing contributor"),
                "\(other.complaint)"
            )
        } else {
            #expect(
                verified.complaint.contains(
                    "you saw the dice of roll 1"
                )
            )
            #expect(other.output.last == told)
        }
        withExtendedLifetime(daemon) {}
    }

    @Test("a contributor that saw dice move detects a roll falsely stored as void")
    func voidForContributors() async throws {
        let room = try Room.here
        let daemon = try CheatingDaemon(room, .voidAsItStopped)
        let bo = try room.startDicectl("contribute", "--as", "bo")
        try await bo.errors.first { $0.contains("contributing") }
        _ = try await room.dicectl(
            ["roll", "--motion", "none"],
            ["XDG_STATE_HOME": room.path("other")]
        )
        try await bo.output.first { $0.contains("roll 1") }
        bo.signal(SIGINT)
        _ = try await bo.outcome()
        let verified = try await room.dicectl("verify")
        #expect(
            verified.complaint.contains(
                "you saw the dice of roll 1"
            )
        )
        withExtendedLifetime(daemon) {}
    }

    @Test(
        "a throw with a false result is detected from its faces",
        arguments: [
            Lie("its text") { $0.text = "2d6: 7 6 = 13" },
            Lie("its expression is not valid") { $0.expression = "2z6" },
            Lie("its outcome") {
                ($0.outcome, $0.faces, $0.dice, $0.total) = (.void, [], [], nil)
            },
            Lie("its edition 2 ") { $0.edition = 2 },
        ]
    )
    func thrown(_ lie: Lie) async throws {
        let room = try Room.here
        let seed = Seed.random()
        var faces = FaceStream(seed, table: "default", throw: 1)
        let evaluation = try Expression(parsing: "2d6").evaluate {
            faces.face(sides: $0)
        }
        var thrown = ThrowResult(
            evaluation,
            table: "default",
            number: 1,
            expression: "2d6",
            by: "ann"
        )
        thrown.id = 1
        thrown.endedAt = Timestamp(millisecondsSinceEpoch: 0)
        thrown.faces = evaluation.draws.map(\.face)
        thrown.entropy = ""
        thrown.reveals = []
        thrown.commitment = seed.commitment
        thrown.seed = seed.hex
        thrown.edition = Edition.current
        func verified() async throws -> Outcome {
            thrown.proof.take(Chain.link(thrown, after: Chain.start))
            try room.makeFile(
                "export",
                String(decoding: thrown.jsonBytes(), as: UTF8.self) + "\n"
            )
            return try await room.dicectl("verify", room.path("export"))
        }
        #expect(try await verified().ending == .exited(0))
        lie.tell(&thrown)
        let outcome = try await verified()
        #expect(outcome.ending == .exited(65))
        #expect(
            outcome.complaint.contains("throw 1 of default (entry 1): \(lie.complaint)")
        )
    }

    struct Lie: Sendable, CustomTestStringConvertible {
        let complaint: String
        let tell: @Sendable (inout ThrowResult) -> Void
        var testDescription: String { complaint }

        init(
            _ complaint: String,
            _ tell: @escaping @Sendable (inout ThrowResult) -> Void
        ) {
            self.complaint = complaint
            self.tell = tell
        }
    }

    @Test(
        "the daemon's owner and a roller cannot bypass an honest contributor",
        arguments: [
            (Trick.none, "", true),
            (
                .anotherReveal, "WRONG: the roll was made without your contribution",
                false
            ),
            (.noReveal, "the roll was made without your contribution", true),
        ]
    )
    func contributor(_ trick: Trick, _ objection: String, isRight: Bool) async throws {
        let room = try Room.here
        let daemon = try CheatingDaemon(room, trick)
        let bo = try room.startDicectl("contribute", "--as", "bo")
        try await bo.errors.first { $0.contains("contributing") }
        _ = try await room.dicectl("roll", "--motion", "none")
        if objection != "" {
            try await bo.errors.first { $0.contains(objection) }
        }
        bo.signal(SIGINT)
        #expect(
            try await bo.outcome().complaint.contains("WRONG")
                == objection.contains("WRONG")
        )
        _ = try await room.did("end-turn")
        let verified = try await room.dicectl("verify")
        #expect((verified.ending == .exited(0)) == isRight, "\(verified.complaint)")
        withExtendedLifetime(daemon) {}
    }

    @Test(
        "an owner and a roller who retry until they like a roll are thwarted by a contributor"
    )
    func chosenAndSpoiled() throws {
        let seed = try #require(Seed(hex: String(repeating: "5a", count: 32)))
        func faces(_ roll: Int, _ entropy: String, _ reveals: [String]) -> [Int] {
            var stream = FaceStream(
                seed,
                table: "default",
                turn: 1,
                roll: roll,
                chance: RollChance(entropy: entropy, reveals: reveals)
            )
            return [stream.face(sides: 6), stream.face(sides: 6)]
        }
        var sixes = 0
        for roll in 1...360 {
            // A fixed seed makes the test reproducible; the bounds are 5 of 6, plus and minus 10
            // standard errors.
            let found = (0..<10_000).lazy.map {
                Digest.text(of: "\(roll) \($0)").prefix(32)
            }.first {
                faces(roll, String($0), []) == [6, 6]
            }
            let entropy = String(try #require(found))
            let reveal = String(Digest.text(of: "secret \(roll)").prefix(32))
            if faces(roll, entropy, [reveal]) == [6, 6] {
                sixes += 1
            }
        }
        #expect(sixes < 26)
    }
}
