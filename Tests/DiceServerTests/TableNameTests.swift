import DiceModel
import DiceProof
import DiceTable
import DiceTestSupport
import DiceWire
import Testing

@testable import DiceServer

@Suite("Names of new tables")
@TableActor
struct TableNameTests {
    private let store = TestStore()

    private func tables() async throws -> Tables {
        let tables = Tables(
            store: store,
            clock: TestClock(),
            randomness: DiceRandomness(
                seeds: .derived(from: 1),
                animation: SeededGenerator(seed: 2)
            ),
            now: { Timestamp(millisecondsSinceEpoch: 0) },
            logger: Rig.logger
        )
        try await tables.load(isNew: false)
        return tables
    }

    @Test("the list has the order of creation, without gaps, for those who see a part of it too")
    func order() async throws {
        let tables = try await tables()
        for name in ["kniffel", "away", "zehn"] {
            let table = try #require(TableName(name))
            _ = try await tables.create(CreateParams(table: table, SettingsChange(dice: [6])))
        }
        func created(among: Set<TableName>?) async throws -> [String: Int?] {
            let list = try await tables.summaries(among: among).map { ($0.table, $0.created) }
            return Dictionary(uniqueKeysWithValues: list)
        }
        #expect(try await created(among: nil) == ["kniffel": 1, "away": 2, "zehn": 3])
        try await tables.delete(try #require(TableName("kniffel")))
        #expect(try await created(among: nil) == ["away": 1, "zehn": 2])
        #expect(try await created(among: [try #require(TableName("zehn"))]) == ["zehn": 1])
    }

    @Test(
        "a name that commands read as dice or as a word of theirs is refused",
        arguments: [
            "all", "ALL", "adv", "Dis", "list", "none", "roll", "5", "007", "1.5", "1-3", "d20",
            "2d6", "D6", "3d6kh1", "dF", "d0", "3d", "d9999999", "d20-table", "4d6keep3", "6x4d6",
            "d20advantage",
        ]
    )
    func refused(_ name: String) async throws {
        let table = try #require(TableName(name))
        let error = await #expect(throws: WireError.self) {
            try await tables().create(CreateParams(table: table, SettingsChange(dice: [6])))
        }
        #expect(error?.known == .invalidParams && error?.cause == .nameReadOtherwise)
        #expect(error?.data.param == "table")
    }

    @Test(
        "other names are valid",
        arguments: [
            "allies", "night", "dice20", "dice", "roll2", "2nd", "5th.evening", "odd-1", "d", "dfx",
            "xd", "a2d6",
        ]
    )
    func valid(_ name: String) async throws {
        let table = try #require(TableName(name))
        let made = try await tables().create(
            CreateParams(table: table, SettingsChange(dice: [6]))
        )
        #expect(made.group.name == table)
    }

    @Test("an older table of such a name is still used")
    func older() async throws {
        let table = try #require(TableName("all"))
        try await store.create(StoredTable(new: table, sides: [6]))
        let tables = try await tables()
        #expect(try await tables.table(table).group.name == table)
        let error = await #expect(throws: WireError.self) {
            try await tables.create(CreateParams(table: table, SettingsChange(dice: [6])))
        }
        #expect(error?.cause == .tableExists)
    }
}
