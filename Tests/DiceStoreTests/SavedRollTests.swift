import DiceModel
import DiceTable
import Testing

@testable import DiceStore

@Suite struct SavedRollTests {
    private func roll(_ name: String, _ expression: String) throws -> SavedRoll {
        SavedRoll(name: try #require(RollName(name)), expression: expression)
    }

    @Test("saved rolls survive a kill") func theyAreThereAfterAKill() async throws {
        try await withFolder { folder in
            let store = try SQLiteStore(directory: folder)
            #expect(try await store.savedRolls() == [])
            let rolls = [
                try roll("Z", "d%"), try roll("attack", "1d20+{bonus=7} [é🔥']"),
            ]
            try await store.save(try roll("attack", "d4"))
            for roll in rolls.reversed() {
                try await store.save(roll)
            }
            _ = try copyRunning(store.file, into: folder + "/killed")
            let next = try SQLiteStore(directory: folder + "/killed")
            #expect(try await next.savedRolls() == rolls)
            for _ in 1...2 {
                try await next.deleteRoll(rolls[0].key)
            }
            #expect(try await next.savedRolls() == [rolls[1]])
            for store in [store, next] {
                try await store.close()
            }
        }
    }

    @Test("a saved roll with an invalid name is omitted and reported")
    func whatIsNoNameIsLeftOutAndReported() async throws {
        try await withFolder { folder in
            let store = try SQLiteStore(directory: folder)
            try await store.save(try roll("attack", "d4"))
            try await store.execute("INSERT INTO savedRolls VALUES ('', 'a b', 'd6', '')")
            #expect(try await store.savedRolls() == [try roll("attack", "d4")])
            #expect(
                try StoreCheck.problems(directory: folder) == [
                    "the name of a saved roll is invalid"
                ]
            )
            try await store.close()
        }
    }
}
