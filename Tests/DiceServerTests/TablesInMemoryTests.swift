import DiceModel
import DiceNotation
import DiceProof
import DiceTable
import DiceTestSupport
import DiceWire
import Testing

@testable import DiceServer

@Suite("Lazy loading of tables")
@TableActor
struct TablesInMemoryTests {
    private let store = TestStore()
    private let clock = TestClock()
    private let tables: Tables

    /// Room for the dice of two of the ten tables; each table has 50 dice.
    init() async throws {
        for number in 0..<10 {
            try await store.create(
                StoredTable(new: try Self.name(number), sides: Self.sides)
            )
        }
        tables = try await Self.tables(store, clock, restingWeight: 200)
    }

    private static func tables(
        _ store: TestStore,
        _ clock: TestClock,
        restingWeight: Int
    )
        async throws -> Tables
    {
        let tables = Tables(
            store: store,
            clock: clock,
            randomness: DiceRandomness(
                seeds: .derived(from: 1),
                animation: SeededGenerator(seed: 2)
            ),
            now: { Timestamp(millisecondsSinceEpoch: 0) },
            logger: Rig.logger,
            restingWeight: restingWeight
        )
        try await tables.load(isNew: false)
        return tables
    }

    private static let sides = [DieShape](repeating: 6, count: 50)
    private static func name(_ number: Int) throws -> TableName {
        try #require(TableName("t\(number)"))
    }

    private func loaded() throws -> [Int] {
        try (0..<10).filter { try tables.loaded(Self.name($0)) != nil }
    }

