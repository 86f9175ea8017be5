import DiceClient
import DiceFollowing
import DiceGames
import DiceModel
import DiceVerifying
import DiceWire

/// A part of the history, page by page, newest first.
struct HistoryPages {
    let client: Client
    /// The query for the next page; `before` and `limit` change with each page.
    private(set) var query: HistoryQuery
    private let maximum: Int?

    private var count = 0
    /// True if there are older turns than those read.
    private(set) var more = true
    /// The number of unreadable turns, which are omitted.
    private(set) var damaged = 0
    /// The older, archived entries; `nil` if there are none, for several tables, and before the
    /// first page.
    private(set) var archived: Archived?

    /// - Parameter most: the maximum number of turns to read; `nil` for all.
    init(_ client: Client, _ query: HistoryQuery, maximum: Int?) {
        self.client = client
        self.query = query
        self.maximum = maximum
    }

    struct Page {
        /// Newest first.
        let sent: [SentEntry]
        /// The result as received.
        let reply: ServerLine

        /// The readable entries: an edition newer than this program may have unknown kinds.
        var entries: [HistoryEntry] { sent.compactMap(\.entry) }
    }

    /// Returns the next page; `nil` after the last. The daemon limits the size of its answers, so a
    /// page of long turns has fewer.
    mutating func next() throws -> Page? {
        guard more, count < maximum ?? .max else { return nil }
        query.limit = min(Limits.historyPage.upperBound, (maximum ?? .max) - count)
        let reply = try client.call(Method.history(query))
        let page = try reply.value(as: SentPage.self)
        let ids = page.entries.map(\.id)
        guard ids.allSatisfy({ $0 < query.before ?? .max }),
            zip(ids, ids.dropFirst()).allSatisfy(>)
        else {
            throw ClientError.garbled("the next page of history does not continue the last one")
        }
        count += ids.count
        damaged += page.damaged ?? 0
        archived = page.archived
        more = page.more && !ids.isEmpty
        query.before = ids.last ?? query.before
        return Page(sent: page.entries, reply: reply)
    }

    /// Returns the last correction of each of these turns, by the turn's id.
    func corrections(of turns: [HistoryEntry]) throws -> [Int: Correction] {
        let oldest = turns.last { $0.turn?.score?.box != nil }?.turn
        guard query.kind == .turn, let oldest else { return [:] }
        let query = HistoryQuery(query.table, since: oldest.endedAt, kind: .correction)
        var found = [Int: Correction]()
        var pages = HistoryPages(client, query, maximum: nil)
        while let page = try pages.next() {
            Self.add(page.entries.compactMap(\.correction), of: turns, to: &found)
        }
        return found
    }

    /// Keeps the last correction of each turn.
    ///
    /// - Parameter corrections: newest first, and older than those already found.
    static func add(
        _ corrections: [Correction],
        of turns: [HistoryEntry],
        to found: inout [Int: Correction]
    ) {
        for correction in corrections {
            let turn = turns.first {
                $0.turn?.turn == correction.turn && $0.table == correction.table
            }
            if let id = turn?.id {
                found[id] = found[id] ?? correction
            }
        }
    }

    func reportDamage() {
        guard damaged > 0 else { return }
        let turns = damaged == 1 ? "1 turn is" : "\(damaged) turns are"
        Output.message("\(turns) missing: the daemon's store is damaged there")
    }
}
