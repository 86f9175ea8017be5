import DiceGames
import DiceModel
import DiceProof
import DiceTable
import DiceTestSupport
import DiceVerifying
import DiceWire
import Listening
import Testing

@testable import DiceServer

/// `table.prune`: the entries that it removes, rejects and keeps.
extension GameTests {
    private func prune(_ last: Int, chain: String, table: TableName? = nil) -> Request {
        Method.prune(PruneParams(table: table ?? night, last: last, chain: chain))
    }

    private func prune(_ entry: HistoryEntry) -> Request {
        prune(entry.id, chain: entry.proof.chain ?? Chain.start)
    }

    private func page(archived: Bool = false) async throws -> HistoryPage {
        let kind: HistoryKind = archived ? .throw : .all
        let query = HistoryQuery(
            .one(night),
            limit: 1_000,
            kind: kind,
            archived: archived
        )
        return try await rig.call(client, Method.history(query), as: HistoryPage.self)
    }

    /// Returns the remaining entries, oldest first.
    private func left() async throws -> [HistoryEntry] {
        try await page().entries.reversed()
    }

    private func plainTable() async throws {
        _ = try await rig.call(
            client,
            Method.create(CreateParams(table: night, SettingsChange(dice: [6, 6])))
        )
    }

    private func turns(_ count: Int) async throws {
        for _ in 0..<count {
            _ = try await roll()
            _ = try await end()
        }
    }

    private func result(_ request: Request) async throws -> PruneResult {
        try await rig.call(client, request, as: PruneResult.self)
    }

    @Test(
        "archiving removes the oldest entries, as snapshot, history and watchers show"
    )
    func pruned() async throws {
        try await plainTable()
        try await turns(4)
        let entries = try await left()
        let faces = FaceQuery(table: .one(night))
        let before = try await rig.call(
            client,
            Method.stats(faces),
            as: FaceStatistics.self
        )
        let watcher = try rig.connect()
        let watched = try await rig.call(
            watcher,
            Method.watch(WatchParams(table: night)),
            as: TableSnapshot.self
        )
        #expect(watched.archived == nil)
        _ = try watcher.lines()

        let done = try await result(prune(entries[1]))
        let archived = Archived(
            entries: 2,
            last: entries[1].id,
            chain: try #require(entries[1].proof.chain),
            at: try #require(entries[1].endedAt)
        )
        #expect(done == PruneResult(pruned: 2, archived: archived))
        #expect(try await left() == Array(entries[2...]))
        #expect(try await page().archived == archived)
        let after = try await table()
        #expect(after.archived == archived)
        #expect(after.revision > watched.revision)
        #expect(
            try watcher.lines().contains {
                $0.contains("tableChanged") && $0.contains(#""archived":{"#)
            }
        )
        #expect(
            try await rig.call(client, Method.stats(faces), as: FaceStatistics.self)
                == before
        )
        var verifier = HistoryVerifier(.daemon)
        verifier.begin(night.description, after: archived)
        for entry in try await left() {
            try verifier.check(entry)
        }
        try verifier.finish()

