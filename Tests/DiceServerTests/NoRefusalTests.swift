import DiceModel
import DiceNotation
import DiceProof
import DiceTable
import DiceTestSupport
import DiceWire
import Testing

@testable import DiceServer

/// Every refusal happens before the seed meets the entropy. After that, the roll counts.
@Suite("Refusals happen before faces are drawn")
@TableActor
struct NoRefusalTests {
    /// Expressions whose dice explode or are rerolled on some faces but not on others.
    fileprivate nonisolated static let dependent = [
        "1d20ro<20", "3d6r<6", "1d2!", "(1d4)d6", "2d6!!", "2d4u", "(1d3)x1d6!p",
    ]

    /// Leaves room for this many dice.
    private func leave(_ room: Int, in rig: Rig) throws {
        try rig.table.inFlight.add(.init(rolled: Limits.diceInFlight - room), of: nil)
    }

    @discardableResult
    private func begin(
        _ text: String,
        in rig: Rig,
        animate: Bool = true,
        entropy: String? = nil,
        owner: RollOwner = RollOwner(1),
        account: Account? = nil
    ) async throws -> ThrowFlight {
        let params = ThrowParams(
            table: .default,
            expression: text,
            animate: animate,
            entropy: entropy
        )
        return try await rig.table.throw(
            try Expression(parsing: text),
            text: text,
            params,
            from: Roller(by: "ann", owner: owner, account: account)
        )
    }

    @Test(
        "a throw with room for its first dice is never refused for dice that its faces add",
        arguments: dependent
    )
    func roomOfFirstDice(_ text: String) async throws {
        for seed in 1...20 {
            let rig = try await Rig(seed: UInt64(seed))
            try leave(3, in: rig)
            try await begin(text, in: rig).stop(.cancel)
        }
    }

    @Test(
        "a guest is not refused for dice that its faces add",
        arguments: dependent
    )
    func roomOfGuest(_ text: String) async throws {
        for seed in 1...20 {
            let rig = try await Rig(isShared: true, seed: UInt64(seed))
            let ann = try rig.connect(
                Permit(account: "ann", mayTakeName: false),
                uid: 4_711
            )
            let owner = ann.connection.owner
            let account = ann.connection.account
            try rig.table.inFlight.add(
                .init(rolled: Limits.diceInFlightPerUser - 3),
                of: .init(owner, account)
            )
            try await begin(text, in: rig, owner: owner, account: account).stop(.cancel)
        }
    }

