import CSQLite
import DiceModel
import DiceTable
import Testing

@testable import DiceStore

@Suite struct FailureTests {
    let table = StoredTable(new: .default, sides: [6, 6])

    @Test("a failed write leaves the old state", arguments: ["history", "openRoll"])
    func aFailedWriteLeavesTheOldState(refusing: String) async throws {
        try await withStore { store in
            try await store.create(table)
            try await store.saveRoll(of: table)
            // The last statement of the transaction fails, so that the earlier ones must be rolled
            // back.
            try raw(
                store.file,
                "CREATE TRIGGER refuse AFTER INSERT ON \(refusing) BEGIN SELECT RAISE(ABORT, 'not today'); END",
                "CREATE TRIGGER refuseUpdate AFTER UPDATE OF turn ON tables WHEN NEW.turn > 1 "
                    + "BEGIN SELECT RAISE(ABORT, 'not today'); END"
            )
            let error = try await failure {
                if refusing == "history" {
                    try await store.endTurn(of: table)
                } else {
                    try await store.saveRoll(of: table, 2)
                }
            }
            #expect(error.description.contains("not today"))
            #expect(error.description.contains(store.file))
            #expect(try await store.tables() == [table.rolled(1)])
            #expect(
                try await store.history(
                    HistoryQuery(of: .default, limit: 1, before: nil)
                ).turns
                    .isEmpty
            )

            try raw(store.file, "DROP TRIGGER refuse")
            _ = try await failure {
                try await store.endTurn(of: table)
            }
            #expect(
                try await store.history(
                    HistoryQuery(of: .default, limit: 1, before: nil)
                ).turns
                    .isEmpty
            )

