import DiceModel
import DiceTable
import Testing

@testable import DiceStore

@Suite struct OwnerTests {
    @Test("names are listed in the order in which tables were created") func order() async throws {
        try await withStore { store in
            for name in ["b", "a", "c"] {
                try await store.create(StoredTable(new: try TableName(valid: name), sides: [6]))
            }
            try await store.delete(try TableName(valid: "a"))
            try await store.create(StoredTable(new: try TableName(valid: "a"), sides: [6]))
            #expect(try await store.names().map(\.description) == ["b", "c", "a"])
        }
    }

    @Test("tables keep their owner") func tablesKeepTheirOwner() async throws {
        try await withFolder { folder in
            let home = try TableName(valid: "home")
            let odd = try TableName(valid: "odd")
            let store = try SQLiteStore(directory: folder)
            #expect(try await store.owners() == [:])
            try await store.create(StoredTable(new: .default, sides: [6]))
            var table = StoredTable(new: home, sides: [6], owner: "ann")
            try await store.create(table)
            try await store.create(StoredTable(new: odd, sides: [6], owner: "uid 1000"))
            table.turn = 7
            try await store.save(table, adding: nil)
            try await store.delete(odd)
            try await store.close()

            let next = try SQLiteStore(directory: folder)
            #expect(try await next.owners() == [home: "ann"])
            #expect(try await next.table(home) == table)
            #expect(try await next.table(.default)?.owner == nil)
            #expect(try await next.summaries().map(\.owner) == [nil, "ann"])
            // Stored names are read without another check; they were checked when they were
            // received.
            try await next.execute("UPDATE tables SET owner = 'an' || char(10) || 'n'")
            #expect(try await next.owners() == [.default: "an\nn", home: "an\nn"])
            try await next.close()
        }
    }

    @Test("saved rolls keep their owner, and everyone's keep the user who saved them")
    func savedRollsKeepTheirOwner() async throws {
        try await withFolder { folder in
            let attack = try #require(RollName("attack"))
            let rolls = [
                SavedRoll(name: attack, expression: "d20"),
                SavedRoll(name: attack, expression: "d20+5", owner: "ann"),
                SavedRoll(name: attack, expression: "d20+3", owner: "bo"),
            ]
            let store = try SQLiteStore(directory: folder)
            try await store.save(rolls[0], by: "carol")
            for roll in rolls.dropFirst() {
                try await store.save(roll)
            }
            try await store.close()
            let next = try SQLiteStore(directory: folder)
            #expect(try await next.savedRolls() == rolls)
            #expect(try await next.rollSavers() == [rolls[0].key: "carol"])
            try await next.save(SavedRoll(name: attack, expression: "d4"), by: nil)
            #expect(try await next.rollSavers() == [:])
            try await next.deleteRoll(rolls[1].key)
            #expect(try await next.savedRolls().map(\.expression) == ["d4", "d20+3"])
            #expect(try await next.playerNames() == ["bo"])
            try await next.close()
        }
    }

    @Test("after an upgrade, the saved rolls of an older store belong to everyone")
    func savedRollsOfAnOlderStore() async throws {
        try await withFolder { folder in
            let file = folder + "/diced.sqlite"
            let index = try #require(
                Schema.migrations.firstIndex { $0.name == "v17 2.1.0" }
            )
            do {
                var older = try SQLiteConnection(file)
                try older.migrate(Array(Schema.migrations[..<index]))
                try older.run("INSERT INTO savedRolls VALUES ('attack', 'd20', 'ann')")
                try older.run("INSERT INTO savedRolls VALUES ('hit', 'd6', '')")
            }
            let store = try SQLiteStore(directory: folder)
            let rolls = try await store.savedRolls()
            #expect(rolls.map(\.owner) == ["", ""])
            #expect(rolls.map(\.expression) == ["d20", "d6"])
            #expect(try await store.rollSavers() == [rolls[0].key: "ann"])
            try await store.close()
        }
    }

    @Test("history omits the tables of other owners") func historyLeavesOutTheTablesOfOthers()
        async throws
    {
        try await withStore { store in
            let tables = try ["a", "b", "c"].map {
                StoredTable(new: try TableName(valid: $0), sides: [6, 6])
            }
            for table in tables {
                try await store.create(table)
                for _ in 1...2 {
                    _ = try await store.endTurn(table.ending, leaving: table)
                }
            }
            func names(_ among: Set<TableName>?, limit: Int = 10) async throws
                -> [String]
            {
                try await store.history(HistoryQuery(.all, limit: limit), among: among)
                    .turns.map(
                        \.table
                    )
            }
            #expect(
                try await names([tables[0].name, tables[2].name]) == [
                    "c", "c", "a", "a",
                ]
            )
            #expect(try await names([tables[1].name], limit: 1) == ["b"])
            #expect(try await names([]) == [])
            #expect(try await names(nil).count == 6)
            let page = try await store.history(
                HistoryQuery(.all, limit: 2),
                among: [tables[0].name]
            )
            #expect(!page.more)
        }
    }
}