        // A request repeated by a client that has lost the answer.
        #expect(
            try await result(prune(entries[1]))
                == PruneResult(pruned: 0, archived: archived)
        )
        let more = try await result(prune(entries[3]))
        #expect(more.pruned == 2)
        #expect(more.archived?.entries == 4)
        #expect(try await left().isEmpty)
        try await turns(1)
        #expect(try await left().count == 1)
    }

    @Test("archiving with last entry 0 removes nothing and returns what is archived")
    func asked() async throws {
        try await plainTable()
        try await turns(2)
        let revision = try await table().revision
        #expect(
            try await result(prune(0, chain: Chain.start))
                == PruneResult(pruned: 0, archived: nil)
        )
        let first = try #require(try await left().first)
        let archived = try await result(prune(first)).archived
        #expect(
            try await result(prune(0, chain: Chain.start))
                == PruneResult(pruned: 0, archived: archived)
        )
        #expect(try await table().revision == revision + 1)
    }

    @Test("another entry or chain hash is refused, and nothing is removed")
    func refusedParams() async throws {
        try await plainTable()
        try await turns(3)
        let entries = try await left()
        let chain = try #require(entries[1].proof.chain)
        func refusedParam(_ request: Request) async throws -> String? {
            let error = try await rig.refusal(client, request)
            return error?.known == .invalidParams ? error?.data.param : nil
        }
        #expect(try await refusedParam(prune(entries[0].id, chain: chain)) == "chain")
        #expect(try await refusedParam(prune(99, chain: chain)) == "last")
        #expect(try await left() == entries)
        _ = try await result(prune(entries[1]))
        #expect(try await refusedParam(prune(entries[0])) == "last")
        #expect(
            try await refusedParam(prune(entries[1].id, chain: Chain.start)) == "chain"
        )
        #expect(
            try await rig.refusal(
                client,
                prune(1, chain: chain, table: TableName("none"))
            )?.known
                == .tableNotFound
        )
    }

    @Test(
        "a match in progress is kept from its first turn, and the last turn while correctable"
    )
    func openMatch() async throws {
        try await make(document())
        for (player, box) in [("ann", "ones"), ("bo", "ones"), ("ann", "chance")] {
            _ = try await roll(player)
            _ = try await end(box, player)
        }
        var entries = try await left()
        for entry in entries {
            #expect(try await rig.refusal(client, prune(entry))?.known == .gameOpen)
        }
        _ = try await roll("bo")
        _ = try await end(nil, "bo")
        entries = try await left()
        #expect(try await table().game?.over == true)
        #expect(try await rig.refusal(client, prune(entries[3]))?.known == .gameOpen)
        #expect(try await result(prune(entries[2])).pruned == 3)
        let matches = MatchesParams(table: night)
        let listed = try await rig.call(
            client,
            Method.matches(matches),
            as: MatchesResult.self
        )
        #expect(listed.matches.count == 1 && listed.matches[0].winners != nil)
        _ = try await rig.call(client, Method.newGame(PlayerParams(table: night)))
        #expect(try await result(prune(entries[3])).pruned == 1)
        #expect(
            try await rig.call(client, Method.matches(matches), as: MatchesResult.self)
                == listed
        )
    }

    @Test(
        "an archived secret throw can still be shown, and is listed apart from the history"
    )
    func secret() async throws {
        try await plainTable()
        let watcher = try rig.connect()
        _ = try await rig.call(watcher, Method.watch(WatchParams(table: night)))
        let thrown = ThrowParams(
            table: night,
            expression: "d20",
            animate: false,
            by: "gm",
            seenBy: []
        )
        _ = try await rig.call(client, Method.throw(thrown))
        try await turns(1)
        let entries = try await left()
        let hidden = try #require(entries.first { $0.thrown?.hidden == true })
        _ = try await result(prune(try #require(entries.last)))
        #expect(try await left().isEmpty)
        #expect(try await page(archived: true).entries == [hidden])
        _ = try watcher.lines()

        let show = ShowParams(table: night, number: 1, by: "bo")
        #expect(try await rig.refusal(client, Method.show(show))?.known == .notAllowed)
        _ = try await rig.call(
            client,
            Method.show(ShowParams(table: night, number: 1, by: "gm"))
        )
        #expect(try watcher.lines().contains { $0.contains("throwShown") })
        let shown = try #require(try await page(archived: true).entries.first?.thrown)
        #expect(shown.hidden == nil)
        #expect(shown.faces?.count == 1)
        #expect(shown.digest == hidden.proof.digest)
        #expect(try await left().isEmpty)

        var verifier = SeamVerifier(
            night.description,
            archived: try await table().archived,
            shown: [try SentEntry(json: JSONValue(parsing: shown.jsonBytes()))]
        )
        for entry in entries {
            try verifier.check(
                filed: try SentEntry(json: JSONValue(parsing: entry.jsonBytes()))
            )
        }
        try verifier.endFiles()
        try verifier.finish()
    }

    @Test("only the table's owner and the daemon's own user may archive")
    func permission() async throws {
        let rig = try await Rig(isShared: true)
        let ann = try rig.connect(
            Permit(account: "ann", mayTakeName: false),
            uid: Peer.ownUID + 1
        )
        let bo = try rig.connect(
            Permit(account: "bo", mayTakeName: false),
            uid: Peer.ownUID + 2
        )
        let administrator = try rig.connect(Permit(account: "diced", mayTakeName: true))
        _ = try await rig.call(
            ann,
            Method.create(CreateParams(table: night, SettingsChange(dice: [6])))
        )
        let ask = prune(0, chain: Chain.start)
        #expect(try await rig.refusal(ann, ask) == nil)
        #expect(try await rig.refusal(administrator, ask) == nil)
        #expect(try await rig.refusal(bo, ask)?.known == .notAllowed)
        #expect(
            try await rig.refusal(ann, prune(0, chain: Chain.start, table: .default))?
                .known
                == .notAllowed
        )
        _ = try await rig.call(ann, Method.confine(ConfineParams(as: "ann")))
        #expect(try await rig.refusal(ann, ask)?.known == .notAllowed)
    }

    @Test("progress is sent before the answer if requested")
    func progress() async throws {
        try await plainTable()
        try await turns(1)
        let entry = try #require(try await left().first)
        let params = PruneParams(
            table: night,
            last: entry.id,
            chain: entry.proof.chain ?? "",
            progress: true
        )
        client.send([Method.prune(params)])
        await rig.advance(by: .zero)
        let lines = try client.lines()
        #expect(lines.first?.contains(#""method":"progress""#) == true)
        #expect(lines.last?.contains("pruned") == true)
    }

    @Test("a storage failure removes no entries")
    func failing() async throws {
        try await plainTable()
        try await turns(1)
        let entries = try await left()
        rig.store.fail(true)
        #expect(
            try await rig.refusal(client, prune(entries[0]))?.known == .storageFailed
        )
        rig.store.fail(false)
        #expect(try await left() == entries)
        #expect(try await table().archived == nil)
    }
}