    private func roll(_ number: Int, animate: Bool = false) async throws -> RollFlight {
        let params = RollParams(table: try Self.name(number), animate: animate)
        let table = try await tables.table(params.table)
        return try #require(
            try await table.roll(params, from: Roller(by: "ann", owner: RollOwner(1)))
                .flight
        )
    }

    private func use(_ numbers: some Sequence<Int>) async throws {
        for number in numbers {
            _ = try await tables.table(Self.name(number))
        }
    }

    @Test("a start reads no table, and all tables are counted and listed")
    func listed() async throws {
        #expect(try loaded() == [])
        #expect(tables.count == 10)
        _ = try await roll(3)
        let list = try await tables.summaries(among: nil)
        #expect(list.map(\.table) == (0..<10).map { "t\($0)" })
        #expect(list.map(\.dice) == Array(repeating: 50, count: 10))
        #expect(list.map(\.roll) == [0, 0, 0, 1, 0, 0, 0, 0, 0, 0])
        #expect(try loaded() == [3])
    }

    @Test(
        "the least recently used tables are evicted, and reload unchanged with higher revisions"
    )
    func leave() async throws {
        _ = try await roll(0)
        let before = try await tables.table(Self.name(0)).group.snapshot
        try await use(1..<4)
        #expect(try loaded() == [2, 3])
        #expect(try await tables.summaries(among: nil)[0].roll == 1)
        let after = try await tables.table(Self.name(0)).group.snapshot
        #expect(after.dice.map(\.value) == before.dice.map(\.value))
        #expect(after.roll == 1)
        #expect(after.revision > before.revision)
    }

    @Test("a table used again stays in memory longer than an unused one")
    func order() async throws {
        let tables = try await Self.tables(store, clock, restingWeight: 400)
        for number in [0, 1, 2, 3, 0, 4] {
            _ = try await tables.table(Self.name(number))
        }
        #expect(
            try (0..<10).filter { try tables.loaded(Self.name($0)) != nil } == [0, 4]
        )
    }

    @Test(
        "a table no longer in use is evicted after a quiet time"
    )
    func quiet() async throws {
        var held: [Table] = []
        for number in 0..<10 {
            held.append(try await tables.table(Self.name(number)))
        }
        #expect(await tables.tidy())
        #expect(try loaded().count == 10)
        held = []
        #expect(await tables.tidy())
        #expect(try loaded().isEmpty)
    }

    @Test("a table that is held, watched or rolling stays the only instance of its name")
    func stay() async throws {
        let held = try await tables.table(Self.name(0))
        let output = RecordingOutput()
        _ = try await tables.table(Self.name(1)).watch(RollOwner(7), output: output)
        let roll = try await roll(2, animate: true)
        try await use(3..<10)
        #expect(try Set(loaded()).isSuperset(of: [0, 1, 2]))
        #expect(try await tables.table(Self.name(0)) === held)
        #expect(try await tables.table(Self.name(1)).subscribers.count == 1)
        #expect(
            try await tables.summaries(among: nil).map(\.watchers) == [
                0, 1, 0, 0, 0, 0, 0, 0, 0, 0,
            ]
        )
        #expect(try await tables.table(Self.name(2)).group.roll === roll)
        try await tables.table(Self.name(2)).group.stopAnimation(.cancel)
    }

    /// Ends a throw without being able to store it.
    private func endThrow(_ number: Int) async throws {
        let table = try await tables.table(Self.name(number))
        let text = "d6"
        let flying = try await table.throw(
            try Expression(parsing: text),
            text: text,
            ThrowParams(table: table.group.name, expression: text),
            from: Roller(by: "ann", owner: RollOwner(1))
        )
        flying.stop(.cancel)
        await table.outcomeStored()
    }

    @Test(
        "a table with an unstored change or an open promise stays in memory until that ends"
    )
    func owing() async throws {
        store.fail(write: store.writes + 2)
        try await endThrow(2)
        store.fail(true)
        await #expect(throws: WireError.self) { _ = try await roll(0) }
        store.fail(false)
        let commitment = String(repeating: "0", count: 64)
        _ = try await tables.table(Self.name(1)).contribute(
            commitment,
            by: "bo",
            owner: RollOwner(7)
        )
        try await use(3..<10)
        #expect(try Set(loaded()).isSuperset(of: [0, 1, 2]))
        #expect(store.openThrows.count == 1)
        _ = try await roll(0)
        try await tables.table(Self.name(1)).contributorLeft(RollOwner(7))
        try await endThrow(2)
        try await use(3..<10)
        #expect(try Set(loaded()).isDisjoint(with: [0, 1, 2]))
        #expect(store.openThrows.isEmpty)
        #expect(store.openRolls(try Self.name(0)).count == 2)
    }

    @Test("concurrent requests for one table get the same instance")
    func atOnce() async throws {
        let name = try Self.name(5)
        let asking = (1...20).map { _ in Task { try await tables.table(name) } }
        var all: Set<ObjectIdentifier> = []
        for task in asking {
            all.insert(ObjectIdentifier(try await task.ended()))
        }
        #expect(all.count == 1)
    }

    @Test("a table deleted and created anew continues with higher revisions")
    func madeAnew() async throws {
        let name = try Self.name(4)
        for _ in 1...9 {
            _ = try await roll(4)
        }
        let revision = try await tables.table(name).group.revision
        try await tables.delete(name)
        #expect(throws: WireError.self) { try tables.loaded(name) }
        let made = try await tables.create(
            CreateParams(table: name, SettingsChange(dice: [6]))
        )
        #expect(made.group.revision > revision)
    }

    @Test("a table outside memory is deleted without being read")
    func deleted() async throws {
        try await tables.delete(Self.name(6))
        #expect(try await store.names().count == 9)
        #expect(tables.count == 9)
        #expect(try loadedNames() == [])
    }

    private func loadedNames() throws -> [Int] {
        try (0..<10).filter { $0 != 6 }.filter {
            try tables.loaded(Self.name($0)) != nil
        }
    }

    @Test(
        "a roll that would exceed the dice in flight is refused until others settle"
    )
    func inFlight() async throws {
        let sides = [DieShape](repeating: 6, count: 1_000)
        var rolls: [RollFlight?] = []
        for number in 0...20 {
            let name = try #require(TableName("large\(number)"))
            let table = try await tables.create(
                CreateParams(table: name, SettingsChange(dice: sides))
            )
            let params = RollParams(table: name)
            if number < 20 {
                rolls.append(
                    try await table.roll(
                        params,
                        from: Roller(by: "ann", owner: RollOwner(1))
                    )
                    .flight
                )
                continue
            }
            let error = await #expect(throws: WireError.self) {
                _ = try await table.roll(
                    params,
                    from: Roller(by: "ann", owner: RollOwner(1))
                )
            }
            #expect(error?.known == .limitExceeded)
            #expect(error?.data.limit == Limits.diceInFlight)
            #expect(error?.data.of == "inFlight")
            let first = try await tables.table(#require(TableName("large0")))
            let again = RollParams(table: first.group.name, restart: true)
            rolls.append(
                try await first.roll(
                    again,
                    from: Roller(by: "ann", owner: RollOwner(1))
                ).flight
            )
            #expect(table.group.rollCount == 0)
            let still = RollParams(table: name, animate: false)
            let stillRolled = try await table.roll(
                still,
                from: Roller(by: "ann", owner: RollOwner(1))
            ).flight
            #expect(stillRolled?.outcome == .completed)
            try await tables.table(#require(TableName("large0"))).group.stopAnimation(
                .cancel
            )
            // Unstored throws need no extra room.
            store.fail(true)
            await #expect(throws: WireError.self) {
                _ = try await table.roll(
                    params,
                    from: Roller(by: "ann", owner: RollOwner(1))
                )
            }
            store.fail(false)
            rolls.append(
                try await table.roll(
                    params,
                    from: Roller(by: "ann", owner: RollOwner(1))
                ).flight
            )
        }
        await tables.stop {}
        #expect(rolls.allSatisfy { $0?.outcome == .cancelled })
    }
}
