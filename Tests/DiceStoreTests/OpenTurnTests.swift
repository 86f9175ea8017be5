import DiceModel
import DiceProof
import DiceVerifying
import Testing

@testable import DiceStore
@testable import DiceTable

/// Open turns in a current store and in a store of version 1.0.0.
@Suite struct OpenTurnTests {
    private func record(
        _ table: StoredTable,
        _ number: Int,
        _ outcome: RollOutcome,
        by: String
    )
        -> RollRecord
    {
        var record = table.roll(number, by: by)
        if outcome == .void {
            record.outcome = .void
            record.rolled = []
            record.absent = ["bo"]
        }
        return record
    }

    @Test("the last roller and the void rolls are derived from the records")
    func theLastRollerAndTheVoidRollsFollowFromTheRecords() async throws {
        try await withStore { store in
            var table = StoredTable(new: .default, sides: [6])
            try await store.create(table)
            for (number, (outcome, by)) in [
                (RollOutcome.void, "zoe"),
                (.completed, "ann"),
                (.void, "cy"),
                (.void, "cy"),
            ].enumerated() {
                table.rollCount = number + 1
                try await store.save(
                    table,
                    adding: record(table, number + 1, outcome, by: by)
                )
                let read = try #require(try await store.tables().first)
                #expect(read.voids.count == [1, 1, 2, 3][number])
                #expect(read.lastRoller == (number == 0 ? nil : "ann"))
            }
            // A roll that was stored as void while it was waiting replaces that record.
            try await store.save(table, adding: record(table, 4, .completed, by: "dee"))
            let read = try #require(try await store.tables().first)
            #expect(read.voids.count == 2)
            #expect(read.rollsMade == 2)
            #expect(read.lastRoller == "dee")
            try await store.endTurn(of: table)
            #expect(try await store.tables().first?.voids.count == 0)
        }
    }

    /// A turn that has a roll, even a void one, keeps the third edition; a turn that follows a full
    /// turn continues with the full turn's locks.
    @Test("a store of the first release keeps working") func aStoreOfTheFirstReleaseGoesOn()
        async throws
    {
        try await withFolder { folder in
            let file = folder + "/" + SQLiteStore.fileName
            var older = try SQLiteConnection(file)
            let steps = Schema.migrations.prefix { $0.name != "v14 2.0.0" }
            #expect(steps.count == 13)
            try older.migrate(Array(steps))
            try older.execute("PRAGMA user_version = \(Schema.used)")
            for (name, rolls, full) in [
                ("a", [], [false, true, false]),
                ("b", ["void"], []),
                ("c", ["void", "completed"], []),
                ("d", [], [false, true]),
                ("e", [], []),
            ] as [(String, [String], [Bool])] {
                try older.run(
                    "INSERT INTO tables (name, turn, rollCount, dice, commitment, seed) VALUES (?, ?, ?, ?, ?, ?)",
                    name,
                    full.count + 1,
                    rolls.count,
                    #"[{"locked":true,"sides":6,"value":4}]"#,
                    Digest.text(of: name),
                    ""
                )
                for (index, outcome) in rolls.enumerated() {
                    try older.run(
                        #"INSERT INTO openRoll ("table", roll, by, at, outcome, rolled, "values") VALUES (?, ?, 'ann', 1, ?, ?, '[4]')"#,
                        name,
                        index + 1,
                        outcome,
                        outcome == "void" ? "[]" : "[1]"
                    )
                }
                for (index, isFull) in full.enumerated() {
                    try older.run(
                        #"INSERT INTO history ("table", turn, endedAt, by, rolls, dice, total, "full") VALUES (?, ?, 1, 'ann', '[]', '[]', 4, ?)"#,
                        name,
                        index + 1,
                        isFull ? 1 : 0
                    )
                    try older.run(
                        #"INSERT INTO history (kind, "table", turn, endedAt, by, rolls, dice, total) VALUES ('throw', ?, 9, 1, 'ann', '', '', 0)"#,
                        name
                    )
                }
            }
            _ = consume older
            let store = try SQLiteStore(directory: folder)
            let tables = try await store.tables()
            #expect(tables.map(\.name.description) == ["a", "b", "c", "d", "e"])
            #expect(tables.map(\.edition) == [5, 3, 3, 5, 5])
            #expect(tables.map(\.continuesFullTurn) == [false, false, false, true, false])
            #expect(tables.map(\.voids.count) == [0, 1, 1, 0, 0])
            #expect(tables.map(\.lastRoller) == [nil, nil, "ann", nil, nil])
            try await store.close()
        }
    }

