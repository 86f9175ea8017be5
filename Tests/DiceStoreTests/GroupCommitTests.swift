import CSQLite
import DiceModel
import DiceTable
import NIOConcurrencyHelpers
import Testing

@testable import DiceStore

/// Writes that are waiting at the same time share one transaction.
@MainActor @Suite struct GroupCommitTests {
    private let tables: [StoredTable]

    init() throws {
        tables = try (1...50).map {
            StoredTable(new: try TableName(valid: "t\($0)"), sides: [6, 6])
        }
    }

    @Test("queued writes are committed together") func thoseThatWaitAreCommittedTogether()
        async throws
    {
        try await withStore { store in
            for table in tables {
                try await store.create(table)
            }
            let commits = try await counting(store) {
                tables.map { table in
                    Task {
                        try await store.saveRoll(of: table)
                    }
                }
            }
            #expect(commits == 1)
            #expect(try await Set(store.tables()) == Set(tables.map { $0.rolled(1) }))
        }
    }

    @Test("a write that fails does not affect the others of its batch")
    func oneThatFailsFailsAlone() async throws {
        try await withStore { store in
            for table in tables.dropLast() {
                try await store.create(table)
            }
            var refused: [StoreError] = []
            let commits = try await counting(store) {
                tables.reversed().map { table in
                    Task {
                        do {
                            try await store.saveRoll(of: table)
                        } catch let error as StoreError {
                            refused.append(error)
                        }
                    }
                }
            }
            #expect(commits == tables.count - 1)
            #expect(
                refused.count == 1 && refused[0].description.contains("table 't50'")
            )
            #expect(
                try await Set(store.tables())
                    == Set(tables.dropLast().map { $0.rolled(1) })
            )
        }
    }

    @Test("a call between writes sees the writes before it")
    func aCallBetweenWritesSeesThoseBeforeIt() async throws {
        try await withStore { store in
            let table = tables[0]
            try await store.create(table)
            var seen: [StoredTable] = []
            let commits = try await counting(store) {
                (1...3).flatMap { number in
                    [
                        Task {
                            try await store.saveRoll(of: table, number)
                        },
                        Task { seen += try await store.tables() },
                    ]
                }
            }
            #expect(commits == 3)
            #expect(seen == (1...3).map { table.rolled($0) })
        }
    }

    @Test("the strictest write decides how durable the batch is")
    func theMostDemandingMakesTheBatchDurable() async throws {
        try await withStore { store in
            for table in tables {
                try await store.create(table)
            }
            let commits = try await counting(store) {
                tables.map { table in
                    Task {
                        if table == tables[25] {
                            try await store.delete(table.name)
                        } else {
                            try await store.saveRoll(of: table)
                        }
                    }
                }
            }
            #expect(commits == 1)
            #expect(try await store.integer("PRAGMA synchronous") == 2)
        }
    }

    @Test("writes that cannot be committed are not reported as done")
    func whatCannotBeCommittedIsToldToNobodyAsDone() async throws {
        try await withStore { store in
            for table in tables {
                try await store.create(table)
            }
            var refused = 0
            let commits = try await counting(store, refusing: true) {
                tables.map { table in
                    Task {
                        do {
                            try await store.saveRoll(of: table)
                        } catch is StoreError {
                            refused += 1
                        }
                    }
                }
            }
            #expect(refused == tables.count)
            #expect(commits == 1, "a disk that fails is not tried for each of them")
            #expect(try await Set(store.tables()) == Set(tables))
            try await store.save(tables[0].rolled(1), adding: tables[0].roll(1))
            #expect(
                try await store.endTurn(tables[0].ending, leaving: tables[0].next).rolls
                    == [
                        tables[0].roll(1)
                    ]
            )
        }
    }

    @Test("each write runs alone after one of its batch has failed")
    func eachRollsAloneAfterOneOfTheBatchHasFailed() async throws {
        try await withStore { store in
            for table in tables.dropFirst() {
                try await store.create(table)
            }
            let commits = try await counting(store) {
                [
                    Task {
                        try await store.save(
                            tables[1].rolled(1),
                            adding: tables[1].roll(1)
                        )
                    },
                    Task {
                        _ = try await failure {
                            try await store.save(tables[0], adding: nil)
                        }
                    },
                    Task { try await store.delete(tables[2].name) },
                ]
            }
            #expect(commits == 2)
            #expect(try await store.integer("PRAGMA synchronous") == 2)
        }
    }

    /// One of the writes fails, and another program has locked the database when each is retried
    /// alone.
    @Test("queued writes of a batch keep their order") func thoseThatWaitKeepTheirOrder()
        async throws
    {
        try await withFolder { folder in
            let store = try SQLiteStore(
                directory: folder,
                patience: .seconds(60),
                retryInterval: .milliseconds(1)
            )
            try await store.execute("CREATE TEMP TABLE made (number INTEGER)")
            let other = try SQLiteConnection(store.file)
            try await store.lockAfterRollback(Int(bitPattern: other.handle))
            let gate = Gate(store)
            let writes = (1...5).map { number in
                Task {
                    try await store.write(.processDeath) { connection in
                        if number == 2 {
                            throw StoreErrorText.Missing(what: "number 2")
                        }
                        try connection.run("INSERT INTO made VALUES (?)", number)
                    }
                }
            }
            await Task { @MainActor in }.value
            gate.open()
            #expect(
                try await store.integer("SELECT COUNT(*) FROM made") == 0,
                "they wait"
            )
            try await store.lockAfterRollback(nil)
            try other.execute("ROLLBACK")
            for (index, write) in writes.enumerated() {
                let result = await write.result
                #expect((try? result.get()) != nil || index == 1)
            }
            let order =
                "SELECT group_concat(number) FROM (SELECT number FROM made ORDER BY rowid)"
            #expect(try await store.text(order) == "1,3,4,5")
            try await store.close()
        }
    }

    /// Makes all calls in `body` before the store executes the first of them. Returns the number of
    /// transactions committed for them; with `refusing`, the number that would have been committed
    /// if the disk had not failed at the last moment.
    private func counting(
        _ store: SQLiteStore,
        refusing: Bool = false,
        _ body: @MainActor () -> [Task<Void, any Error>]
    ) async throws -> Int {
        let commits = Commits(refuses: refusing)
        try await store.observe(commits)
        let gate = Gate(store)
        let calls = body()
        // An actor's tasks start in the order of their creation, so all calls have been made when
        // this one starts.
        await Task { @MainActor in }.value
        gate.open()
        for call in calls {
            try await call.value
        }
        try await store.observe(nil)
        return commits.count.withLockedValue { $0 }
    }
}

