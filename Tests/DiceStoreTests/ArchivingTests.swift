import DiceModel
import DiceProof
import Testing

@testable import DiceStore
@testable import DiceTable

/// A single write removes archived entries, and the store then reports only the remaining entries.
@Suite struct ArchivingTests {
    private let table = StoredTable(new: .default, sides: [6])

    /// Ends turns. Returns their entries.
    private func play(_ store: SQLiteStore, _ table: StoredTable, turns: Int)
        async throws
        -> [HistoryEntry]
    {
        var table = table
        var entries = [HistoryEntry]()
        for _ in 0..<turns {
            try await store.saveRoll(of: table)
            entries.append(
                .turn(try await store.endTurn(of: table))
            )
            table = table.next
        }
        return entries
    }

    /// Returns a throw that only `gm` sees.
    private func secret(_ number: Int) -> StoredThrow {
        let seeds = [number, number + 1].map {
            SeedSource.derived(from: 1).seed(table: "default", throw: $0)
        }
        var whole = ThrowResult(
            table: "default",
            number: number,
            expression: "1d6",
            by: "gm",
            outcome: .completed,
            total: 3,
            dice: [ThrowDie(die: 1, sides: 6, value: 3, kept: true, flags: [])],
            text: "1d6: 3 = 3",
            faces: [3],
            chance: .nothing,
            proof: EntryProof(commitment: seeds[0].commitment, edition: Edition.current)
        )
        whole.seenBy = ["gm"]
        let die = ThrowDie(
            die: 1,
            sides: 6,
            value: 0,
            kept: true,
            flags: [],
            hidden: true
        )
        var hidden = ThrowResult(
            table: "default",
            number: number,
            expression: "1d6",
            by: "gm",
            outcome: .other(""),
            total: nil,
            dice: [die],
            text: "",
            chance: .nothing,
            proof: whole.proof
        )
        hidden.hidden = true
        return StoredThrow(
            result: whole,
            hidden: hidden,
            sides: [6],
            seed: seeds[0],
            nextSeed: seeds[1]
        )
    }

    private func prune(
        _ store: SQLiteStore,
        _ entry: HistoryEntry,
        keeping open: OpenEntries? = nil
    ) async throws
        -> Pruning
    {
        let chain = try #require(entry.proof.chain)
        return try await store.prune(
            .default,
            through: entry.id,
            chain: chain,
            keeping: open
        )
    }

    private func left(_ store: SQLiteStore, archived: Bool = false) async throws
        -> HistoryPage
    {
        let kind: HistoryKind = archived ? .throw : .all
        return try await store.history(
            HistoryQuery(.one(.default), limit: 1_000, kind: kind, archived: archived),
            among: nil
        )
    }

