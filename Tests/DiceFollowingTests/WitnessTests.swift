import DiceClient
import DiceModel
import DiceProof
import DiceVerifying
import DiceWire
import Foundation
import ProgramTestSupport
import Testing

@testable import DiceFollowing
@testable import DiceJudging

/// The notes about a table, made by a watcher and by a client that sends requests.
struct WitnessTests {
    private let folder: TemporaryFolder
    private let witness: Witness
    private let now = Digest.text(of: "now")
    private let next = Digest.text(of: "next")
    private let throwing = Digest.text(of: "throw")
    private static let dice = [
        DieState(die: 1, sides: 6, value: 4, locked: false, animating: false)
    ]

    init() throws {
        folder = try TemporaryFolder()
        witness = Witness(SeenNotes(stateFolder: folder.path + "/state"))
    }

    /// The lines of the notes without their instants; `nil` if there are no notes, and no folder
    /// for them either.
    private var noted: [String]? {
        guard
            let data = FileManager.default.contents(
                atPath: folder.path + "/state/dicectl/seen"
            )
        else {
            return FileManager.default.fileExists(atPath: folder.path + "/state")
                ? [] : nil
        }
        return String(decoding: data, as: UTF8.self).split(separator: "\n").map {
            String($0.dropFirst(25))
        }
    }

