import DiceModel
import DiceTable
import Testing

@testable import DiceStore

@Suite struct OwnerTests {
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

    @Test("saved rolls keep their owner") func savedRollsKeepTheirOwner() async throws {
        try await withFolder { folder in
            let names = try ["attack", "save"].map { try #require(RollName($0)) }
            let store = try SQLiteStore(directory: folder)
            try await store.save(
                SavedRoll(name: names[0], expression: "d20"),
                owner: "ann"
            )
            try await store.save(SavedRoll(name: names[1], expression: "d20"))
            try await store.close()
            let next = try SQLiteStore(directory: folder)
            #expect(try await next.rollOwners() == [names[0]: "ann"])
            try await next.save(SavedRoll(name: names[0], expression: "d4"), owner: nil)
            #expect(try await next.rollOwners() == [:])
            try await next.close()
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
