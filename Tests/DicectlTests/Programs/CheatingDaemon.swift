import DiceModel
import DiceProof
import DiceWire
import ProgramTestSupport

/// A daemon whose owner wants certain faces on both dice of the table `default`, and which uses a
/// trick to get them.
final class CheatingDaemon: Sendable {
    enum Trick: Sendable {
        /// Follows the protocol.
        case none
        /// Chooses another seed after learning the entropy, and reveals it with its own commitment.
        case anotherSeed
        /// Does the same, but claims that the seed is the promised one.
        case anotherSeedAsPromised
        /// Replaces the roller's entropy.
        case anotherEntropy
        /// Does the same, and hides it until the turn ends.
        case anotherEntropyInTheEnd
        /// Shows faces that do not follow from its seed: the opposite of each.
        case otherFaces
        /// Requests a contributor's reveal and replaces it.
        case anotherReveal
        /// Does not request the contributor's reveal.
        case noReveal
        /// Claims at the end of the turn that an unwanted roll was void because a contributor did
        /// not answer.
        case voidInTheEnd
        /// Does the same, and names no contributor.
        case voidForNobody
        /// Does the same, and claims that it was shutting down.
        case voidAsItStopped
    }

    private struct State {
        var watchers: [Int] = []
        var contributor: (connection: Int, promise: Contributor)?
        /// The pending roll's connection and entropy.
        var asked: (connection: Int, id: String, entropy: String)?
        var seed: Seed
        var record: RollRecord?
    }

    private let trick: Trick
    private let promised = Seed.random()
    private let state: Locked<State>
    private let daemon = Locked<ScriptedDaemon?>(nil)

    init(_ room: Room, _ trick: Trick) throws {
        self.trick = trick
        state = Locked(State(seed: promised))
        let daemon = try ScriptedDaemon(room, isShown: true) { self.answer($1, on: $0) }
        self.daemon.withLock { $0 = daemon }
    }

    private func answer(_ request: JSON, on connection: Int) -> ScriptedDaemon.Answer {
        let params = request["params"]
        switch request["method"].string {
        case "hello": return .result(ScriptedDaemon.hello)
        case "table.watch":
            state.withLock { $0.watchers.append(connection) }
            return .result(text(snapshot))
        case "table.contribute":
            let promise = Contributor(
                by: "bo",
                commitment: params["commitment"].string ?? ""
            )
            state.withLock { $0.contributor = (connection, promise) }
            announce(.contributorsChanged([promise]))
            return .result(text(ContributeResult(contributors: [promise])))
        case "table.roll":
            let entropy = params["entropy"].string ?? ""
            guard let promise = state.withLock({ $0.contributor?.promise }) else {
                return .result(text(roll(with: entropy, reveal: nil)))
            }
            guard trick != .noReveal else {
                return .result(text(roll(with: entropy, reveal: nil)))
            }
            state.withLock { $0.asked = (connection, request["id"].text, entropy) }
            announce(.rollAsked(roll: 1, entropy: entropy, contributors: [promise]))
            return .silence
        case "table.reveal":
            if let asked = state.withLock({ $0.asked }) {
                let result = text(
                    roll(with: asked.entropy, reveal: params["entropy"].string)
                )
                say(
                    #"{"jsonrpc":"2.0","id":\#(asked.id),"result":\#(result)}"#,
                    on: asked.connection
                )
            }
            return .result("{}")
        case "table.endTurn":
            announce(.turnEnded(entry))
            return .result(text(entry))
        case "table.history":
            return .result(text(HistoryPage(entries: [.turn(entry)], more: false)))
        default: return .result(text(snapshot))
        }
    }

