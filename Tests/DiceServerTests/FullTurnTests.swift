import DiceModel
import DiceProof
import DiceTable
import DiceTestSupport
import DiceWire
import Testing

@testable import DiceServer

@Suite("Full turns")
@TableActor
struct FullTurnTests {
    private let rig: Rig
    private let table: Table

    init() async throws {
        rig = try await Rig()
        table = try rig.table
        for _ in 1...Limits.rollsPerTurn {
            try await roll()
        }
    }

    @discardableResult
    private func roll(
        _ dice: [Int]? = nil,
        animate: Bool = false,
        restart: Bool = false
    )
        async throws -> RollFlight
    {
        let params = RollParams(
            table: .default,
            dice: dice,
            animate: animate,
            restart: restart
        )
        return try #require(
            try await table.roll(
                params,
                from: Roller(by: "ann", owner: RollOwner(1_000))
            ).flight
        )
    }

    @Test(
        "a roll past the limit ends the turn, keeps the locks and opens the next turn"
    )
    func ended() async throws {
        try await table.changeLocks(.lock, dice: [2], by: "ann")
        let watcher = RecordingOutput()
        _ = table.watch(RollOwner(7), output: watcher)
        let before = table.group.snapshot.dice.map(\.value)
        let roll = try await roll()
        #expect(roll.turn == 2)
        #expect(roll.number == 1)
        #expect(roll.rolled == [1, 3, 4, 5])
        #expect(table.group.dice.map(\.locked) == [false, true, false, false, false])
        let page = try await rig.store.history(
            HistoryQuery(of: .default, limit: 10, before: nil)
        )
        #expect(page.turns.count == 1)
        let entry = try #require(page.turns.first)
        #expect(entry.full == true)
        #expect(entry.turn == 1)
        #expect(entry.by == "ann")
        #expect(entry.rolls.count == Limits.rollsPerTurn)
        #expect(entry.dice.map(\.value) == before && entry.dice[1].locked)
        #expect(rig.store.stored()?.turn == 2)
        #expect(rig.store.openRolls().count == 1)
        let events = watcher.told().map(\.name).filter { $0 != "frame" }
        #expect(events == ["turnEnded", "rollStarted", "rollSettled"])
    }

    private static let entropy = String(repeating: "0e", count: 16)

    @Test(
        "a roll with entropy ends the turn and is refused, to be sent with the next commitment"
    )
    func entropy() async throws {
        let watcher = RecordingOutput()
        _ = table.watch(RollOwner(7), output: watcher)
        let params = RollParams(table: .default, animate: false, entropy: Self.entropy)
        let error = await #expect(throws: WireError.self) {
            try await table.roll(
                params,
                from: Roller(by: "ann", owner: RollOwner(1_000))
            )
        }
        #expect(error?.known == .commitmentChanged)
        #expect(error?.data.nextCommitment == table.group.seed?.commitment)
        #expect(error?.data.nextCommitment != nil)
        #expect(watcher.told().map(\.name).filter { $0 != "frame" } == ["turnEnded"])
        let entry = try #require(
            try await rig.store.history(HistoryQuery(of: .default)).turns.first
        )
        #expect(entry.full == true)
        #expect(entry.rolls.count == Limits.rollsPerTurn)
        #expect(rig.store.stored()?.turn == 2)
        #expect(rig.store.openRolls().isEmpty)
        #expect(rig.store.drawn.count == Limits.rollsPerTurn, "no face was drawn")
        let roll = try #require(
            try await table.roll(
                params,
                from: Roller(by: "ann", owner: RollOwner(1_000))
            ).flight
        )
        #expect(roll.turn == 2)
        #expect(roll.number == 1)
        #expect(roll.commitment == error?.data.nextCommitment)
    }

    @Test(
        "promises remain while a roll with entropy is resent, and no one is asked before that"
    )
    func promised() async throws {
        let secret = String(repeating: "b0", count: 16)
        let commitment = try #require(Entropy.commitment(secret))
        let promised = try table.contribute(commitment, by: "bo", owner: RollOwner(9))
            .contributors
        let watcher = RecordingOutput()
        _ = table.watch(RollOwner(7), output: watcher)
        let params = RollParams(table: .default, animate: false, entropy: Self.entropy)
        let error = await #expect(throws: WireError.self) {
            try await table.roll(
                params,
                from: Roller(by: "ann", owner: RollOwner(1_000))
            )
        }
        #expect(error?.known == .commitmentChanged)
        #expect(table.asked == nil)
        #expect(table.contributors == promised)
        #expect(table.inFlight.count == 0)
        #expect(watcher.told().map(\.name).filter { $0 != "frame" } == ["turnEnded"])
        let asked = try await table.roll(
            params,
            from: Roller(by: "ann", owner: RollOwner(1_000))
        )
        .task
        let rolling = try #require(asked)
        for _ in 1...10 {
            await Task.yield()
        }
        try table.reveal(secret, from: RollOwner(9))
        let roll = try await rolling.ended()
        #expect(roll.turn == 2)
        #expect(roll.number == 1)
        #expect(roll.chance.reveals == [secret])
        #expect(roll.outcome == .completed)
    }

    @Test("the roll that ends the turn asks those who were absent in it")
    func absent() async throws {
        let at = Timestamp(millisecondsSinceEpoch: 0)
        _ = table.group.begin(
            table.group.voidRoll(
                by: "ann",
                at: at,
                entropy: nil,
                reason: .absent,
                absent: ["bo"]
            )
        )
        let commitment = try #require(Entropy.commitment(Self.entropy))
        #expect(
            try table.contribute(commitment, by: "bo", owner: RollOwner(9)).contributors
                .map(
                    \.nextTurn
                ) == [true]
        )
        let params = RollParams(table: .default, animate: false)
        let asked = try await table.roll(
            params,
            from: Roller(by: "ann", owner: RollOwner(1_000))
        )
        .task
        #expect(table.asked?.contributions.map(\.contributor.by) == ["bo"])
        table.asked?.stop(.serverStopping)
        #expect(try await asked?.ended().turn == 2)
    }

    @Test(
        "a roll with entropy fails if the turn cannot be stored, and the turn stays open"
    )
    func unstored() async throws {
        rig.store.fail(true)
        let params = RollParams(table: .default, animate: false, entropy: Self.entropy)
        await #expect(throws: StoreError.self) {
            try await table.roll(
                params,
                from: Roller(by: "ann", owner: RollOwner(1_000))
            )
        }
        #expect(table.group.turn == 1)
        #expect(table.group.rollCount == Limits.rollsPerTurn)
    }

    @Test("a refused roll does not end the turn")
    func refused() async throws {
        await #expect(throws: DiceError.noSuchDie([9])) { try await roll([9]) }
        try await table.changeLocks(.lock, dice: [1, 2, 3, 4, 5], by: "ann")
        await #expect(throws: DiceError.allLocked) { try await roll() }
        #expect(table.group.turn == 1)
        #expect(
            try await rig.store.history(
                HistoryQuery(of: .default, limit: 1, before: nil)
            ).turns
                .isEmpty
        )
    }

    @Test(
        "a restarted roll settles the dice in flight, then ends their turn"
    )
    func restarted() async throws {
        _ = try await table.endTurn(by: "ann")
        for _ in 1..<Limits.rollsPerTurn {
            try await roll()
        }
        let first = try await roll(animate: true)
        await #expect(throws: DiceError.busy) { try await roll() }
        #expect(table.group.turn == 2)
        let second = try await roll(animate: true, restart: true)
        #expect(first.outcome == .cancelled)
        #expect(first.reason == .restart)
        #expect(first.turn == 2)
        #expect(second.turn == 3)
        #expect(second.number == 1)
        table.group.stopAnimation(.cancel)
    }

    @Test("a refused roll neither ends a turn nor settles dice")
    func refusedRoll() async throws {
        let before = table.group.snapshot
        let sides = [DieShape](repeating: 6, count: 1_000)
        var others: [Table] = []
        for number in 1...20 {
            let name = try #require(TableName("t\(number)"))
            let other = try await rig.tables.create(
                CreateParams(table: name, SettingsChange(dice: sides))
            )
            others.append(other)
            _ = try await other.roll(
                RollParams(table: name),
                from: Roller(by: "ann", owner: RollOwner(1))
            )
        }
        await #expect(throws: WireError.self) { try await roll(animate: true) }
        #expect(table.group.snapshot == before)
        for other in others {
            other.group.stopAnimation(.cancel)
        }

        _ = try await roll(animate: true)
        for _ in 2...Limits.rollsPerTurn {
            try await roll(animate: true, restart: true)
        }
        let moving = table.group.roll
        rig.store.fail(true)
        await #expect(throws: StoreError.self) {
            try await roll(animate: true, restart: true)
        }
        #expect(table.group.roll === moving)
        #expect(moving?.outcome == nil)
        rig.store.fail(false)
        try await roll(animate: true, restart: true)
        #expect(moving?.outcome == .cancelled)
        #expect(moving?.reason == .restart)
        #expect(table.group.turn == 3)
        let entry = try #require(
            try await rig.store.history(
                HistoryQuery(of: .default, limit: 1, before: nil)
            ).turns
                .first
        )
        #expect(entry.dice.map(\.value) == moving?.dice.map(\.value))
    }
}
