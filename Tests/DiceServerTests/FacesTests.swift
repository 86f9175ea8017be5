import DiceModel
import DiceTable
import DiceTestSupport
import Testing

@testable import DiceServer
@testable import DiceWire

@Suite("Faces rolled at a table")
@TableActor
struct FacesTests {
    private let rig: Rig
    private let table: Table

    init() async throws {
        rig = try await Rig()
        table = try rig.table
    }

    private func roll(animate: Bool = true, restart: Bool = false, by: String = "ann")
        async throws
        -> RollFlight
    {
        let params = RollParams(table: .default, animate: animate, restart: restart)
        return try #require(
            try await table.roll(params, from: Roller(by: by, owner: RollOwner(1_000)))
                .flight
        )
    }

    /// Returns the number of counted dice.
    private func counted(_ query: FaceQuery = FaceQuery(table: .one(.default)))
        async throws -> Int
    {
        try await rig.tables.faces(query).faces.filter { $0.by == query.by }.reduce(0) {
            $0 + $1.rolls
        }
    }

    @Test("faces of rolling dice are omitted until the last die settles")
    func inFlight() async throws {
        #expect(
            try await rig.tables.faces(FaceQuery(table: .one(.default))).faces.isEmpty
        )
        _ = try await roll(animate: false)
        #expect(try await counted() == 5)
        _ = try await roll()
        #expect(try await counted() == 5)
        table.group.stopAnimation(.cancel)
        #expect(try await counted() == 10)
        let faces = try #require(
            try await rig.tables.faces(FaceQuery(table: .one(.default))).faces.first
        ).counts
        var values = [Int](repeating: 0, count: 6)
        for roll in rig.store.openRolls() {
            for value in roll.values {
                values[value - 1] += 1
            }
        }
        #expect(faces == values)
    }

    @Test(
        "faces of a restarted roll count at once, those of the new roll only when settled"
    )
    func restarted() async throws {
        _ = try await roll()
        _ = try await roll(restart: true)
        #expect(try await counted() == 5)
        table.group.stopAnimation(.cancel)
        _ = try await table.endTurn(by: "ann")
        #expect(try await counted() == 10)
    }

    @Test("a stored roll that has not begun is omitted")
    func stored() async throws {
        rig.store.hold(done: true)
        let rolling = Task { try await roll() }
        try await rig.store.waitForHeldWrite()
        #expect(rig.store.openRolls().count == 1)
        #expect(try await counted() == 0)
        rig.store.goOn()
        _ = try await rolling.ended()
        #expect(try await counted() == 0)
        table.group.stopAnimation(.cancel)
        #expect(try await counted() == 5)
    }

    @Test(
        "a turn that ends in mid-roll reveals no faces before its dice settle"
    )
    func endedInMidRoll() async throws {
        for _ in 1..<Limits.rollsPerTurn {
            _ = try await roll(animate: false)
        }
        let moving = try await roll()
        rig.store.hold(done: true)
        let next = Task { try await roll(restart: true) }
        try await rig.store.waitForHeldWrite()
        #expect(rig.store.stored()?.turn == 2)
        #expect(moving.outcome == nil)
        let outcome = Task {
            let count = try await counted()
            return (count, moving.outcome)
        }
        let told = Task {
            let page = try await rig.tables.history(
                HistoryQuery(of: .default),
                among: nil
            )
            return (page.entries.count, moving.outcome)
        }
        for _ in 1...20 {
            await Task.yield()
        }
        rig.store.goOn()
        #expect(try await outcome.ended() == (5 * Limits.rollsPerTurn, .cancelled))
        #expect(try await told.ended() == (1, .cancelled))
        _ = try await next.ended()
        #expect(try await counted() == 5 * Limits.rollsPerTurn)
        table.group.stopAnimation(.cancel)
        #expect(try await counted() == 5 * Limits.rollsPerTurn + 5)
    }

    @Test(
        "a backup gets moving rolls and the state before them, once everything stored is shown"
    )
    func backup() async throws {
        let params = BackupParams(.path("/tmp/never"))
        _ = try await roll(animate: false)
        _ = try await rig.tables.backup(params)
        #expect(rig.store.untold.tables.isEmpty)
        let before = table.group.stored
        rig.store.hold(done: true)
        let rolling = Task { try await roll() }
        try await rig.store.waitForHeldWrite()
        let copying = Task { try await rig.tables.backup(params) }
        for _ in 1...20 {
            await Task.yield()
        }
        rig.store.goOn()
        _ = try await rolling.ended()
        _ = try await copying.ended()
        #expect(rig.store.untold.tables == [before])
        let moving = try #require(table.group.roll)
        _ = try await roll(restart: true)
        _ = try await rig.tables.backup(params)
        #expect(rig.store.untold.tables.map(\.rollCount) == [2])
        #expect(
            rig.store.untold.tables.map { $0.dice.map(\.value) } == [
                moving.dice.map(\.value)
            ]
        )
        table.group.stopAnimation(.cancel)
        _ = try await rig.tables.backup(params)
        #expect(rig.store.untold.tables.isEmpty)
    }

    @Test("a query for too many faces is refused, and one for fewer is answered")
    func tooMany() async throws {
        let name = try #require(TableName("large"))
        let large = try await rig.tables.create(
            CreateParams(
                table: name,
                SettingsChange(dice: Array(repeating: 1_000, count: 100))
            )
        )
        for player in 1...300 {
            let params = RollParams(table: name, animate: false)
            _ = try await large.roll(
                params,
                from: Roller(by: "p\(player)", owner: RollOwner(1))
            )
        }
        let error = await #expect(throws: WireError.self) {
            try await rig.tables.faces(FaceQuery(table: .one(name)))
        }
        #expect(error?.data.cause == "statisticsTooLarge")
        #expect(error?.data.limit == Tables.largestStatistics)
        #expect(
            try await counted(FaceQuery(table: .one(name), by: "p7", sides: 1_000))
                == 100
        )
        let missing = await #expect(throws: WireError.self) {
            try await rig.tables.faces(
                FaceQuery(table: .one(try #require(TableName("nowhere"))))
            )
        }
        #expect(missing?.known == .tableNotFound)
    }
}
