import DiceModel
import DiceTable
import GRDB
import NIOConcurrencyHelpers
import Testing

@testable import DiceStore

/// Writes that wait at the same time share one transaction.
@MainActor @Suite struct GroupCommitTests {
    private let tables: [StoredTable]

    init() throws {
        tables = try (1...50).map { StoredTable(new: try TableName(valid: "t\($0)"), sides: [6, 6]) }
    }

    @Test func thoseThatWaitAreCommittedTogether() async throws {
        try await withStore { store in
            for table in tables { try await store.create(table) }
            let commits = try await counting(store) {
                tables.map { table in Task { try await store.save(table.rolled(1), adding: table.roll(1)) } }
            }
            #expect(commits == 1)
            #expect(try await Set(store.tables()) == Set(tables.map { $0.rolled(1) }))
        }
    }

    @Test func oneThatFailsFailsAlone() async throws {
        try await withStore { store in
            for table in tables.dropLast() { try await store.create(table) }
            var refused: [StoreError] = []
            let commits = try await counting(store) {
                tables.reversed().map { table in
                    Task {
                        do {
                            try await store.save(table.rolled(1), adding: table.roll(1))
                        } catch let error as StoreError {
                            refused.append(error)
                        }
                    }
                }
            }
            #expect(commits == tables.count - 1)
            #expect(refused.count == 1 && refused[0].description.contains("table 't50'"))
            #expect(try await Set(store.tables()) == Set(tables.dropLast().map { $0.rolled(1) }))
        }
    }

    @Test func aCallBetweenWritesSeesThoseBeforeIt() async throws {
        try await withStore { store in
            let table = tables[0]
            try await store.create(table)
            var seen: [StoredTable] = []
            let commits = try await counting(store) {
                (1...3).flatMap { number in
                    [
                        Task { try await store.save(table.rolled(number), adding: table.roll(number)) },
                        Task { seen += try await store.tables() },
                    ]
                }
            }
            #expect(commits == 3)
            #expect(seen == (1...3).map { table.rolled($0) })
        }
    }

    @Test func theMostDemandingMakesTheBatchDurable() async throws {
        try await withStore { store in
            for table in tables { try await store.create(table) }
            let commits = try await counting(store) {
                tables.map { table in
                    Task {
                        if table == tables[25] {
                            try await store.delete(table.name)
                        } else {
                            try await store.save(table.rolled(1), adding: table.roll(1))
                        }
                    }
                }
            }
            #expect(commits == 1)
            #expect(try await store.queue.read { try Int.fetchOne($0, sql: "PRAGMA synchronous") } == 2)
        }
    }

    @Test func whatCannotBeCommittedIsToldToNobodyAsDone() async throws {
        try await withStore { store in
            for table in tables { try await store.create(table) }
            let refusal = Refusal()
            store.queue.add(transactionObserver: refusal)
            var refused = 0
            _ = try await counting(store) {
                tables.map { table in
                    Task {
                        do {
                            try await store.save(table.rolled(1), adding: table.roll(1))
                        } catch is StoreError {
                            refused += 1
                        }
                    }
                }
            }
            #expect(refused == tables.count)
            #expect(refusal.count.withLockedValue { $0 } == 1, "a disk that fails is not tried for each of them")
            #expect(try await Set(store.tables()) == Set(tables))
            store.queue.remove(transactionObserver: refusal)
            try await store.save(tables[0].rolled(1), adding: tables[0].roll(1))
            #expect(try await store.endTurn(tables[0].ending, leaving: tables[0].next).rolls == [tables[0].roll(1)])
        }
    }

    @Test func eachRollsAloneAfterOneOfTheBatchHasFailed() async throws {
        try await withStore { store in
            for table in tables.dropFirst() { try await store.create(table) }
            let commits = try await counting(store) {
                [
                    Task { try await store.save(tables[1].rolled(1), adding: tables[1].roll(1)) },
                    Task {
                        _ = try await failure { try await store.save(tables[0], adding: nil) }
                    },
                    Task { try await store.delete(tables[2].name) },
                ]
            }
            #expect(commits == 2)
            #expect(try await store.queue.read { try Int.fetchOne($0, sql: "PRAGMA synchronous") } == 2)
        }
    }

    /// Makes the calls of `body` before the store carries out the first. Returns how many transactions were committed
    /// for them.
    private func counting(
        _ store: SQLiteStore, _ body: @MainActor () -> [Task<Void, any Error>]
    ) async throws -> Int {
        let commits = Commits()
        store.queue.add(transactionObserver: commits)
        let gate = Gate(store)
        let calls = body()
        // Tasks of one actor begin in the order of their creation: all have made their calls when this one begins.
        await Task { @MainActor in }.value
        gate.open()
        for call in calls { try await call.value }
        store.queue.remove(transactionObserver: commits)
        return commits.count.withLockedValue { $0 }
    }
}

/// Refuses every commit, as a disk does that fails at the last moment.
private final class Refusal: TransactionObserver, Sendable {
    struct Failure: Error {}

    let count = NIOLockedValueBox(0)

    func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { true }
    func databaseDidChange(with event: DatabaseEvent) {}
    func databaseWillCommit() throws {
        count.withLockedValue { $0 += 1 }
        throw Failure()
    }
    func databaseDidCommit(_ db: Database) {}
    func databaseDidRollback(_ db: Database) {}
}

/// Counts what is committed.
private final class Commits: TransactionObserver, Sendable {
    let count = NIOLockedValueBox(0)

    func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { true }
    func databaseDidChange(with event: DatabaseEvent) {}
    func databaseDidCommit(_ db: Database) { count.withLockedValue { $0 += 1 } }
    func databaseDidRollback(_ db: Database) {}
}
