import CSQLite
import DiceModel
import DiceTable
import NIOConcurrencyHelpers
import Testing

@testable import DiceStore

/// The cost of searches in a long history, measured by the rows read instead of time.
@Suite struct SearchTests {
    private static let count = 20_000
    /// The maximum steps of SQLite's virtual machine, in thousands, for a page with few entries.
    /// Scanning every row would take more than 100.
    private static let fewSteps = 60

    /// Fills a store with ann's turns at two tables, and a few turns by other players and entries
    /// of other kinds.
    private func fill(_ store: SQLiteStore) async throws {
        for name in ["night", "other"] {
            try await store.create(
                StoredTable(new: try TableName(valid: name), sides: [6])
            )
        }
        try await store.execute(
            """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(Self.count))
                INSERT INTO history (kind, "table", turn, endedAt, by, rolls, dice, total, thrown)
                SELECT CASE WHEN i % 5000 = 7 THEN 'throw' ELSE 'turn' END,
                    CASE WHEN i % 3 = 0 THEN 'other' ELSE 'night' END,
                    i, 1000000 + i * 1000, CASE WHEN i % 5000 = 11 THEN 'bo' ELSE 'ann' END, '[]', '[]', 0, '' FROM n;
            """
        )
    }

    private static func instant(_ turn: Int) -> Timestamp {
        Timestamp(millisecondsSinceEpoch: 1_000_000 + Int64(turn) * 1_000)
    }

    private static let queries: [(HistoryQuery, among: Set<String>?, turns: [Int])] = [
        (HistoryQuery(.all, by: "bo"), nil, [15_011, 10_011, 5_011, 11]),
        (HistoryQuery(.all, by: "bo", kind: .all), nil, [15_011, 10_011, 5_011, 11]),
        (
            HistoryQuery(.all, by: "bo", since: instant(5_012), until: instant(15_011)),
            nil,
            [10_011]
        ),
        (HistoryQuery(.all, by: "bo"), ["other"], [10_011]),
        (HistoryQuery(.all, by: "nobody"), nil, []),
        (HistoryQuery(.all, since: instant(7), until: instant(10)), nil, [9, 8]),
        (HistoryQuery(.all, until: instant(4)), nil, [3, 2, 1]),
        (HistoryQuery(.all, until: instant(4)), ["night"], [2, 1]),
        (HistoryQuery(.all, until: instant(0)), nil, []),
        (HistoryQuery(.all, kind: .correction), nil, []),
        (HistoryQuery(.all, limit: 3), nil, [20_000, 19_999, 19_998]),
    ]

