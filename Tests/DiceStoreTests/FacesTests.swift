import DiceModel
import DiceTable
import Foundation
import Testing

@testable import DiceStore

@Suite struct FacesTests {
    /// Counts the faces die by die, from the stored history and open rolls.
    private func recount(_ store: SQLiteStore, _ table: StoredTable) throws
        -> [FaceTally.FaceKey:
        [Int]]
    {
        var counts: [FaceTally.FaceKey: [Int]] = [:]
        func count(_ rolls: [RollRecord], _ sides: [Int]) {
            for roll in rolls {
                for die in roll.rolled {
                    let key = FaceTally.FaceKey(sides: sides[die - 1], by: roll.by)
                    let face = roll.values[die - 1]
                    counts[key, default: Array(repeating: 0, count: key.sides)][face - 1] += 1
                }
            }
        }
        var reader = try SQLiteConnection(store.file, .readOnly)
        let name = table.name.description
        let turns = try reader.all(
            #"SELECT * FROM history WHERE "table" = ?"#,
            name,
            read: Records.turn
        )
        for turn in turns {
            count(turn.rolls, turn.dice.map(\.sides))
        }
        let sides = table.dice.map(\.sides)
        count(
            try reader.all(
                #"SELECT * FROM openRoll WHERE "table" = ?"#,
                name,
                read: Records.roll
            ),
            sides
        )
        return counts
    }