    @Test(
        "refusals to others and the animation count reveal nothing of unsettled dice"
    )
    func othersLearnNothing() async throws {
        for text in Self.dependent {
            for seed in 1...20 {
                let rig = try await Rig(seed: UInt64(seed))
                try leave(4, in: rig)
                let flying = try await begin(text, in: rig)
                #expect(
                    rig.tables.animatingDice
                        == (try Expression(parsing: text).evaluate { _ in 1 })
                        .firstCount
                )
                try await begin("1d6", in: rig, owner: RollOwner(2)).stop(.cancel)
                flying.stop(.cancel)
            }
        }
    }

    @Test(
        "a chain of a thousand dice uses the room of one die, and twenty chains block no one"
    )
    func chains() async throws {
        let rig = try await Rig()
        var flying: [ThrowFlight] = []
        for _ in 1...20 {
            flying.append(try await begin("1d1000000r<1000000", in: rig))
        }
        #expect(rig.tables.animatingDice == 20)
        let roll = try await rig.roll()
        try rig.table.group.stopAnimation(.cancel)
        for throwing in flying {
            throwing.stop(.cancel)
        }
        #expect(roll.outcome == .cancelled)
    }

    @Test("the throws of one connection leave half of the room to others")
    func half() async throws {
        let rig = try await Rig()
        var flying: [ThrowFlight] = []
        for _ in 1...10 {
            flying.append(try await begin("1000d6", in: rig))
        }
        let error = await #expect(throws: WireError.self) {
            try await begin("1d6", in: rig)
        }
        #expect(error?.known == .limitExceeded)
        #expect(error?.data.limit == Limits.diceInFlight / 2)
        #expect(error?.data.of == "inFlight")
        // There is room for the table's rolls and for the throws of others.
        _ = try await rig.roll()
        flying.append(try await begin("1000d6", in: rig, owner: RollOwner(2)))
        try rig.table.group.stopAnimation(.cancel)
        flying[0].stop(.cancel)
        flying.append(try await begin("1d6", in: rig))
        for throwing in flying {
            throwing.stop(.cancel)
        }
    }

    // MARK: at random, with every limit near its edge

    @Test(
        "refusals and the number of animating dice do not depend on the faces",
        arguments: RandomCase.hundred
    )
    func independentOfFaces(_ random: RandomCase) async throws {
        var outcomes: [[String]] = []
        for seed in 1...3 {
            let script = Script(try await Rig(seed: UInt64(seed)), random)
            outcomes.append(try await script.run(steps: 25, isClockStill: true))
        }
        #expect(outcomes[0] == outcomes[1] && outcomes[1] == outcomes[2])
    }

    @Test(
        "throw numbers have no gap, faces follow from their seeds, and no seed is used twice",
        arguments: RandomCase.hundred
    )
    func noGap(_ random: RandomCase) async throws {
        let rig = try await Rig(seed: nil)
        let script = Script(rig, random)
        _ = try await script.run(steps: 40, isClockStill: false)
        try await script.end()
        #expect(
            rig.store.drawn.values.allSatisfy { $0.count == 1 },
            "\(rig.store.drawn.filter { $0.value.count > 1 })"
        )
        let query = HistoryQuery(.all, limit: 1_000, kind: .all, viewer: "ann")
        let page = try await rig.store.history(query, among: nil)
        let throwing = page.entries.compactMap(\.thrown).sorted {
            $0.number < $1.number
        }
        #expect(rig.store.openThrows.isEmpty)
        #expect(throwing.map(\.number) == Array(1..<throwing.count + 1))
        #expect(try rig.table.group.throwCount == throwing.count)
        for thrown in throwing {
            let seed = try #require(thrown.seed.flatMap { Seed(hex: $0) })
            var faces = FaceStream(
                seed,
                table: "default",
                throw: thrown.number,
                chance: thrown.chance
            )
            let again = try Expression(parsing: thrown.expression).evaluate(
                dice: Limits.diceOfThrow
            ) {
                faces.face(sides: $0)
            }
            #expect(again.draws.map(\.face) == thrown.faces)
            #expect(seed.commitment == thrown.commitment)
        }
        let turns = page.entries.compactMap(\.turn).sorted { $0.turn < $1.turn }
        #expect(turns.map(\.turn) == Array(1..<turns.count + 1))
        for turn in turns {
            #expect(turn.rolls.map(\.roll) == Array(1..<turn.rolls.count + 1))
            let seed = try #require(turn.seed.flatMap { Seed(hex: $0) })
            for roll in turn.rolls where roll.outcome != .void {
                var faces = FaceStream(
                    seed,
                    table: "default",
                    turn: turn.turn,
                    roll: roll.roll,
                    chance: roll.chance
                )
                #expect(
                    roll.rolled.map { roll.values[$0 - 1] }
                        == roll.rolled.map { _ in faces.face(sides: 6) }
                )
            }
        }
        let counted =
            throwing.count
            + turns.reduce(0) { $0 + $1.rolls.count { $0.outcome != .void } }
        #expect(rig.store.drawn.count == counted, "whatever was drawn is on record")
        #expect(
            try rig.table.inFlight.count == script.filled,
            "all room was given back"
        )
    }
}