    @Test("archiving removes the oldest entries and the store records that")
    func theOldestEntriesAreGoneAndTheStoreSaysSo() async throws {
        try await withFolder { folder in
            var store = try SQLiteStore(directory: folder + "/state")
            try await store.create(table)
            let entries = try await play(store, table, turns: 5)
            let faces = try await store.faces(
                FaceQuery(table: .one(.default)),
                at: .default
            )
            let archived = Archived(
                entries: 3,
                last: entries[2].id,
                chain: try #require(entries[2].proof.chain),
                at: try #require(entries[2].endedAt)
            )
            #expect(try await prune(store, entries[2]) == .done(3, archived))
            for isReopened in [false, true] {
                if isReopened {
                    try await store.close()
                    store = try SQLiteStore(directory: folder + "/state")
                }
                let page = try await left(store)
                #expect(page.entries == [entries[4], entries[3]])
                #expect(page.archived == archived)
                #expect(try await store.table(.default)?.archived == archived)
                #expect(
                    try await store.faces(
                        FaceQuery(table: .one(.default)),
                        at: .default
                    )?.ended
                        == faces?.ended
                )
                await store.removal()
            }
            #expect(try await store.integer("SELECT COUNT(*) FROM history") == 2)
            #expect(
                try await prune(store, entries[2]) == .done(0, archived),
                "once more changes nothing"
            )
            let all = try await prune(store, entries[4])
            guard case .done(2, let now?) = all else {
                return #expect(Bool(false), "\(all)")
            }
            #expect(now.entries == 5)
            let next = try #require(try await store.table(.default))
            let turn = try #require(try await play(store, next, turns: 1).first)
            let digest = try #require(turn.proof.digest)
            #expect(
                turn.proof.chain == Chain.link(digest, after: now.chain),
                "the chain goes on"
            )
            try await store.close()
        }
    }

    @Test("an archive request that does not match the history is refused and removes nothing")
    func whatIsNotMeantIsRefusedAndNothingIsGone() async throws {
        try await withStore { store in
            try await store.create(table)
            let entries = try await play(store, table, turns: 4)
            let chain = try #require(entries[1].proof.chain)
            func outcome(_ last: Int, _ chain: String, _ open: OpenEntries? = nil)
                async throws
                -> Pruning
            {
                try await store.prune(
                    .default,
                    through: last,
                    chain: chain,
                    keeping: open
                )
            }
            #expect(try await outcome(0, chain) == .done(0, nil))
            #expect(try await outcome(entries[0].id, chain) == .otherChain)
            #expect(try await outcome(entries[3].id + 1, chain) == .noEntry)
            let open = OpenEntries(turn: 2, match: nil)
            #expect(
                try await prune(store, entries[2], keeping: open)
                    == .open(entries[1].id)
            )
            #expect(try await left(store).entries.count == 4)
            guard case .done(1, _) = try await prune(store, entries[0], keeping: open)
            else {
                return #expect(Bool(false), "the turn before can be archived")
            }
            #expect(try await outcome(entries[0].id, chain) == .otherChain)
        }
    }

    @Test("secret throws stay and can be revealed even after the next archive")
    func secretThrowsStayAndCanBeShownAlsoAfterTheNextArchive() async throws {
        try await withStore { store in
            try await store.create(table)
            for number in 1...2 {
                _ = try await store.add(
                    secret(number),
                    at: Timestamp(millisecondsSinceEpoch: Int64(number))
                )
            }
            let turns = try await play(store, table, turns: 2)
            _ = try await prune(store, turns[0])
            #expect(try await left(store).entries == [turns[1]])
            let kept = try await left(store, archived: true).entries
            #expect(kept.map { $0.thrown?.hidden } == [true, true])
            // Before and after the rows are removed.
            for number in 1...2 {
                #expect(try await store.show(number, of: .default, by: ["bo"]) == nil)
                #expect(try await store.show(number, of: .default, by: ["gm"]) != nil)
                await store.removal()
            }
            _ = try await prune(store, turns[1])
            await store.removal()
            let shown = try await left(store, archived: true).entries.compactMap(
                \.thrown
            )
            #expect(shown.map(\.number) == [2, 1])
            #expect(shown.allSatisfy { $0.hidden == nil && $0.faces == [3] })
            #expect(shown.map(\.digest) == kept.map { $0.proof.digest })
            #expect(try await left(store).entries.isEmpty)
            #expect(try await store.integer("SELECT COUNT(*) FROM history") == 2)
        }
    }

    @Test("a backup contains the entries that stay") func aBackupHasWhatStays() async throws {
        try await withFolder { folder in
            let store = try SQLiteStore(
                directory: folder + "/state",
                removesInBackground: false
            )
            try await store.create(table)
            _ = try await store.add(secret(1), at: Timestamp(millisecondsSinceEpoch: 1))
            let turns = try await play(store, table, turns: 2)
            _ = try await prune(store, turns[0])
            let path = folder + "/copy.sqlite"
            _ = try await store.backup(to: path, replacing: false)
            try await store.close()
            #expect(try StoreCheck.report(of: path).problems == [])
            var copy = try SQLiteConnection(path, .readOnly)
            #expect(
                try copy.first("SELECT COUNT(*) FROM history") { $0.integer(0) } == 2
            )
            #expect(
                try copy.first("SELECT archivedEntries FROM tables") { $0.integer(0) }
                    == 2
            )
        }
    }

    @Test("a new table of the same name has no archived entries")
    func aNewTableOfTheSameNameHasNothingArchived() async throws {
        try await withStore { store in
            try await store.create(table)
            let turns = try await play(store, table, turns: 2)
            _ = try await prune(store, turns[1])
            try await store.delete(.default)
            try await store.create(table)
            #expect(try await store.table(.default)?.archived == nil)
            let turn = try #require(try await play(store, table, turns: 1).first)
            guard case .done(1, let archived) = try await prune(store, turn) else {
                return #expect(
                    Bool(false),
                    "the entries of the old table count for nothing"
                )
            }
            #expect(archived?.entries == 1)
        }
    }
}

extension SQLiteStore {
    /// Waits until all hidden rows are deleted.
    fileprivate func removal() async {
        startRemoving()
        await removing?.value
    }
}