    @Test("a page reads little more than its matches", arguments: queries.indices)
    func aPageReadsWhatMatchesAndLittleElse(
        _ index: Int
    )
        async throws
    {
        let (query, among, turns) = Self.queries[index]
        try await withStore { store in
            try await fill(store)
            let tables = try among.map { try Set($0.map { try TableName(valid: $0) }) }
            let found = try await store.reader.search(query, among: tables)
            #expect(
                found.page.turns.map(\.turn).filter { $0 % 5_000 != 7 }
                    == turns.filter { $0 % 5_000 != 7 }
            )
            #expect(found.steps <= Self.fewSteps, "\(query)")
        }
    }

    /// Rare kinds, whose entries are unreadable here: they are found, and counted as damaged.
    @Test("a rare kind is found by its index") func aRareKindIsFoundByItsIndex() async throws {
        try await withStore { store in
            try await fill(store)
            for table in [TableSelection.all, .one(try TableName(valid: "night"))] {
                let found = try await store.reader.search(
                    HistoryQuery(table, kind: .throw),
                    among: nil
                )
                #expect(found.page.damaged ?? 0 >= 2)
                #expect(found.page.entries.isEmpty)
                #expect(found.steps <= Self.fewSteps)
            }
        }
    }

    /// The rows of a deleted table do not slow down its successor.
    @Test("rows of a deleted table do not slow down searches of its successor")
    func whatIsGoneIsNotWalkedThrough() async throws {
        try await withStore(removesInBackground: false) { store in
            try await fill(store)
            let night = try TableName(valid: "night")
            try await store.delete(night)
            try await store.create(StoredTable(new: night, sides: [6]))
            for query in [
                HistoryQuery(of: night),
                HistoryQuery(.one(night), by: "ann", kind: .all),
            ] {
                let found = try await store.reader.search(query, among: nil)
                #expect(found.page.entries.isEmpty)
                #expect(found.steps <= Self.fewSteps)
            }
        }
    }

    @Test("a search never scans the whole history") func noStatementOfASearchScansTheHistory()
        async throws
    {
        try await withStore { store in
            let night = #""table" = 'night'"#
            for (condition, index) in [
                ("AND \(night)", "historyOfTable"),
                ("AND \(night) AND kind = 'rest'", "historyOfKind"),
                ("AND \(night) AND kind = 'turn' AND by = 'bo'", "historyOfPlayer"),
                ("", "INTEGER PRIMARY KEY"),
            ] {
                let plan = try await store.reader.read { connection in
                    try connection.all(
                        """
                        EXPLAIN QUERY PLAN SELECT id, endedAt FROM entries WHERE id < 9 AND id >= 0 \(condition)
                            ORDER BY id DESC LIMIT 3
                        """
                    ) { $0.text("detail") ?? "" }
                }
                let first = try #require(plan.first)
                #expect(first.hasPrefix("SEARCH history USING"))
                #expect(first.contains(index))
                #expect(
                    !plan.contains {
                        $0.contains("TEMP B-TREE") || $0.hasPrefix("SCAN")
                    }
                )
            }
        }
    }

    // MARK: statistics

    @Test("faces are counted in steps that add up to those of all pages")
    func facesAreCountedInStepsWithThoseOfEveryPage() async throws {
        try await withStore { store in
            for name in ["night", "other"] {
                let table = StoredTable(new: try TableName(valid: name), sides: [6, 8])
                try await store.create(table)
                for by in ["ann", "bo", "ann"] {
                    try await store.save(table.rolled(1), adding: table.roll(1, by: by))
                    try await store.endTurn(of: table)
                }
            }
            let progress = WorkProgress()
            let query = HistoryQuery(.all, limit: 1, kind: .all)
            let tally = try await store.tally(query, among: nil, progress)
            let page = try await store.history(
                HistoryQuery(.all, limit: 100, kind: .all)
            )
            #expect(tally.faces == page.turns.reduce(into: FaceTally()) { $0.add($1) })
            #expect(
                tally.newest["night"]?.turn == 1 && tally.newest["night"]?.thrown == 0
            )
            #expect(progress.current == (6, 6))
            let other = try await store.tally(
                query,
                among: [try TableName(valid: "other")],
                WorkProgress()
            )
            #expect(other.newest.keys.sorted() == ["other"])
        }
    }

    @Test("a long count lets other calls run and reports its progress")
    func aLongCountLetsOthersInAndTellsHowFarItIs() async throws {
        try await withStore { store in
            try await fill(store)
            let progress = WorkProgress()
            let done = WorkProgress()
            let isOpen = ConditionLock(value: false)
            Task.immediate { await store.reader.wait(for: isOpen) }
            let long = Task.immediate {
                let tally = try await store.tally(
                    HistoryQuery(.all, kind: .all),
                    among: nil,
                    progress
                )
                done.set(done: 1, of: 1)
                return tally
            }
            let short = Task.immediate {
                let page = try await store.history(HistoryQuery(.all, limit: 1))
                return (page, done.current.done, progress.current)
            }
            isOpen.lock()
            isOpen.unlock(withValue: true)
            let (page, ended, between) = try await short.value
            #expect(page.turns.count == 1)
            #expect(ended == 0)
            #expect(between.done > 0)
            #expect(between.done < between.total)
            #expect(try await long.value.newest.count == 2)
            #expect(progress.current == (Self.count, Self.count))
        }
    }

    @Test("a count ends when its task is cancelled") func aCountEndsWithItsTask() async throws {
        try await withStore { store in
            try await fill(store)
            let progress = WorkProgress()
            let count = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return try await store.tally(
                    HistoryQuery(.all, kind: .all),
                    among: nil,
                    progress
                )
            }
            #expect(try await count.value.newest.isEmpty)
        }
    }
}

extension StoreReader {
    /// Returns a page and the steps of SQLite's virtual machine that it took, in thousands.
    fileprivate func search(_ query: HistoryQuery, among: Set<TableName>?) throws -> (
        page: HistoryPage, steps: Int
    ) {
        var search = HistorySearch(query, among: among)
        var steps = 0
        try read { connection in
            try withUnsafeMutablePointer(to: &steps) { steps in
                sqlite3_progress_handler(
                    connection.handle,
                    1_000,
                    { steps in
                        steps?.assumingMemoryBound(to: Int.self).pointee += 1
                        return 0
                    },
                    steps
                )
                defer {
                    sqlite3_progress_handler(connection.handle, 0, nil, nil)
                }
                while try search.go(&connection) {}
            }
        }
        return (search.page, steps)
    }
}