/// Requests of three owners at one table, selected by a number.
@TableActor
private final class Script {
    private let rig: Rig
    private var random: RandomCase
    private var asked: [Task<RollFlight, any Error>] = []
    /// The number of simulated dice that belong to others.
    private(set) var filled = 0
    private var outcomes: [String] = []

    init(_ rig: Rig, _ random: RandomCase) {
        self.rig = rig
        self.random = random
    }

    func run(steps: Int, isClockStill: Bool) async throws -> [String] {
        for _ in 1...steps {
            try fill(butFor: random.int(0...8))
            if random.int(0...5) == 0 {
                rig.store.fail(write: rig.store.writes + random.int(1...2))
            }
            let kind = random.int(isClockStill ? 3...12 : 0...12)
            let outcome = await step(kind)
            outcomes.append("\(kind) \(outcome) \(rig.tables.animatingDice)")
        }
        return outcomes
    }

    /// Returns the outcome, from the requester's view.
    private func step(_ kind: Int) async -> String {
        let owner = RollOwner(random.int(1...3))
        let entropy = (1...32).map { _ in String(random.int(0...15), radix: 16) }
            .joined()
        do {
            let table = try rig.table
            switch kind {
            case 0, 1: await rig.advance(by: .milliseconds(random.int(1...1_500)))
            case 2:
                let commitment = try #require(Entropy.commitment(Self.secret))
                _ = try table.contribute(commitment, by: "bo", owner: RollOwner(9))
            case 3: table.stopAnimation(.cancel)
            case 4:
                try await table.changeLocks(
                    .toggle,
                    dice: [random.int(1...3)],
                    by: "ann"
                )
            case 5: _ = try await table.endTurn(by: "ann")
            case 6, 7, 8:
                let params = RollParams(
                    table: .default,
                    animate: random.int(0...3) > 0,
                    restart: random.bool(),
                    entropy: entropy
                )
                if let task = try await table.roll(
                    params,
                    from: Roller(by: "ann", owner: owner)
                )
                .task {
                    asked.append(task)
                    if random.bool() {
                        try table.reveal(Self.secret, from: RollOwner(9))
                    }
                }
            default:
                let expressions = NoRefusalTests.dependent + ["1/(1d2-1)", "3"]
                let text = expressions[random.int(0...expressions.count - 1)]
                let params = ThrowParams(
                    table: .default,
                    expression: text,
                    animate: random.int(0...3) > 0,
                    entropy: entropy,
                    seenBy: random.int(0...3) == 0 ? [] : nil
                )
                _ = try await table.throw(
                    try Expression(parsing: text),
                    text: text,
                    params,
                    from: Roller(by: "ann", owner: owner)
                )
            }
            return "done"
        } catch {
            return WireError(error).message
        }
    }

    private static let secret = String(repeating: "b0", count: 16)

    /// Simulates dice that belong to others, so that there is room for only this many more.
    private func fill(butFor room: Int) throws {
        let inFlight = try rig.table.inFlight
        let missing = Limits.diceInFlight - room - inFlight.count
        inFlight.add(.init(rolled: missing), of: nil)
        filled += missing
    }

    /// Settles everything and stores it in history.
    func end() async throws {
        rig.store.fail(false)
        for number in 1...4 {
            rig.store.heal(write: rig.store.writes + number)
        }
        try fill(butFor: 100)
        await rig.advance(by: .seconds(2))
        for task in asked {
            _ = await task.result
        }
        let table = try rig.table
        table.stopAnimation(.cancel)
        try await table.changeLocks(.unlock, dice: [1, 2, 3, 4, 5], by: "ann")
        if table.group.rollsMade > 0 {
            _ = try await table.endTurn(by: "ann")
        }
        table.stopAnimation(.cancel)
        await table.lock.whileHolding { await table.tryToStore() }
    }
}

extension Evaluation {
    /// The number of dice that are known before any face.
    fileprivate var firstCount: Int { draws.count { $0.after.isEmpty } }
}
