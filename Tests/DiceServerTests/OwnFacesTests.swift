import DiceModel
import DiceProof
import DiceTable
import DiceTestSupport
import DiceWire
import Testing

@testable import DiceServer

@Suite("Tables with custom dice")
@TableActor
struct OwnFacesTests {
    private let rig: Rig

    init() async throws {
        rig = try await Rig()
    }

    private func configure(_ dice: [DieShape]) async throws -> TableSnapshot {
        let table = try rig.table
        try await table.configure(
            ConfigureParams(table: .default, SettingsChange(dice: dice))
        )
        return table.snapshot
    }

    @Test("custom faces have their printed form after create and after configure")
    func written() async throws {
        let die = DieShape(faces: ["sword", " 2 shield + 1 ", ""])
        let name = try #require(TableName("tower"))
        let made = try await rig.tables.create(
            CreateParams(table: name, SettingsChange(dice: [6, die]))
        )
        for dice in [made.snapshot.dice, try await configure([6, die]).dice] {
            #expect(dice.map(\.faces) == [nil, ["sword", "1+2 shield", "blank"]])
            #expect(dice.map(\.sides) == [6, 3])
        }
    }

    @Test(
        "an invalid face is refused with its position, and an excess with the limit",
        arguments: [
            (["a", "{"], "face 2 of die 2", nil),
            (["a\u{1B}", "b"], "face 1 of die 2", nil),
            (["a"], "2 to 1000 sides, not 1", "sides"),
            (
                [String](repeating: "a", count: 1_001), "2 to 1000 sides, not 1001",
                "sides"
            ),
            (
                [String](repeating: "abcdefghijklmnopqrstuvw", count: 1_000),
                "16384",
                "length"
            ),
        ] as [([String], String, String?)]
    )
    nonisolated func refused(_ faces: [String], _ words: String, _ limit: String?)
        async throws
    {
        try await refuse(faces, words, limit)
    }

    private func refuse(_ faces: [String], _ words: String, _ limit: String?)
        async throws
    {
        let error = await #expect(throws: WireError.self) {
            try await configure([6, DieShape(faces: faces)])
        }
        #expect(
            error?.message.contains(words) == true && error?.data.of == limit,
            "\(error?.message ?? "")"
        )
        #expect(error?.known == (limit == nil ? .invalidParams : .limitExceeded))
        #expect(try rig.table.group.dice.count == 5)
    }

    @Test("a blank face counts as sent, and a table keeps its blank faces")
    func blanks() async throws {
        let blanks = DieShape(faces: [String](repeating: "", count: 1_000))
        let error = await #expect(throws: WireError.self) {
            try await configure([blanks, blanks, blanks, blanks])
        }
        #expect(error?.data.of == "length")
        #expect(error?.data.unit == "bytes")
        #expect(error?.data.actual == 20_000)
        let shown = try await configure([blanks, blanks, blanks]).dice
        #expect(try await configure(shown.map(\.shape)).dice == shown)

        let store = TestStore()
        let sword = DieShape(faces: [String](repeating: "blank", count: 1_000))
        let name = TableName.default
        let stored = StoredTable(
            new: name,
            sides: [sword, sword, sword, sword],
            seeds: .derived(from: 1)
        )
        try await store.create(stored)
        let rig = try await Rig(store: store)
        let table = try await rig.tables.table(name)
        try await table.configure(
            ConfigureParams(
                table: name,
                SettingsChange(dice: table.snapshot.dice.map(\.shape), pace: 2)
            )
        )
        #expect(table.snapshot.dice.count == 4)
        #expect(table.group.settings.pace == 2)
    }

    @Test("statistics omit custom faces, in the open turn and in ended ones")
    func statistics() async throws {
        _ = try await configure([20, DieShape(faces: ["hit", "miss"])])
        let table = try rig.table
        let roller = Roller(by: "ann", owner: RollOwner(1_000))
        for _ in 1...2 {
            _ = try await table.roll(
                RollParams(table: .default, animate: false),
                from: roller
            )
            let sizes = try await rig.tables.faces(FaceQuery(table: .one(.default)))
                .faces.map(
                    \.sides
                )
            #expect(!sizes.isEmpty)
            #expect(sizes.allSatisfy { $0 == 20 })
            _ = try await table.endTurn(by: "ann")
        }
    }

    @Test("a watcher keeps the faces across frames that omit them")
    func kept() async throws {
        var seen = try await configure([6, DieShape(faces: ["hit", "5"])])
        let group = try rig.table.group
        let roller = Roller(by: "ann", owner: RollOwner(1_000))
        let table = try rig.table
        _ = try await table.roll(
            RollParams(table: .default, animate: false),
            from: roller
        )
        seen.apply(.frame(group.frame(since: seen.revision)))
        #expect(seen.dice == group.snapshot.dice)
        #expect(seen.total == group.snapshot.total)
    }
}