            try raw(store.file, "DROP TRIGGER refuseUpdate")
            #expect(
                try await store.endTurn(of: table).rolls == [
                    table.roll(1)
                ]
            )
        }
    }

    /// Makes the store's own connection fail inside SQLite, then repairs the connection.
    @Test(
        "the store is usable after the failure is over",
        arguments: [
            (
                "PRAGMA max_page_count = 1", "PRAGMA max_page_count = 1000000",
                "the disk is full"
            ),
            ("PRAGMA query_only = 1", "PRAGMA query_only = 0", "writable"),
        ]
    )
    func theStoreIsUsableWhenTheTroubleIsOver(
        trouble: String,
        cure: String,
        sentence: String
    )
        async throws
    {
        try await withStore { store in
            try await store.create(table)
            let large = StoredTable(
                new: .default,
                sides: Array(repeating: 6, count: 1_000)
            )
            try await store.execute(trouble)
            let error = try await failure {
                try await store.saveRoll(of: large)
            }
            #expect(error.kind == .unavailable)
            #expect(error.description.contains(sentence))
            #expect(error.description.contains(store.file))
            #expect(try await store.tables() == [table])

            try await store.execute(cure)
            try await store.saveRoll(of: large)
            #expect(try await store.tables() == [large.rolled(1).seeded(as: table)])
        }
    }

    @Test("a lock of another program is named and then forgotten")
    func anotherProgramsLockIsNamedAndThenForgotten() async throws {
        try await withFolder { folder in
            let store = try SQLiteStore(directory: folder, patience: .zero)
            try await store.create(table)
            let holder = try SQLiteConnection(store.file)
            try holder.execute("BEGIN IMMEDIATE")
            let error = try await failure {
                try await store.save(table.next, adding: nil)
            }
            #expect(error.kind == .unavailable)
            #expect(error.description.contains("locked by another program"))
            try holder.execute("ROLLBACK")
            try await store.save(table.next, adding: nil)
            #expect(try await store.tables() == [table.next.seeded(as: table)])
            try await store.close()
        }
    }

    /// A write is kept or refused, never both: a second answer would crash the process.
    @Test("a cancellation is safe at any moment") func aCancellationMayComeAtAnyMoment()
        async throws
    {
        try await withStore { store in
            let (kept, refused) = await store.sort(3)
            #expect((kept, refused) == (1, 2))
        }
    }

    /// A cancelled write is refused at the first try or not performed, although the database is
    /// free by then.
    @Test("an old request stops waiting") func anOldRequestWaitsNoLonger() async throws {
        try await withFolder { folder in
            let store = try SQLiteStore(directory: folder, patience: .seconds(60))
            try await store.create(table)
            let holder = try SQLiteConnection(store.file)
            try holder.execute("BEGIN IMMEDIATE")
            try await RequestTime.$arrival.withValue(.now - .seconds(120)) {
                let error = try await failure {
                    try await store.saveRoll(of: table)
                }
                #expect(error.description.contains("locked by another program"))
                try holder.execute("ROLLBACK")
                let gone = Task {
                    withUnsafeCurrentTask { $0?.cancel() }
                    try await store.saveRoll(of: table)
                }
                _ = try await failure { try await gone.value }
                #expect(try await store.tables() == [table])
                try await store.saveRoll(of: table)
            }
            try await store.close()
        }
    }

    /// Writes wait together, and reads are answered in the meantime. Retried writes precede writes
    /// that joined later, and the wait for the next lock is as long as the wait for the first.
    @Test("queued writes keep their order") func writesThatWaitKeepTheirOrder() async throws {
        try await withFolder { folder in
            let store = try SQLiteStore(directory: folder, patience: .seconds(60))
            try await store.create(table)
            let holder = try SQLiteConnection(store.file)
            for names in [["a", "b", "c"], ["d", "e"]] {
                try holder.execute("BEGIN IMMEDIATE")
                var writes: [Task<Turn, any Error>] = []
                for name in names {
                    var ending = table.ending
                    ending.by = name
                    writes.append(
                        Task.immediate { [ending] in
                            try await store.endTurn(ending, leaving: table)
                        }
                    )
                    // Answered once all earlier requests have been tried.
                    _ = try await store.tables()
                }
                try holder.execute("ROLLBACK")
                for write in writes {
                    _ = try await write.value
                }
            }
            let turns = try await store.history(HistoryQuery(of: .default)).turns
            #expect(turns.map(\.by) == ["e", "d", "c", "b", "a"])
            try await store.close()
        }
    }

    @Test("writes wait for the lock of another program") func writesWaitForAnotherProgramsLock()
        async throws
    {
        try await withFolder { folder in
            let store = try SQLiteStore(directory: folder, patience: .seconds(60))
            try await store.create(table)
            let holder = try SQLiteConnection(store.file)
            try holder.execute("BEGIN IMMEDIATE")
            let writes = (1...20).map { number in
                Task.immediate {
                    try await store.saveRoll(of: table, number)
                }
            }
            #expect(try await store.tables() == [table])
            for write in writes.prefix(19) {
                write.cancel()
            }
            for write in writes.prefix(19) {
                let error = try await failure { try await write.value }
                #expect(error.description.contains("locked by another program"))
            }
            try holder.execute("ROLLBACK")
            try await writes[19].value
            #expect(
                try await store.tables() == [table.rolled(20)],
                "what nobody waited for is not done"
            )
            try await store.close()
        }
    }

    @Test(
        "every failure names the file",
        arguments: [
            (SQLITE_IOERR, StoreError.Cause.unavailable),
            (SQLITE_IOERR | 4 << 8, .unavailable),
            (SQLITE_READONLY | 4 << 8, .unavailable),
            (SQLITE_CANTOPEN, .unavailable),
            (SQLITE_NOMEM, .unavailable),
            (SQLITE_TOOBIG, .unavailable),
            (SQLITE_CORRUPT, .corrupt),
            (SQLITE_NOTADB, .corrupt),
            (SQLITE_FULL, .unavailable),
            (SQLITE_BUSY, .unavailable),
            (SQLITE_READONLY, .unavailable),
            (SQLITE_MISUSE, .unavailable),
            (SQLITE_CONSTRAINT, .corrupt),
            (SQLITE_ERROR, .corrupt),
        ]
    )
    func everyFailureNamesTheFile(code: Int32, kind: StoreError.Cause) {
        let error = StoreErrorText.describe(
            SQLiteError(code, "oh"),
            file: "/a/diced.sqlite"
        )
        #expect(error.kind == kind)
        #expect(error.description.hasPrefix("/a/diced.sqlite "))
        #expect(error.description.contains("; "))
    }

    /// The backup's disk may be full while the store's disk is not.
    @Test(
        "a write error during a backup names the backup",
        arguments: [
            SQLITE_FULL, SQLITE_READONLY, SQLITE_PERM, SQLITE_CANTOPEN,
            SQLITE_IOERR | 3 << 8,
            SQLITE_IOERR | 4 << 8,
        ]
    )
    func whatCannotBeWrittenOfABackupIsTheBackup(code: Int32) {
        for error in [
            BackupPlace(path: "/b/copy").failure(SQLiteError(code, "oh")),
            #expect(throws: (any Error).self) {
                try BackupPlace(path: "/b/copy").naming {
                    throw SQLiteError(code, "oh")
                }
            },
        ] {
            guard let error else { continue }
            let described = StoreErrorText.describe(error, file: "/a/diced.sqlite")
            #expect(described.kind == .unavailable)
            #expect(described.description.hasPrefix("/b/copy cannot be "))
        }
    }

    @Test(
        "a read error during a backup names the store",
        arguments: [
            SQLITE_IOERR | 1 << 8, SQLITE_CORRUPT, SQLITE_BUSY, SQLITE_INTERRUPT,
        ]
    )
    func whatCannotBeReadForABackupIsTheStore(code: Int32) {
        let error = BackupPlace(path: "/b/copy").failure(SQLiteError(code, "oh"))
        #expect(
            StoreErrorText.describe(error, file: "/a/diced.sqlite").description
                .hasPrefix(
                    "/a/diced.sqlite "
                )
        )
    }

    @Test(
        "a damaged table is named",
        arguments: [
            "UPDATE tables SET dice = 'nonsense'", "UPDATE tables SET dice = '[]'",
            #"UPDATE tables SET dice = '[{"locked":false,"sides":6,"value":7}]'"#,
            #"UPDATE tables SET dice = '[{"locked":false,"sides":1,"value":1}]'"#,
            "UPDATE tables SET turn = 0",
            #"UPDATE tables SET dice = '[{"locked":false,"sides":6,"value":0}]'"#,
            #"UPDATE tables SET dice = '[{"locked":false,"sides":1001,"value":1}]'"#,
            "UPDATE tables SET dice = '[' || substr(replace(hex(zeroblob(1001)), '00', ',"
                + #"{"locked":false,"sides":6,"value":1}'), 2) || ']'"#,
            "UPDATE tables SET rollCount = -1",
            "UPDATE tables SET turn = 9223372036854775807",
            "UPDATE tables SET rollCount = 9223372036854775807",
        ]
    )
    func aDamagedTableIsNamed(edit: String) async throws {
        try await withStore { store in
            try await store.create(table)
            try raw(store.file, edit)
            let error = try await failure { _ = try await store.tables() }
            #expect(error.kind == .corrupt)
            #expect(error.description.contains("table 'default'"))
        }
    }

    @Test(
        "the first and the last valid timestamps are read",
        arguments: [-62_167_219_200_000, 253_402_300_799_999] as [Int64]
    )
    func theFirstAndTheLastInstantAreRead(milliseconds: Int64) async throws {
        try await withStore { store in
            try await store.create(table)
            var roll = table.roll(1)
            roll.at = Timestamp(millisecondsSinceEpoch: milliseconds)
            roll.values = [1, 1_000]
            try await store.save(table.rolled(1), adding: roll)
            #expect(
                try await store.endTurn(of: table).rolls == [
                    roll
                ]
            )
        }
    }

    @Test("an invalid name is named in the error") func anInvalidNameIsNamed() async throws {
        try await withStore { store in
            try await store.create(table)
            try raw(
                store.file,
                "PRAGMA foreign_keys = OFF",
                "UPDATE tables SET name = '../x'"
            )
            let error = try await failure { _ = try await store.tables() }
            #expect(error.kind == .corrupt)
            #expect(error.description.contains("table '../x'"))
        }
    }

    @Test(
        "a damaged roll keeps its turn open",
        arguments: [
            "UPDATE openRoll SET rolled = '[3]'",
            #"UPDATE openRoll SET "values" = '[0,1]'"#,
            "UPDATE openRoll SET outcome = 'won'", "UPDATE openRoll SET by = ''",
            "UPDATE openRoll SET at = 9223372036854775807",
            "UPDATE openRoll SET at = 253402300800000",
            "UPDATE openRoll SET at = -62167219200001",
            #"UPDATE openRoll SET "values" = '[1,1001]'"#,
            "UPDATE openRoll SET rolled = '[0]'", "UPDATE openRoll SET roll = 0",
            "UPDATE openRoll SET by = ''",
        ]
    )
    func aDamagedRollKeepsItsTurnOpen(edit: String) async throws {
        try await withStore { store in
            try await store.create(table)
            try await store.saveRoll(of: table)
            try raw(store.file, edit)
            let error = try await failure {
                try await store.endTurn(of: table)
            }
            #expect(error.kind == .corrupt)
            #expect(error.description.contains("table 'default'"))
            // The last roller is read from the roll.
            var expected = table.rolled(1)
            expected.lastRoller = try await store.tables().first?.lastRoller
            #expect(try await store.tables() == [expected])
        }
    }

    @Test(
        "a damaged entry is omitted and counted",
        arguments: [
            "UPDATE history SET rolls = '{}'",
            #"UPDATE history SET dice = '[{"die":1,"sides":6,"value":7,"locked":false}]'"#,
            "UPDATE history SET endedAt = -9223372036854775808",
            "UPDATE history SET turn = 0",
            "UPDATE history SET total = -1", "UPDATE history SET by = ''",
            "UPDATE history SET id = 0",
            #"UPDATE history SET dice = '[{"die":1,"sides":6,"value":0,"locked":false}]'"#,
            #"UPDATE history SET rolls = '[{"roll":1,"by":"a","at":"2026-11-20T22:59:01.123Z","outcome":"completed","#
                + #""rolled":[3],"values":[1,1]}]'"#,
        ]
    )
    func aDamagedEntryIsLeftOutAndCounted(edit: String) async throws {
        try await withStore { store in
            try await store.create(table)
            try await store.endTurn(of: table)
            try raw(store.file, edit)
            let page = try await store.history(
                HistoryQuery(of: .default, limit: 1, before: nil)
            )
            #expect(page == HistoryPage(entries: [], more: false, damaged: 1))
        }
    }
}
