import DiceGames
import DiceModel
import DiceProof
import DiceTable
import Foundation
import Testing

@testable import DiceStore

/// A single write removes a deleted table, and the table's rows are then deleted in steps.
@Suite struct RemovingTests {
    private static let count = 2_500

    private func name(_ text: String) throws -> TableName {
        try TableName(valid: text)
    }

    /// Creates a table with many turns, a match, face counts and a secret throw, beside another
    /// table with one turn.
    private func fill(_ store: SQLiteStore) async throws {
        for name in ["night", "other"] {
            let table = StoredTable(new: try self.name(name), sides: [6])
            try await store.create(table)
            try await store.saveRoll(of: table)
            try await store.endTurn(of: table)
        }
        try await store.execute(
            """
            WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < \(Self.count))
                INSERT INTO history ("table", turn, endedAt, by, rolls, dice, total)
                SELECT 'night', i, 1795215541000 + i, 'bo', '[]', '[]', 0 FROM n;
            INSERT INTO history (kind, "table", turn, endedAt, by, rolls, dice, total, thrown, ghost)
                VALUES ('throw', 'night', 1, 1795215541000, 'bo', '[]', '[]', 0, '{}', '{}');
            INSERT INTO matches ("table", match, record, entry) VALUES ('night', 1, '{}', 3);
            """
        )
    }