    /// A turn that has a roll keeps the fourth edition, as does a throw in flight, which ends
    /// before the first entry of the fifth.
    @Test("a store of the second release keeps working") func aStoreOfTheSecondReleaseGoesOn()
        async throws
    {
        try await withFolder { folder in
            let file = folder + "/" + SQLiteStore.fileName
            var older = try SQLiteConnection(file)
            try older.migrate(Schema.migrations.filter { !$0.name.hasSuffix("2.1.0") })
            try older.execute("PRAGMA user_version = \(Schema.used)")
            let seeds = (1...3).map {
                SeedSource.derived(from: 7).seed(table: "a", throw: $0)
            }
            var flying = ThrowResult(
                table: "a",
                number: 1,
                expression: "2",
                by: "ann",
                outcome: .cancelled,
                total: 2,
                dice: [],
                text: "2: 2 = 2",
                faces: [],
                chance: .nothing
            )
            flying.proof = EntryProof(commitment: seeds[0].commitment, edition: 4)
            for (name, rolls) in [("a", 0), ("b", 1)] {
                try older.run(
                    """
                    INSERT INTO tables (name, turn, rollCount, dice, commitment, throwSeed, throwCount, edition)
                        VALUES (?, 1, ?, ?, ?, ?, 1, 4)
                    """,
                    name,
                    rolls,
                    #"[{"locked":false,"sides":6,"value":4}]"#,
                    Digest.text(of: name),
                    seeds[1].seed?.hex ?? ""
                )
            }
            try older.execute(
                """
                INSERT INTO openRoll ("table", roll, by, at, outcome, rolled, "values", reason)
                    VALUES ('b', 1, 'ann', 1, 'void', '[]', '[4]', 'asked')
                """
            )
            try older.run(
                #"INSERT INTO openThrow ("table", number, by, at, thrown, faces, seed) VALUES ('a', 1, 'ann', 1, ?, '[]', ?)"#,
                Records.json(flying),
                seeds[0].seed?.hex ?? ""
            )
            _ = consume older
            let store = try SQLiteStore(directory: folder)
            #expect(try await store.tables().map(\.edition) == [5, 4])
            try await store.endLeftThrows(at: Timestamp(millisecondsSinceEpoch: 2))
            var next = flying
            next.number = 2
            next.text = "2: 2 = 2, no dice"
            next.proof = EntryProof(
                commitment: seeds[1].commitment,
                edition: Edition.current
            )
            _ = try await store.add(
                StoredThrow(
                    result: next,
                    sides: [],
                    seed: seeds[1],
                    nextSeed: seeds[2]
                ),
                at: Timestamp(millisecondsSinceEpoch: 3)
            )
            let entries = try await store.history(HistoryQuery(.all, kind: .all))
                .entries
            #expect(entries.map { $0.thrown?.edition } == [5, 4])
            #expect(entries.map { $0.thrown?.digest == nil } == [false, true])
            var verifier = HistoryVerifier(.daemon)
            for entry in entries.reversed() {
                try verifier.check(entry)
            }
            try verifier.finish()
            #expect(verifier.reports[0].thrown.chained == 2)
            try await store.close()
        }
    }
}