    private func line(_ result: some JSONWritable = EmptyObject()) throws -> ServerLine {
        try #require(
            ServerLine(Reply(id: .integer(1), result: .success(result)).jsonBytes())
        )
    }

    private func snapshot(promises: Bool = true) -> TableSnapshot {
        var snapshot = TableSnapshot(
            table: "home",
            revision: 1,
            turn: 3,
            roll: 0,
            rolling: false,
            dice: Self.dice
        )
        if promises {
            snapshot.commitment = now
            snapshot.throwCommitment = throwing
        }
        return snapshot
    }

    private func tell(_ kind: TableEvent.Kind) throws {
        let event = TableEvent(table: "home", revision: 2, by: "ann", kind: kind)
        witness.received(.notification(.event(event), try line()))
    }

    @Test("a watcher notes commitments and how each turn ends")
    func whoMerelyWatchesNotesWhatIsPromisedAndHowEachTurnEnds() throws {
        witness.received(.table(snapshot(), try line()))
        let promised = ["home turn 3 \(now)", "home throw 0 \(throwing)"]
        #expect(noted == promised)
        try tell(.lockChanged(dice: Self.dice))
        try tell(
            .rollStarted(rolled: [1], chance: .init(commitment: now, added: .nothing))
        )
        try tell(
            .rollSettled(
                rolled: [1],
                outcome: .completed,
                reason: nil,
                absent: nil,
                dice: Self.dice,
                total: 4
            )
        )
        witness.received(.table(snapshot(), try line()))
        #expect(noted == promised, "nothing twice, and nothing of what anybody sees")
        var turn = Turn(
            id: 9,
            table: "home",
            turn: 3,
            endedAt: Timestamp(millisecondsSinceEpoch: 0),
            by: "ann",
            rolls: [],
            dice: [],
            total: 4
        )
        turn.commitment = now
        turn.chain = Digest.text(of: "chain")
        try tell(.turnEnded(turn, nextCommitment: next))
        let ended = [
            "home turn 3 \(now) ended 9 \(Digest.text(of: "chain")) \(next)",
            "home turn 4 \(next)",
        ]
        #expect(noted == promised + ended)
    }

    /// A later reveal must match this throw.
    @Test("the digest of a secret throw is noted") func theDigestOfASecretThrowIsNoted() throws {
        let digest = Digest.text(of: "digest")
        let chain = Digest.text(of: "chain")
        let hidden = ThrowResult(
            table: "home",
            number: 4,
            id: 11,
            endedAt: Timestamp(millisecondsSinceEpoch: 0),
            expression: "d20",
            by: "gm",
            outcome: .other(""),
            total: nil,
            dice: [],
            text: "",
            proof: EntryProof(
                commitment: throwing,
                digest: digest,
                chain: chain,
                edition: 5
            ),
            hidden: true
        )
        try tell(.throwEnded(hidden))
        #expect(noted == ["home throw 4 \(throwing) ended 11 \(chain) - \(digest)"])
        #expect(
            SeenNotes(stateFolder: folder.path + "/state").read().heads[throwing]?
                .digest == digest
        )
    }

    @Test("a table without commitments leaves no file") func whereNothingIsPromisedThereIsNoFile()
        throws
    {
        witness.received(.table(snapshot(promises: false), try line()))
        try tell(.lockChanged(dice: Self.dice))
        witness.sent(Method.roll(RollParams(table: .default)))
        witness.received(.notification(nil, try line()))
        #expect(noted == nil)
    }

    @Test("a client that only looks at a table leaves no file until it rolls")
    func whoOnlyLooksAtATableLeavesNothingUntilTheyRoll() throws {
        let get = Method.get(GetParams(table: .default))
        witness.sent(get)
        witness.answered(get, try line(snapshot()))
        witness.sent(Method.lock(LockParams(table: .default, dice: [1])))
        #expect(noted == nil)
        witness.sent(Method.roll(RollParams(table: .default)))
        #expect(noted == ["home turn 3 \(now)", "home throw 0 \(throwing)"])
    }

    @Test("a roll without animation is noted when its response arrives")
    func ofARollThatMovesNothingItIsNotedWithItsAnswer() throws {
        let get = Method.get(GetParams(table: .default))
        witness.answered(get, try line(snapshot()))
        let entropy = String(repeating: "ab", count: 16)
        let roll = Method.roll(
            RollParams(table: .default, animate: false, entropy: entropy)
        )
        witness.sent(roll)
        #expect(noted == nil)
        let result = RollResult(
            table: "home",
            turn: 3,
            roll: 1,
            by: "ann",
            outcome: .completed,
            reason: nil,
            rolled: [1],
            dice: Self.dice,
            total: 4,
            commitment: now,
            chance: RollChance(entropy: entropy)
        )
        witness.answered(roll, try line(result))
        #expect(
            noted == [
                "home turn 3 \(now)", "home throw 0 \(throwing)",
                "home turn 3 \(now) rolled 1",
                "home turn 3 \(now) added 1 \(entropy)",
            ]
        )
        #expect(witness.takeWarnings().isEmpty)
    }

    /// On a slow connection the next roll's request arrives before the answer to the previous one
    /// is sent.
    @Test("a reveal is noted for the roll that asked for it")
    func whatIsRevealedIsNotedOfTheRollThatAskedForIt() throws {
        witness.received(.table(snapshot(), try line()))
        let home = try #require(TableName("home"))
        var contribution = EntropyContribution(table: home, by: "bo")
        for (roll, entropy) in [(1, "ab"), (2, "cd")] {
            _ = contribution.renew(String(repeating: entropy, count: 16))
            witness.contribution = contribution
            let contributor = Contributor(
                by: "bo",
                commitment: try #require(contribution.commitment)
            )
            try tell(.rollAsked(roll: roll, entropy: "", contributors: [contributor]))
        }
        try tell(
            .rollAsked(
                roll: 3,
                entropy: "",
                contributors: [Contributor(by: "cy", commitment: now)]
            )
        )
        for entropy in ["ab", "cd", "ef"] {
            witness.sent(
                Method.reveal(
                    RevealParams(
                        table: home,
                        entropy: String(repeating: entropy, count: 16)
                    )
                )
            )
        }
        let noted = try #require(noted).filter { $0.contains("added") }
        let of = { (roll: Int, entropy: String) in
            "home turn 3 \(now) added \(roll) \(String(repeating: entropy, count: 16))"
        }
        #expect(noted == [of(1, "ab"), of(2, "cd")])
    }
}
