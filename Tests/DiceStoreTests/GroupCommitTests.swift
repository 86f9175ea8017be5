import DiceModel
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

    @Test func theFirstIsAloneAndTheOthersTogether() async throws {
        try await withStore { store in
            for table in tables { try await store.create(table) }
            let commits = try await counting(store) {
                tables.map { table in Task { try await store.save(table.rolled(1), adding: table.roll(1)) } }
            }
            // One, if the first has not begun before the last has come.
            #expect((1...2).contains(commits))
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
            #expect(commits > 0)
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
            #expect((1...2).contains(commits))
            #expect(try await store.queue.read { try Int.fetchOne($0, sql: "PRAGMA synchronous") } == 2)
        }
    }

    /// Makes the calls of `body` while another program keeps the store from writing. Returns how many transactions were
    /// committed for them.
    private func counting(
        _ store: SQLiteStore, _ body: @MainActor () -> [Task<Void, any Error>]
    ) async throws -> Int {
        let commits = Commits()
        store.queue.add(transactionObserver: commits)
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let other = try DatabaseQueue(path: store.file, configuration: configuration)
        try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
        let calls = body()
        // Tasks of one actor begin in the order of their creation: all have made their calls when this one begins.
        await Task { @MainActor in }.value
        try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
        for call in calls { try await call.value }
        store.queue.remove(transactionObserver: commits)
        try other.close()
        return commits.count.withLockedValue { $0 }
    }
}

/// Counts what is committed.
private final class Commits: TransactionObserver, Sendable {
    let count = NIOLockedValueBox(0)

    func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { true }
    func databaseDidChange(with event: DatabaseEvent) {}
    func databaseDidCommit(_ db: Database) { count.withLockedValue { $0 += 1 } }
    func databaseDidRollback(_ db: Database) {}
}