    /// Throws unless everything belonging to the old table is gone and everything belonging to the
    /// other table remains.
    private func expectGone(
        _ store: SQLiteStore,
        _ folder: String,
        turnsOfNight: [Turn] = []
    )
        async throws
    {
        let night = try name("night")
        for kind in HistoryKind.allCases {
            for by in [nil, "bo"] as [String?] {
                let page = try await store.history(
                    HistoryQuery(.all, limit: 1_000, by: by, kind: kind)
                )
                #expect(
                    page.entries.allSatisfy {
                        $0.table == "other" || turnsOfNight.map(\.id).contains($0.id)
                    }
                )
                #expect(page.damaged == nil)
                #expect(!page.more)
            }
        }
        #expect(
            try await store.history(HistoryQuery(of: night, limit: 10)).turns
                == turnsOfNight
        )
        #expect(
            try await store.history(HistoryQuery(of: name("other"), limit: 10)).turns
                .count == 1
        )
        #expect(try await store.matches(of: night, before: nil, limit: 10).page.isEmpty)
        #expect(try await store.show(1, of: night, by: ["bo"]) == nil)
        #expect(try StoreCheck.problems(directory: folder) == [])
        let path = folder + "/../copy.sqlite"
        _ = try await store.backup(to: path, replacing: true)
        let report = try StoreCheck.report(of: path)
        let turns = turnsOfNight.count + 1
        #expect(
            report.contents?.description.contains(
                "\(turns) turn\(turns == 1 ? "" : "s") and 0 throws"
            ) == true
        )
        var copy = try SQLiteConnection(path, .readOnly)
        for place in ["history", "removals", "matches"] {
            let count = try copy.first("SELECT COUNT(*) FROM \(place)") {
                $0.integer(0)
            }
            #expect(count == (place == "history" ? Int64(turns) : 0))
        }
    }

    private func withFilledStore(_ body: (SQLiteStore, String) async throws -> Void)
        async throws
    {
        try await withFolder { folder in
            let store = try SQLiteStore(
                directory: folder + "/state",
                removesInBackground: false
            )
            try await fill(store)
            try await body(store, folder + "/state")
            try await store.close()
        }
    }

    private func rows(_ store: SQLiteStore) async throws -> Int64 {
        try await store.integer(
            "SELECT COUNT(*) FROM history WHERE \"table\" = 'night'"
        ) ?? -1
    }

    @Test("the first write of a deletion hides the table at once; the rest follows in steps")
    func theFirstWriteOfADeletionIsSeenByEverybodyAndStepsFollow() async throws {
        try await withFilledStore { store, folder in
            let night = try name("night")
            try await store.delete(night)
            #expect(try await rows(store) == Int64(Self.count + 1))
            #expect(try await store.table(night) == nil)
            #expect(
                try await store.faces(FaceQuery(table: .one(night)), at: night) == nil
            )
            try await expectGone(store, folder)
            var steps = 0
            while try await store.removeStep() {
                steps += 1
                let left = try await rows(store)
                #expect(Int(left) >= Self.count + 1 - steps * SQLiteStore.removedAtOnce)
                try await expectGone(store, folder)
            }
            #expect(try await rows(store) == 0)
            #expect(try await store.integer("SELECT COUNT(*) FROM removals") == 0)
            #expect(try await store.integer("SELECT COUNT(*) FROM matches") == 0)
        }
    }

    @Test("a new table of the same name keeps its own entries during a deletion")
    func aNewTableOfTheSameNameHasItsOwnEntriesMeanwhile() async throws {
        try await withFilledStore { store, folder in
            let night = try name("night")
            try await store.delete(night)
            _ = try await store.removeStep()
            let table = StoredTable(new: night, sides: [6])
            try await store.create(table)
            try await store.saveRoll(of: table)
            let turn = try await store.endTurn(of: table)
            #expect(turn.rolls.count == 1)
            let tally = try await store.faces(FaceQuery(table: .one(night)), at: night)?
                .ended
            try await expectGone(store, folder, turnsOfNight: [turn])
            while try await store.removeStep() {}
            try await expectGone(store, folder, turnsOfNight: [turn])
            #expect(try await rows(store) == 1)
            #expect(tally?.counts.values.map { $0.reduce(0, +) } == [1])
            try await store.delete(night)
            try await expectGone(store, folder)
        }
    }

    @Test("the next start continues a deletion after a kill", arguments: 0...3)
    func theNextStartGoesOnAfterAKill(_ steps: Int) async throws {
        try await withFilledStore { store, folder in
            let night = try name("night")
            try await store.delete(night)
            for _ in 0..<steps {
                _ = try await store.removeStep()
            }
            _ = try copyRunning(store.file, into: folder + "/killed")
            let next = try SQLiteStore(directory: folder + "/killed")
            try await expectGone(next, folder + "/killed")
            await next.removal()
            #expect(try await rows(next) == 0)
            #expect(try await next.integer("SELECT COUNT(*) FROM removals") == 0)
            try await expectGone(next, folder + "/killed")
            try await next.close()
        }
    }

    @Test("a change can run between two steps of a deletion") func aChangeComesBetweenTwoSteps()
        async throws
    {
        try await withFolder { folder in
            let store = try SQLiteStore(directory: folder + "/state")
            try await fill(store)
            let gate = Gate(store)
            let deletion = Task.immediate {
                try await store.delete(TableName(valid: "night"))
            }
            gate.open()
            try await deletion.value
            let other = try #require(try await store.table(name("other")))
            let turn = try await store.endTurn(of: other)
            await store.removal()
            #expect(try await rows(store) == 0)
            #expect(
                try await store.history(HistoryQuery(of: name("other"))).turns.first
                    == turn
            )
            try await store.close()
        }
    }

    /// A pruning keeps matches and secret throws, which the history does not show.
    @Test("pruning keeps hidden throws") func whatIsPrunedLeavesHiddenThrows() async throws {
        try await withFilledStore { store, _ in
            let last = try #require(
                try await store.integer("SELECT max(id) FROM history")
            )
            try await store.prune(through: last, of: "night")
            while try await store.removeStep() {}
            #expect(try await rows(store) == 1)
            #expect(try await store.integer("SELECT COUNT(*) FROM prunedSecrets") == 1)
            #expect(try await store.integer("SELECT COUNT(*) FROM matchRecords") == 1)
            #expect(
                try await store.history(HistoryQuery(of: name("night"))).entries.isEmpty
            )
            let table = try #require(try await store.table(name("night")))
            let turn = try await store.endTurn(of: table)
            #expect(
                try await store.history(HistoryQuery(of: name("night"), limit: 5)).turns
                    == [turn]
            )
            // Deleting the table removes everything.
            try await store.delete(name("night"))
            while try await store.removeStep() {}
            #expect(try await rows(store) == 0)
            #expect(try await store.integer("SELECT COUNT(*) FROM removals") == 0)
        }
    }
}

extension SQLiteStore {
    /// Waits until all hidden rows are deleted.
    fileprivate func removal() async {
        for _ in 1...100_000 {
            guard removing == nil, (try? integer("SELECT COUNT(*) FROM removals")) != 0
            else {
                break
            }
            await Task.yield()
        }
        await removing?.value
    }

    fileprivate func prune(through last: Int64, of table: String) throws {
        try perform { connection in
            try connection.transaction { connection in
                try Self.hide(of: table, through: last, isDeletion: false, &connection)
            }
        }
    }
}
