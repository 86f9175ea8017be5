import DiceModel
import DiceTable
import Foundation
import Testing

@testable import DiceStore

@Suite struct DurabilityTests {
    let table = StoredTable(new: .default, sides: [6, 6])

    /// The level cannot change within a transaction, and nothing sets it afterwards, so the value
    /// read after the transaction was also in force during the transaction.
    @Test("writes that must survive a power loss are synced")
    func whatMustSurviveALossOfPowerIsSynced() async throws {
        try await withStore(removesInBackground: false) { store in
            func level() async throws -> Int64? {
                try await store.integer("PRAGMA synchronous")
            }
            let normal: Int64 = 1
            let full: Int64 = 2
            for _ in 0..<2 {
                try await store.create(table)
                #expect(try await level() == full)
                try await store.saveRoll(of: table)
                #expect(try await level() == normal)
                try await store.endTurn(of: table)
                #expect(try await level() == full)
                try await store.saveRoll(of: table)
                try await store.delete(.default)
                #expect(try await level() == full)
                try await store.create(table)
                try await store.saveRoll(of: table)
                try await store.setOutcome(.cancelled, ofRoll: 1, in: .default)
                #expect(try await level() == normal)
                try await store.delete(.default)
            }
        }
    }

    @Test("a process that dies loses no writes") func aProcessThatDiesLosesNothing() async throws {
        try await withFolder { folder in
            let store = try SQLiteStore(directory: folder + "/state")
            try await store.create(table)
            let turn = try await store.endTurn(of: table)
            try await store.save(table.next.rolled(1), adding: table.roll(1))
            _ = try copyRunning(store.file, into: folder + "/copy")
            try await store.close()

            let copy = try SQLiteStore(directory: folder + "/copy")
            #expect(!copy.isNew)
            #expect(try await copy.tables() == [table.next.rolled(1)])
            #expect(
                try await copy.history(
                    HistoryQuery(of: .default, limit: 9, before: nil)
                ).turns == [
                    turn
                ]
            )
            #expect(
                try await copy.endTurn(table.next.ending, leaving: table).rolls == [
                    table.roll(1)
                ]
            )
            try await copy.close()
        }
    }

    @Test("a transaction begun with a rollback journal is undone")
    func aTransactionThatWasBegunWithARollbackJournalIsUndone() async throws {
        try await withFolder { folder in
            let store = try SQLiteStore(directory: folder + "/state")
            try await store.create(table)
            try await store.close()
            var other = try SQLiteConnection(store.file)
            try other.execute(
                "PRAGMA journal_mode = DELETE; PRAGMA cache_size = 2; BEGIN; UPDATE tables SET turn = 9"
            )
            for number in 0..<100 {
                try other.run(
                    "INSERT INTO tables (name, turn, rollCount, dice) VALUES (?, 1, 0, ?)",
                    "t\(number)",
                    String(repeating: " ", count: 4_000)
                )
            }
            let begun = try copyRunning(store.file, into: folder + "/copy")
            #expect(FileManager.default.fileExists(atPath: begun + "-journal"))
            try other.execute("ROLLBACK")
            let copy = try SQLiteStore(directory: folder + "/copy")
            #expect(try await copy.tables() == [table])
            try await copy.close()
        }
    }

    @Test("closing the store empties the log") func closingEmptiesTheLog() async throws {
        try await withFolder { folder in
            let store = try SQLiteStore(directory: folder)
            try await store.create(table)
            // While another program reads, SQLite itself would not truncate the log.
            var other: SQLiteConnection? = try SQLiteConnection(store.file)
            #expect(
                try other?.first("SELECT COUNT(*) FROM tables") { $0.integer(0) } == 1
            )
            #expect(try #require(bytes(store.file)[1]).count > 0)
            try await store.close()
            #expect(try #require(bytes(store.file)[1]).isEmpty)
            other = nil
            #expect(!FileManager.default.fileExists(atPath: store.file + "-wal"))
        }
    }

    @Test("a closed store refuses requests") func aClosedStoreRefuses() async throws {
        try await withFolder { folder in
            let store = try SQLiteStore(directory: folder)
            try await store.create(table)
            try await store.close()
            try await store.close()
            for error in [
                try await failure { _ = try await store.tables() },
                try await failure { try await store.save(table, adding: nil) },
            ] {
                #expect(
                    error
                        == StoreError(
                            .unavailable,
                            "\(store.file) is closed; start diced again"
                        )
                )
            }
        }
    }
}
