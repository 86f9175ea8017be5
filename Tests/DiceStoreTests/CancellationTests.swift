import DiceModel
import DiceTable
import Testing

@testable import DiceStore

@Suite struct CancellationTests {
    let table = StoredTable(new: .default, sides: [6, 6])

    @Test("a cancelled task still completes its write but starts no search")
    func aCancelledTaskStillWritesAndLooksForNothing() async throws {
        try await withStore { store in
            try await store.create(table)
            let (turn, page) = try await Task {
                withUnsafeCurrentTask { $0?.cancel() }
                #expect(Task.isCancelled)
                try await store.saveRoll(of: table)
                let turn = try await store.endTurn(of: table)
                return (
                    turn,
                    try await store.history(
                        HistoryQuery(of: .default, limit: 1, before: nil)
                    )
                )
            }.value
            #expect(turn.rolls == [table.roll(1)])
            #expect(page.entries.isEmpty, "nobody waits for it")
            #expect(
                try await store.history(
                    HistoryQuery(of: .default, limit: 1, before: nil)
                ).turns
                    == [turn]
            )
            #expect(try await store.tables() == [table.next])
        }
    }

    @Test("a queued write is not lost when its task is cancelled")
    func aWriteThatWaitsIsNotLostWhenItsTaskIsCancelled() async throws {
        try await withStore { store in
            try await store.create(table)
            let gate = Gate(store)
            let task = Task.immediate {
                try await store.saveRoll(of: table)
            }
            task.cancel()
            gate.open()
            try await task.value
            #expect(try await store.tables() == [table.rolled(1)])
        }
    }
}