    /// Chooses whatever the trick allows, at least once, until both dice show a six.
    private func roll(with sent: String, reveal: String?) -> RollResult {
        var seed = promised
        var entropy = sent
        var reveals = reveal.map { [$0] } ?? []
        var values: [Int]
        repeat {
            switch trick {
            case .none, .otherFaces, .voidInTheEnd, .voidForNobody, .voidAsItStopped:
                break
            case .anotherSeed, .anotherSeedAsPromised: seed = .random()
            case .anotherEntropy, .anotherEntropyInTheEnd: entropy = Entropy.fresh()
            case .anotherReveal, .noReveal: reveals = [Entropy.fresh()]
            }
            values = faces(seed, entropy, reveals)
        } while values != [6, 6] && choosesFaces
        if trick == .otherFaces {
            values = values.map { 7 - $0 }
        }
        let record = RollRecord(
            roll: 1,
            by: "ann",
            at: Timestamp(millisecondsSinceEpoch: 4_000_000_000_000),
            outcome: .completed,
            rolled: [1, 2],
            values: values,
            chance: RollChance(entropy: entropy, reveals: reveals)
        )
        state.withLock { ($0.seed, $0.record) = (seed, record) }
        announce(
            .rollStarted(
                rolled: [1, 2],
                chance: TableEvent.RollEntropy(
                    commitment: promised.commitment,
                    added: RollChance(entropy: entropy, reveals: reveals)
                )
            )
        )
        return RollResult(
            table: "default",
            turn: 1,
            roll: 1,
            by: "ann",
            outcome: .completed,
            reason: nil,
            rolled: [1, 2],
            dice: dice(values),
            total: values.reduce(0, +),
            commitment: promised.commitment,
            chance: RollChance(
                entropy: trick == .anotherEntropy ? entropy : sent,
                reveals: reveals
            )
        )
    }

    private var choosesFaces: Bool {
        switch trick {
        case .none, .otherFaces, .voidInTheEnd, .voidForNobody, .voidAsItStopped: false
        default: true
        }
    }

    private func faces(_ seed: Seed, _ entropy: String, _ reveals: [String]) -> [Int] {
        var stream = FaceStream(
            seed,
            table: "default",
            turn: 1,
            roll: 1,
            chance: RollChance(entropy: entropy, reveals: reveals)
        )
        return [stream.face(sides: 6), stream.face(sides: 6)]
    }

    private func dice(_ values: [Int]) -> [DieState] {
        values.enumerated().map {
            DieState(
                die: $0.offset + 1,
                sides: 6,
                value: $0.element,
                locked: false,
                animating: false
            )
        }
    }

    private var snapshot: TableSnapshot {
        TableSnapshot(
            table: "default",
            revision: 1,
            turn: 1,
            roll: 0,
            rolling: false,
            commitment: promised.commitment,
            dice: dice([1, 1])
        )
    }

    /// The daemon's entry at the end of the turn: consistent in itself, except for the trick.
    private var entry: Turn {
        let seed = state.withLock { $0.seed }
        var record = state.withLock { $0.record }
        if let reason = voids, var void = record {
            void.outcome = .void
            void.rolled = []
            void.values = [1, 1]
            void.reveals = []
            void.reason = reason
            void.absent = trick == .voidInTheEnd ? ["bo"] : []
            record = void
        }
        let values = record?.values ?? []
        var turn = Turn(
            id: 1,
            table: "default",
            turn: 1,
            endedAt: Timestamp(millisecondsSinceEpoch: 4_000_000_000_000),
            by: "ann",
            rolls: record.map { [$0] } ?? [],
            dice: values.enumerated().map {
                TurnDie(die: $0.offset + 1, sides: 6, value: $0.element, locked: false)
            },
            total: values.reduce(0, +),
            proof: EntryProof(
                commitment: trick == .anotherSeed
                    ? seed.commitment : promised.commitment,
                seed: seed.hex,
                edition: Edition.current
            )
        )
        turn.proof.take(Chain.link(turn, after: Chain.start) { $0.jsonBytes() })
        return turn
    }

    /// The reason that the daemon gives for void rolls.
    private var voids: CancelReason? {
        switch trick {
        case .voidInTheEnd, .voidForNobody: .absent
        case .voidAsItStopped: .serverStopping
        default: nil
        }
    }

    private func announce(_ kind: TableEvent.Kind) {
        let line = text(
            Notification.event(
                TableEvent(table: "default", revision: 2, by: "ann", kind: kind)
            )
        )
        for watcher in state.withLock({ $0.watchers }) {
            say(line, on: watcher)
        }
    }

    private func say(_ line: String, on connection: Int) {
        daemon.withLock { $0 }?.say(line, on: connection)
    }

    private func text(_ message: some JSONWritable) -> String {
        var json = JSONWriter()
        message.write(to: &json)
        return String(decoding: json.bytes, as: UTF8.self)
    }
}