extension SQLiteStore {
    /// Has another connection lock the database after each failed transaction; `nil` ends this
    /// behavior.
    ///
    /// - Parameter other: The bits of the other connection's handle, which must stay valid until
    ///   this behavior ends.
    fileprivate func lockAfterRollback(_ other: Int?) throws {
        try perform { connection in
            guard let other else {
                _ = sqlite3_rollback_hook(connection.handle, nil, nil)
                return
            }
            _ = sqlite3_rollback_hook(
                connection.handle,
                { other in
                    sqlite3_exec(OpaquePointer(other), "BEGIN IMMEDIATE", nil, nil, nil)
                },
                UnsafeMutableRawPointer(bitPattern: other)
            )
        }
    }
}

/// Counts commits.
private final class Commits: Sendable {
    let refuses: Bool
    let count = NIOLockedValueBox(0)

    init(refuses: Bool) {
        self.refuses = refuses
    }
}

extension SQLiteStore {
    /// Has `commits` count every commit from now on. `commits` must stay alive until it is
    /// replaced.
    fileprivate func observe(_ commits: Commits?) throws {
        try perform { connection in
            let context = commits.map { Unmanaged.passUnretained($0).toOpaque() }
            guard let context else {
                sqlite3_commit_hook(connection.handle, nil, nil)
                return
            }
            sqlite3_commit_hook(
                connection.handle,
                { context in
                    guard let context else { return 0 }
                    let commits = Unmanaged<Commits>.fromOpaque(context)
                        .takeUnretainedValue()
                    commits.count.withLockedValue { $0 += 1 }
                    return commits.refuses ? 1 : 0
                },
                context
            )
        }
    }
}
