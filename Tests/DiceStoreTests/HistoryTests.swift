import DiceGames
import DiceModel
import DiceProof
import DiceWire
import Foundation
import NIOConcurrencyHelpers
import Testing

@testable import DiceStore
@testable import DiceTable

@Suite struct HistoryTests {
    let table = StoredTable(new: .default, sides: [6, 6])

    @Test("pages join to the whole history, newest first")
    func pagesJoinToTheWholeHistoryNewestFirst() async throws {
        try await withStore { store in
            let other = StoredTable(new: try TableName(valid: "other"), sides: [6])
            try await store.create(table)
            try await store.create(other)
            var turns: [Turn] = []
            for _ in 0..<30 {
                turns.insert(
                    try await store.endTurn(table.ending, leaving: table),
                    at: 0
                )
                _ = try await store.endTurn(other.ending, leaving: other)
            }
            for limit in [1, 2, 7, 15, 29, 30, 31, 1_000] {
                var joined: [Turn] = []
                var before: Int?
                while joined.count <= turns.count {
                    let page = try await store.history(
                        HistoryQuery(of: .default, limit: limit, before: before)
                    )
                    joined += page.turns
                    #expect(page.turns.count == limit || !page.more)
                    #expect(page.more == (joined.count < turns.count))
                    guard page.more, let last = page.turns.last else { break }
                    before = last.id
                }
                #expect(joined == turns)
            }
            let oldest = try #require(turns.last)
            #expect(
                try await store.history(
                    HistoryQuery(of: .default, limit: 5, before: oldest.id)
                )
                    == HistoryPage(turns: [], more: false)
            )
            let second = try await store.history(
                HistoryQuery(of: .default, limit: 5, before: oldest.id + 1)
            )
            #expect(second == HistoryPage(turns: [oldest], more: false))
        }
    }

    @Test("a query selects tables, players and times") func aQueryNamesTablesPlayersAndTimes()
        async throws
    {
        try await withStore { store in
            let other = StoredTable(new: try TableName(valid: "other"), sides: [6])
            for table in [table, other] {
                try await store.create(table)
            }
            var turns: [Turn] = []
            for minute in 0..<12 {
                let table = minute % 3 == 0 ? other : table
                var ending = table.ending
                ending.by = minute % 2 == 0 ? "ann" : "bo"
                ending.endedAt = Timestamp(
                    millisecondsSinceEpoch: Int64(minute) * 60_000
                )
                turns.insert(try await store.endTurn(ending, leaving: table), at: 0)
            }
            let third = turns[9].endedAt
            let sixth = turns[6].endedAt
            let queries: [(HistoryQuery, [Turn])] = [
                (HistoryQuery(.all), turns),
                (HistoryQuery(.one(other.name)), turns.filter { $0.table == "other" }),
                (HistoryQuery(.all, by: "bo"), turns.filter { $0.by == "bo" }),
                (HistoryQuery(.all, by: "nobody"), []),
                (HistoryQuery(.all, since: third), Array(turns[...9])),
                (HistoryQuery(.all, until: third), Array(turns[10...])),
                (
                    HistoryQuery(
                        .one(.default),
                        before: turns[1].id,
                        by: "bo",
                        since: third,
                        until: sixth
                    ),
                    turns[7...9].filter { $0.table == "default" && $0.by == "bo" }
                ),
            ]
            for (query, entries) in queries {
                #expect(
                    try await store.history(query)
                        == HistoryPage(turns: entries, more: false)
                )
            }
            #expect(
                try await store.history(HistoryQuery(.all, limit: 2, by: "ann"))
                    == HistoryPage(
                        turns: Array(turns.filter { $0.by == "ann" }.prefix(2)),
                        more: true
                    )
            )
        }
    }

    @Test("a table without history has an empty page") func aTableWithoutHistoryHasAnEmptyPage()
        async throws
    {
        try await withStore { store in
            let page = try await store.history(
                HistoryQuery(of: .default, limit: 5, before: nil)
            )
            #expect(page == HistoryPage(turns: [], more: false))
        }
    }

    @Test("an entry that is not a valid turn is omitted") func whatIsNoTurnIsLeftOut() async throws
    {
        try await withStore { store in
            try await store.create(table)
            let turn = try await store.endTurn(of: table)
            try await store.endTurn(of: table.next)
            try raw(
                store.file,
                "UPDATE history SET kind = 'throw', rolls = '{}' WHERE id = \(turn.id + 1)"
            )
            let page = try await store.history(
                HistoryQuery(of: .default, limit: 1, before: nil)
            )
            #expect(page == HistoryPage(turns: [turn], more: false))
        }
    }

    @Test("the entries around a damaged one are still returned")
    func theEntriesAroundADamagedOneAreStillThere() async throws {
        try await withStore { store in
            try await store.create(table)
            var turns: [Turn] = []
            for _ in 1...3 {
                turns.insert(
                    try await store.endTurn(table.ending, leaving: table),
                    at: 0
                )
            }
            let damaged = turns.remove(at: 1)
            try raw(
                store.file,
                "UPDATE history SET turn = 9223372036854775807 WHERE id = \(damaged.id)"
            )
            #expect(
                try await store.history(
                    HistoryQuery(of: .default, limit: 5, before: nil)
                )
                    == HistoryPage(turns: turns, more: false, damaged: 1)
            )
            #expect(
                try await store.history(
                    HistoryQuery(of: .default, limit: 1, before: nil)
                )
                    == HistoryPage(turns: [turns[0]], more: true)
            )
        }
    }

    /// Other reads run during a search, however few entries match. A clock that was set back makes
    /// the search long.
    @Test("a long search lets other calls run") func aLongSearchLetsOthersIn() async throws {
        try await withStore { store in
            try await store.create(table)
            let turn = try await store.endTurn(of: table)
            try raw(
                store.file,
                """
                INSERT INTO history (kind, "table", turn, endedAt, by, rolls, dice, total)
                WITH RECURSIVE n (i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
                SELECT kind, "table", i, endedAt + CASE WHEN i % 1000 = 0 THEN 1000000 + i ELSE i END,
                    CASE WHEN i % 1000 = 0 THEN 'bo' ELSE by END, rolls, dice, total
                FROM n, history WHERE id = \(turn.id)
                """
            )
            let order = NIOLockedValueBox<[String]>([])
            let isOpen = ConditionLock(value: false)
            Task.immediate { await store.reader.wait(for: isOpen) }
            let long = Task.immediate {
                let late = Timestamp(
                    millisecondsSinceEpoch: turn.endedAt.millisecondsSinceEpoch
                        + 1_000_000
                )
                return try await store.reader.page(
                    HistoryQuery(.all, limit: 1_000, since: late)
                ) {
                    order.withLockedValue { $0.append("long") }
                }
            }
            let short = Task.immediate {
                try await store.reader.page(HistoryQuery(.all, limit: 1)) {
                    order.withLockedValue { $0.append("short") }
                }
            }
            isOpen.lock()
            isOpen.unlock(withValue: true)
            let page = try await long.value
            #expect(page.turns.map(\.turn) == (1...20).reversed().map { $0 * 1_000 })
            #expect(!page.more)
            #expect(try await short.value.more)
            #expect(order.withLockedValue { $0 } == ["short", "long"])
            let some = try await store.history(HistoryQuery(.all, limit: 3, by: "bo"))
            #expect(some.turns.map(\.turn) == [20_000, 19_000, 18_000])
            #expect(some.more)
            let early = HistoryQuery(
                .all,
                limit: 1_000,
                until: Timestamp(
                    millisecondsSinceEpoch: turn.endedAt.millisecondsSinceEpoch + 5
                )
            )
            #expect(try await store.history(early).turns.map(\.turn) == [4, 3, 2, 1])
        }
    }

    /// Names stored before labels were normalized.
    @Test("a player is found in either Unicode form") func aPlayerIsFoundInEitherForm() async throws
    {
        try await withStore { store in
            try await store.create(table)
            for name in ["\u{E9}", "e\u{301}", "\u{3164}"] {
                var ending = table.ending
                ending.by = name
                _ = try await store.endTurn(ending, leaving: table)
            }
            #expect(
                try await store.history(HistoryQuery(.all, by: "\u{E9}")).turns.map(
                    \.turn
                ).count
                    == 2
            )
            #expect(try await store.history(HistoryQuery(.all)).damaged == nil)
        }
    }

    @Test("reading does not wait for writes") func readingWaitsForNoWrite() async throws {
        try await withStore { store in
            try await store.create(table)
            let turn = try await store.endTurn(of: table)
            let gate = Gate(store)
            let page = try await store.history(
                HistoryQuery(of: .default, limit: 5, before: nil)
            )
            gate.open()
            #expect(page.turns == [turn])
        }
    }

    @Test("a page of large turns has fewer entries") func aPageOfLargeTurnsIsShort() async throws {
        try await withStore { store in
            let large = StoredTable(
                new: .default,
                sides: Array(repeating: 6, count: 1_000)
            )
            try await store.create(large)
            // About 6 KB per roll: 120 of them exceed a page.
            var turns: [Turn] = []
            for rolls in [20, 20, 20, 20, 120, 20] {
                for number in 1...rolls {
                    try await store.saveRoll(of: large, number)
                }
                turns.insert(
                    try await store.endTurn(large.ending, leaving: large),
                    at: 0
                )
            }
            var joined: [Turn] = []
            var sizes: [Int] = []
            var before: Int?
            while joined.count < turns.count {
                let page = try await store.history(
                    HistoryQuery(of: .default, limit: 100, before: before)
                )
                #expect(
                    page.turns.count == 1 || page.turns.jsonBytes().count <= 511 * 1_024
                )
                joined += page.turns
                sizes.append(page.turns.count)
                #expect(page.more == (joined.count < turns.count))
                before = try #require(page.turns.last).id
            }
            #expect(joined == turns)
            #expect(
                sizes == [1, 1, 3, 1],
                "the large one alone, the others as many as fit"
            )
        }
    }

    /// Game documents, and the faces of secret throws for their viewers, count toward the page's
    /// size as well.
    @Test("a page is limited in size regardless of the content of its entries")
    func aPageIsShortWhateverItsEntriesHold() async throws {
        try await withStore { store in
            try await store.create(table)
            let boxes = (1...40).map { number in
                #"{"box":"b\#(number)","title":"\#(String(repeating: "x", count: 60))","points":{"sum":"all"}}"#
            }
            let text =
                #"{"name":"g","title":"G","dice":[6,6],"boxes":[\#(boxes.joined(separator: ","))]}"#
            var ending = table.ending
            ending.score = Match.Score(match: 1, box: "b1", points: 2)
            ending.game = try Game(document: try JSONValue(parsing: Array(text.utf8)))
            for _ in 1...120 {
                _ = try await store.endTurn(ending, leaving: table)
            }
            let faces = String(repeating: "6 ", count: 10_000)
            for number in 1...50 {
                let seed = SeedSource.derived(from: 3).seed(
                    table: "default",
                    throw: number
                )
                var whole = ThrowResult(
                    table: "default",
                    number: number,
                    expression: "4d6",
                    by: "ann",
                    outcome: .completed,
                    total: 18,
                    dice: [],
                    text: faces,
                    faces: [6],
                    proof: EntryProof(
                        commitment: seed.commitment,
                        edition: Edition.current
                    )
                )
                whole.entropy = ""
                whole.reveals = []
                whole.seenBy = ["ann"]
                var hidden = whole
                hidden.text = ""
                hidden.total = nil
                hidden.faces = nil
                hidden.outcome = .other("")
                hidden.hidden = true
                _ = try await store.add(
                    StoredThrow(
                        result: whole,
                        hidden: hidden,
                        sides: [6],
                        seed: seed,
                        nextSeed: seed
                    ),
                    at: Timestamp(millisecondsSinceEpoch: 1)
                )
            }
            for viewer in [nil, "ann"] {
                var query = HistoryQuery(.all, limit: 1_000, kind: .all, viewer: viewer)
                var counts = [Int]()
                var page: HistoryPage
                repeat {
                    page = try await store.history(query, among: nil)
                    #expect(page.jsonBytes().count <= 512 * 1_024)
                    counts.append(page.entries.count)
                    query.before = page.entries.last?.id
                } while page.more
                #expect(
                    counts.reduce(0, +) == 170
                        && (viewer == nil ? counts[0] > 50 : counts[0] < 50),
                    "\(counts)"
                )
            }
        }
    }

    @Test("matches are returned in pages") func matchesComeInPages() async throws {
        try await withStore { store in
            try await store.create(table)
            let box = #"{"box":"a","title":"A","points":{"sum":"all"}}"#
            let text = #"{"name":"g","title":"G","dice":[6,6],"boxes":[\#(box)]}"#
            let game = try Game(document: try JSONValue(parsing: Array(text.utf8)))
            let players = (1...100).map { "\($0)" + String(repeating: "x", count: 50) }
            for number in 1...60 {
                var ending = table.ending
                var table = table
                table.match = Match(game, number: number, players: players)
                ending.score = Match.Score(match: number, box: "a", points: 2)
                _ = try await store.endTurn(ending, leaving: table)
            }
            var before = nil as Int?
            var found = [Int]()
            var pages = 0
            while true {
                let (page, more) = try await store.matches(
                    of: .default,
                    before: before,
                    limit: 1_000
                )
                #expect(page.jsonBytes().count <= 511 * 1_024)
                #expect(!page.isEmpty)
                found = found + page.map(\.match)
                pages = pages + 1
                before = page.last?.match
                if !more {
                    break
                }
            }
            #expect(found == Array((1...60).reversed()))
            #expect(pages > 1)
            #expect(
                try await store.matches(of: .default, before: 5, limit: 3).page.map(
                    \.match
                ) == [
                    4, 3, 2,
                ]
            )
            #expect(
                try await store.matches(of: .default, before: 4, limit: 3).more == false
            )
            #expect(
                try await store.matches(of: .default, before: 1, limit: 3).page == []
            )
        }
    }
}
