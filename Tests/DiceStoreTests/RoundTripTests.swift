import DiceModel
import DiceProof
import DiceTable
import Foundation
import Testing

@testable import DiceStore

@Suite struct RoundTripTests {
    @Test func listsAreWrittenAsAnEncoderWritesThem() async throws {
        let table = StoredTable(new: .default, sides: [6, 1_000])
        let names = ["ann", #"a"\/b"#, "é 🎲", "ann"]
        var rolls = names.enumerated().map { table.roll($0.offset + 1, by: $0.element) }
        rolls[1].rolled = []
        rolls[2].outcome = .cancelled
        (rolls[0].entropy, rolls[0].reveals) = ("", [])
        (rolls[1].entropy, rolls[1].reveals) = (String(repeating: "a1", count: 16), ["0b", "0c"])
        (rolls[3].entropy, rolls[3].reveals, rolls[3].absent) = ("", [], ["bo", "é"])
        (rolls[2].outcome, rolls[2].reason, rolls[2].absent) = (.void, .serverStopping, [])
        for count in 0...rolls.count {
            let some = Array(rolls.prefix(count))
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys]
            let text = try Records.json(some)
            #expect(try JSONDecoder().decode([RollRecord].self, from: Data(text.utf8)) == some)
            #expect(
                text.replacing(#"\/"#, with: "/")
                    == String(decoding: try encoder.encode(some), as: UTF8.self).replacing(#"\/"#, with: "/"))
        }
    }

    @Test(arguments: ["[1,2]", "[ 1 , 2 ]", "[1,2] "])
    func listsThatAnotherProgramWroteAreRead(list: String) async throws {
        try await withStore { store in
            try await store.create(table)
            try await store.save(table.rolled(1), adding: table.roll(1))
            try raw(store.file, #"UPDATE openRoll SET "values" = '\#(list)', rolled = '[]'"#)
            let turn = try await store.endTurn(table.ending, leaving: table.next)
            #expect(turn.rolls.map(\.values) == [[1, 2]] && turn.rolls.map(\.rolled) == [[]])
        }
    }

    @Test(arguments: ["[1]2]", "[,1]", "[1,]", "1,2", "[1,2", "[1e3]", "[-1]", "[12345678901234567890]", ""])
    func listsThatAreNoneAreRefused(list: String) async throws {
        try await withStore { store in
            try await store.create(table)
            try await store.save(table.rolled(1), adding: table.roll(1))
            try raw(store.file, #"UPDATE openRoll SET "values" = '\#(list)'"#)
            let error = try await failure { _ = try await store.endTurn(table.ending, leaving: table.next) }
            #expect(error.kind == .corrupt)
        }
    }

    private let table = StoredTable(new: .default, sides: [6, 6])

    @Test func whatIsSavedIsRead() async throws {
        try await withFolder { folder in
            var random = Seeded(state: 20_261_120)
            var expected: [TableName: StoredTable] = [:]
            var rolls: [TableName: RollRecord] = [:]
            let store = try SQLiteStore(directory: folder)
            for number in 0..<120 {
                var table = Self.table(number, &random)
                var new = StoredTable(new: table.name, sides: [6])
                (new.seed, new.throwSeed) = (table.seed, table.throwSeed)
                try await store.create(new)
                let roll = Bool.random(using: &random) ? Self.roll(of: table, &random) : nil
                table.lastRoller = roll?.by
                try await store.save(table, adding: roll)
                expected[table.name] = table
                rolls[table.name] = roll
                if number % 10 == 9 {
                    try await store.delete(table.name)
                    expected[table.name] = nil
                }
            }
            let tables = expected.values.sorted { $0.name < $1.name }
            #expect(try await store.tables() == tables)
            try await store.close()

            let reopened = try SQLiteStore(directory: folder)
            #expect(!reopened.isNew)
            #expect(try await reopened.tables() == tables)
            for table in tables {
                let turn = try await reopened.endTurn(table.ending, leaving: table.next)
                #expect(turn.rolls == [rolls[table.name]].compactMap { $0 })
                var stored = table.ending
                stored.id = turn.id
                stored.rolls = turn.rolls
                stored.chain = stored.commitment.map { _ in Chain.link(stored, after: Chain.start) }
                #expect(
                    try await reopened.history(HistoryQuery(of: table.name, limit: 2, before: nil)).turns == [stored])
            }
            try await reopened.close()
        }
    }

    private static let labels = [
        "ann", "Zoë 🎲", "a'b\"c\\d", "👩‍👩‍👧", String(repeating: "x", count: 64), "'); DROP TABLE tables; --",
    ]

    private static func table(_ number: Int, _ random: inout Seeded) -> StoredTable {
        let letters = Array("ABCXYZabcxyz0189._-")
        var name = "t\(number)"
        for _ in 0..<Int.random(in: 0...(64 - name.count), using: &random) {
            name.append(letters.randomElement(using: &random) ?? "a")
        }
        let count = Bool.random(using: &random) ? Int.random(in: 1...1_000, using: &random) : 5
        let dice = (0..<count).map { _ in
            let sides = Int.random(in: 2...1_000, using: &random)
            return StoredDie(
                sides: sides, value: Int.random(in: 1...sides, using: &random), locked: Bool.random(using: &random))
        }
        return StoredTable(
            name: TableName(name) ?? .default, turn: Int.random(in: 1...Int(Int32.max), using: &random),
            rollCount: Int.random(in: 0...1_000_000, using: &random),
            rules: TurnRules(
                players: Array(labels.prefix(Int.random(in: 0...labels.count, using: &random))),
                up: labels.randomElement(using: &random),
                rollsPerTurn: Bool.random(using: &random) ? Int.random(in: 1...1_000, using: &random) : nil),
            seed: SeedSource.derived(from: 1).seed(table: name, turn: number),
            throwSeed: SeedSource.derived(from: 1).seed(table: name, throw: number), dice: dice)
    }

    private static func roll(of table: StoredTable, _ random: inout Seeded) -> RollRecord {
        return RollRecord(
            roll: Int.random(in: 1...1_000_000, using: &random), by: labels.randomElement(using: &random) ?? "ann",
            at: Timestamp(millisecondsSinceEpoch: Int64.random(in: 0...253_402_300_799_999, using: &random)),
            outcome: RollOutcome.allCases.randomElement(using: &random) ?? .completed,
            rolled: table.dice.indices.map { $0 + 1 }.filter { _ in Bool.random(using: &random) },
            values: table.dice.map(\.value))
    }
}
