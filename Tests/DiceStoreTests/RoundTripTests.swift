import DiceModel
import DiceProof
import DiceWire
import Testing

@testable import DiceStore
@testable import DiceTable

@Suite struct RoundTripTests {
    /// The format of earlier versions: members sorted by name, `/` escaped, no seeds before they
    /// were introduced, and the number of a throw under another name.
    @Test("rows of earlier formats are read") func rowsOfEarlierFormsAreRead() async throws {
        let first =
            #"{"at":"2026-11-20T22:59:01.123Z","by":"a\/b","outcome":"completed","roll":1,"rolled":[1,2],"values":[3,4]}"#
        let second =
            #"{"absent":["bo"],"at":"2026-11-20T22:59:02.000Z","by":"é","entropy":"","outcome":"void","reason":"absent","#
            + #""reveals":[],"roll":2,"rolled":[],"values":[3,4]}"#
        let dice =
            #"[{"die":1,"locked":true,"sides":6,"value":3},{"die":2,"locked":false,"sides":6,"value":4}]"#
        let thrown =
            #"{"by":"ann","dice":[{"die":1,"fate":true,"flags":["exploded"],"kept":true,"sides":3,"value":-1}],"edition":3,"#
            + #""entropy":"","expression":"dF\/2","faces":[1],"number":1,"outcome":"completed","reveals":[],"table":"default","#
            + #""text":"dF\/2: -1 = -0.5","total":-0.5}"#
        try await withStore { store in
            try await store.create(table)
            try await store.saveRoll(of: table)
            let turn = try await store.endTurn(of: table)
            let seeds = [1, 2].map {
                SeedSource.kernel.seed(table: "default", throw: $0)
            }
            let result = ThrowResult(
                table: "default",
                number: 1,
                expression: "1",
                by: "ann",
                outcome: .completed,
                total: 1,
                dice: [],
                text: "1"
            )
            let at = Timestamp(millisecondsSinceEpoch: 3)
            let entry = try await store.add(
                StoredThrow(
                    result: result,
                    sides: [],
                    seed: seeds[0],
                    nextSeed: seeds[1]
                ),
                at: at
            ).shown(to: [])
            try raw(
                store.file,
                "UPDATE history SET rolls = '[\(first),\(second)]', dice = '\(dice)' WHERE kind = 'turn'",
                "UPDATE history SET thrown = '\(thrown)' WHERE kind = 'throw'",
                #"UPDATE tables SET players = '["a\/b"]', up = 'a/b'"#
            )
            let page = try await store.history(HistoryQuery(.all, kind: .all))
            let rolls = [
                RollRecord(
                    roll: 1,
                    by: "a/b",
                    at: Timestamp(millisecondsSinceEpoch: 1_795_215_541_123),
                    outcome: .completed,
                    rolled: [1, 2],
                    values: [3, 4]
                ),
                RollRecord(
                    roll: 2,
                    by: "é",
                    at: Timestamp(millisecondsSinceEpoch: 1_795_215_542_000),
                    outcome: .void,
                    rolled: [],
                    values: [3, 4],
                    chance: .nothing,
                    reason: .absent,
                    absent: ["bo"]
                ),
            ]
            #expect(page.entries.last?.turn?.rolls == rolls)
            #expect(
                page.entries.last?.turn?.dice == [
                    TurnDie(die: 1, sides: 6, value: 3, locked: true),
                    TurnDie(die: 2, sides: 6, value: 4, locked: false),
                ]
            )
            var expected = ThrowResult(
                table: "default",
                number: 1,
                id: entry.id,
                endedAt: at,
                expression: "dF/2",
                by: "ann",
                outcome: .completed,
                total: -0.5,
                dice: [
                    ThrowDie(
                        die: 1,
                        sides: 3,
                        value: -1,
                        kept: true,
                        flags: ["exploded"],
                        fate: true
                    )
                ],
                text: "dF/2: -1 = -0.5",
                faces: [1],
                chance: .nothing
            )
            expected.seed = entry.seed
            expected.edition = 3
            #expect(page.entries.first?.thrown == expected)
            #expect(page.entries.map(\.id) == [entry.id, turn.id])
            #expect(try await store.tables().map(\.settings.players) == [["a/b"]])
        }
    }

    @Test("lists written by another program are read", arguments: ["[1,2]", "[ 1 , 2 ]", "[1,2] "])
    func listsThatAnotherProgramWroteAreRead(list: String) async throws {
        try await withStore { store in
            try await store.create(table)
            try await store.saveRoll(of: table)
            try raw(
                store.file,
                #"UPDATE openRoll SET "values" = '\#(list)', rolled = '[]'"#
            )
            let turn = try await store.endTurn(of: table)
            #expect(turn.rolls.map(\.values) == [[1, 2]])
            #expect(turn.rolls.map(\.rolled) == [[]])
        }
    }

    @Test(
        "malformed lists are refused",
        arguments: [
            "[1]2]", "[,1]", "[1,]", "1,2", "[1,2", "[1.5]", "[-1]",
            "[12345678901234567890]", "",
        ]
    )
    func listsThatAreNoneAreRefused(list: String) async throws {
        try await withStore { store in
            try await store.create(table)
            try await store.saveRoll(of: table)
            try raw(store.file, #"UPDATE openRoll SET "values" = '\#(list)'"#)
            let error = try await failure {
                try await store.endTurn(of: table)
            }
            #expect(error.kind == .corrupt)
        }
    }

    private let table = StoredTable(new: .default, sides: [6, 6])

    @Test("the void rolls of the open turn are read") func theVoidRollsOfTheOpenTurnAreRead()
        async throws
    {
        try await withStore { store in
            try await store.create(table)
            #expect(try await store.table(.default)?.voids == VoidRolls())
            let absent = [nil, ["bo", #"a"b|c]"#], [], nil, ["Zoë 🎲"]]
            for (index, names) in absent.enumerated() {
                var roll = table.roll(index + 1)
                if let names {
                    roll.outcome = .void
                    roll.reason = .absent
                    roll.absent = names
                }
                try await store.save(table.rolled(index + 1), adding: roll)
            }
            #expect(
                try await store.table(.default)?.voids
                    == VoidRolls(absent.compactMap(\.self))
            )
            // A roll stored as void that was then made.
            try await store.saveRoll(of: table, 5)
            #expect(try await store.table(.default)?.voids.count == 2)
            try await store.endTurn(of: table)
            #expect(try await store.table(.default)?.voids == VoidRolls())
        }
    }

    @Test("saved data is read back unchanged") func whatIsSavedIsRead() async throws {
        try await withFolder { folder in
            var random = Seeded(state: 20_261_120)
            var expected: [TableName: StoredTable] = [:]
            var rolls: [TableName: RollRecord] = [:]
            let store = try SQLiteStore(directory: folder)
            for number in 0..<120 {
                var table = Self.table(number, &random)
                var new = StoredTable(new: table.name, sides: [6])
                new.seed = table.seed
                new.throwSeed = table.throwSeed
                try await store.create(new)
                let roll =
                    Bool.random(using: &random) ? Self.roll(of: table, &random) : nil
                let isVoid = roll?.outcome == .void && table.rollCount > 0
                table.lastRoller = roll?.outcome == .void ? nil : roll?.by
                table.voids = VoidRolls(isVoid ? [roll?.absent ?? []] : [])
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
                let turn = try await reopened.endTurn(of: table)
                #expect(turn.rolls == [rolls[table.name]].compactMap { $0 })
                var stored = table.ending
                stored.id = turn.id
                stored.rolls = turn.rolls
                if stored.commitment != nil {
                    stored.proof.take(
                        Chain.link(stored, after: Chain.start) { $0.jsonBytes() }
                    )
                }
                #expect(
                    try await reopened.history(
                        HistoryQuery(of: table.name, limit: 2, before: nil)
                    )
                    .turns == [stored]
                )
            }
            try await reopened.close()
        }
    }

    private static let labels = [
        "ann", "Zoë 🎲", "a'b\"c\\d", "👩‍👩‍👧", String(repeating: "x", count: 64),
        "'); DROP TABLE tables; --",
    ]

    private static func table(_ number: Int, _ random: inout Seeded) -> StoredTable {
        let letters = Array("ABCXYZabcxyz0189._-")
        var name = "t\(number)"
        for _ in 0..<Int.random(in: 0...(64 - name.count), using: &random) {
            name.append(letters.randomElement(using: &random) ?? "a")
        }
        let count =
            Bool.random(using: &random) ? Int.random(in: 1...1_000, using: &random) : 5
        let dice = (1...count).map { die in
            let sides = Int.random(in: 2...1_000, using: &random)
            return TurnDie(
                die: die,
                sides: sides,
                value: Int.random(in: 1...sides, using: &random),
                locked: Bool.random(using: &random),
                faces: die == 1 && number % 4 == 0
                    ? (1...sides).map { "hit\($0 % 9)" } : nil
            )
        }
        return StoredTable(
            name: TableName(name) ?? .default,
            turn: Int.random(in: 1...Int(Int32.max), using: &random),
            rollCount: Int.random(in: 0...1_000_000, using: &random),
            goesOn: Bool.random(using: &random),
            edition: Int.random(in: 3...4, using: &random),
            settings: settings(labels, &random),
            seed: SeedSource.derived(from: 1).seed(table: name, turn: number),
            throwSeed: SeedSource.derived(from: 1).seed(table: name, throw: number),
            dice: dice
        )
    }

    private static func settings(_ labels: [String], _ random: inout Seeded)
        -> TableSettings
    {
        var settings = TableSettings(up: labels.randomElement(using: &random))
        settings.apply(
            SettingsChange(
                players: Array(
                    labels.prefix(Int.random(in: 0...labels.count, using: &random))
                ),
                rollsPerTurn: Bool.random(using: &random)
                    ? Int.random(in: 1...1_000, using: &random) : nil,
                pace: Double.random(in: 0.25...4, using: &random),
                hand: Bool.random(using: &random)
            )
        )
        return settings
    }

    private static func roll(of table: StoredTable, _ random: inout Seeded)
        -> RollRecord
    {
        let outcome = RollOutcome.allCases.randomElement(using: &random) ?? .completed
        return RollRecord(
            roll: Int.random(in: 1...1_000_000, using: &random),
            by: labels.randomElement(using: &random) ?? "ann",
            at: Timestamp(
                millisecondsSinceEpoch: Int64.random(
                    in: 0...253_402_300_799_999,
                    using: &random
                )
            ),
            outcome: outcome,
            rolled: table.dice.indices.map { $0 + 1 }.filter { _ in
                Bool.random(using: &random)
            },
            values: table.dice.map(\.value),
            reason: outcome == .void ? .absent : nil,
            absent: outcome == .void
                ? labels.filter { _ in Bool.random(using: &random) } : nil
        )
    }
}