    private func counts(
        _ store: SQLiteStore,
        _ name: TableName,
        by: String? = nil,
        sides: Int? = nil
    ) async throws -> [FaceTally.FaceKey: [Int]] {
        let faces = try await store.faces(
            FaceQuery(table: .one(name), by: by, sides: sides),
            at: name
        )
        return try #require(faces).tally { _ in true }.counts.filter {
            sides ?? $0.key.sides == $0.key.sides
        }
    }

    /// Plays some turns with random rolls by three players.
    private func play(
        _ store: SQLiteStore,
        _ table: inout StoredTable,
        _ random: inout Seeded,
        turns: Int
    ) async throws {
        for _ in 0..<turns {
            for number in 1...Int.random(in: 1...4, using: &random) {
                var roll = table.roll(
                    number,
                    by: ["ann", "bo \"b\"", "é/名"].randomElement(using: &random) ?? ""
                )
                roll.rolled = roll.rolled.filter { _ in Bool.random(using: &random) }
                if roll.rolled.isEmpty {
                    roll.rolled = [1]
                }
                for die in roll.rolled {
                    table.dice[die - 1].value = Int.random(
                        in: 1...table.dice[die - 1].sides,
                        using: &random
                    )
                }
                roll.values = table.dice.map(\.value)
                table = table.rolled(number)
                try await store.save(table, adding: roll)
            }
            try await store.endTurn(of: table)
            table = table.next
        }
    }

    @Test("faces of real dice are counted separately") func thoseOfRealDiceAreCountedApart()
        async throws
    {
        try await withStore { store in
            var table = StoredTable(new: .default, sides: [6, 6])
            table.settings.hand = true
            try await store.create(table)
            for chance in [RollChance.nothing, .real] {
                var roll = table.roll(1, by: "ann")
                roll.chance = chance
                try await store.save(table.rolled(1), adding: roll)
                let open = try await store.faces(
                    FaceQuery(table: .one(.default)),
                    at: .default
                )?
                .open
                #expect(open?.map(\.chance) == [chance])
                let ended = try await store.endTurn(
                    table.rolled(1).ending,
                    leaving: table.next
                )
                #expect(ended.entered == chance.entered)
                table = table.next
            }
            let keys = try await counts(store, .default).keys
            #expect(Set(keys.map(\.entered)) == [false, true])
            #expect(
                try await store.history(HistoryQuery(of: .default), among: nil).turns
                    .map(\.entered)
                    == [true, nil]
            )
            #expect(try await store.table(.default)?.settings.hand == true)
        }
    }

    @Test("face counts equal those of a recount") func theyAreThoseOfARecount() async throws {
        try await withStore { store in
            var random = Seeded(state: 13)
            var tables = [
                StoredTable(new: .default, sides: [6, 6, 6, 6, 6]),
                StoredTable(
                    new: try TableName(valid: "odd"),
                    sides: [6, 20, 6, 1_000, 4]
                ),
            ]
            for table in tables {
                try await store.create(table)
            }
            for _ in 1...5 {
                for index in tables.indices {
                    try await play(store, &tables[index], &random, turns: 12)
                    // Different dice from now on, and a turn that stays open.
                    tables[index].dice.reverse()
                    tables[index].dice.append(
                        TurnDie(die: 0, sides: 8, value: 1, locked: false)
                    )
                    for place in tables[index].dice.indices {
                        tables[index].dice[place].die = place + 1
                    }
                    tables[index] = tables[index].rolled(1)
                    try await store.save(tables[index], adding: tables[index].roll(1))
                }
                for table in tables {
                    let all = try recount(store, table)
                    #expect(all.count >= 3)
                    #expect(try await counts(store, table.name) == all)
                    #expect(
                        try await counts(store, table.name, by: "ann")
                            == all.filter { $0.key.by == "ann" }
                    )
                    #expect(
                        try await counts(store, table.name, sides: 6)
                            == all.filter { $0.key.sides == 6 }
                    )
                }
                try await store.execute("DELETE FROM openRoll")
            }
        }
    }

    @Test("deleting a table deletes its face counts") func aTableTakesItsFacesWithIt() async throws
    {
        try await withStore { store in
            let table = StoredTable(new: .default, sides: [6])
            let name = TableName.default
            try await store.create(table)
            try await store.saveRoll(of: table)
            try await store.endTurn(of: table)
            #expect(
                try await counts(store, name) == [
                    .init(sides: 6, by: "ann"): [1, 0, 0, 0, 0, 0]
                ]
            )
            try await store.delete(name)
            #expect(
                try await store.faces(FaceQuery(table: .one(name)), at: name) == nil
            )
            try await store.create(table)
            #expect(try await counts(store, name) == [:])
        }
    }

    @Test("a store without face counts counts its history")
    func aStoreThatHasCountedNothingCountsItsHistory() async throws {
        try await withFolder { folder in
            var random = Seeded(state: 7)
            var table = StoredTable(new: .default, sides: [6, 20, 6])
            let store = try SQLiteStore(directory: folder)
            try await store.create(table)
            try await play(store, &table, &random, turns: 40)
            // The same data in the form in which another program might write it, and an unreadable
            // entry.
            try await store.execute(
                """
                UPDATE history SET rolls = replace(rolls, ',', ', ') WHERE id % 2 = 0;
                UPDATE history SET dice = '[]', rolls = '[7]' WHERE id = 9;
                """
            )
            try await store.countHistory()
            let found = try await counts(store, .default)
            try await store.execute("DELETE FROM history WHERE id = 9")
            #expect(try found == recount(store, table))
            #expect(found.count == 6)
            try await store.close()
        }
    }

    @Test(
        "impossible face counts are named",
        arguments: [
            "counts = '[1,2]'", "counts = 'x'", "counts = '[-1,0,0,0,0,0]'", "by = ''",
        ]
    )
    func whatCannotBeRightIsNamed(_ edit: String) async throws {
        try await withFolder { folder in
            let store = try SQLiteStore(directory: folder)
            let table = StoredTable(new: .default, sides: [6])
            let other = StoredTable(new: try TableName(valid: "other"), sides: [6])
            for table in [table, other] {
                try await store.create(table)
                try await store.saveRoll(of: table)
                try await store.endTurn(of: table)
            }
            try await store.execute(
                #"UPDATE faces SET \#(edit) WHERE "table" = 'default'"#
            )
            let error = try await failure {
                _ = try await store.faces(
                    FaceQuery(table: .one(.default)),
                    at: .default
                )
            }
            #expect(error.kind == .corrupt)
            #expect(error.description.contains("table 'default'"))
            #expect(try await counts(store, other.name).count == 1)
            #expect(try StoreCheck.problems(directory: folder).count == 1)
            try await store.close()
        }
    }
}
