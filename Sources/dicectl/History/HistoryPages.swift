import DiceClient
import DiceGames
import DiceModel
import DiceVerifying
import DiceWire

/// A part of the history, page by page, newest first.
struct HistoryPages {
    let client: Client
    /// The query for the next page: `before` and `limit` change with each.
    private(set) var query: HistoryQuery
    private let most: Int?

    private var count = 0
    /// Whether there are turns older than those that were read.
    private(set) var more = true
    /// How many turns cannot be read and are left out.
    private(set) var damaged = 0
    /// The older entries that were archived; nil if there are none, for several tables, and before
    /// the first page.
    private(set) var archived: Archived?

    /// - Parameter most: the most turns to read; nil for all.
    init(_ client: Client, _ query: HistoryQuery, most: Int?) {
        self.client = client
        self.query = query
        self.most = most
    }

    struct Page {
        /// Newest first.
        let sent: [SentEntry]
        /// The result as it came.
        let reply: ServerLine

        /// Those that can be read: of an edition that is newer than this program, a kind may be
        /// unknown.
        var entries: [HistoryEntry] { sent.compactMap(\.entry) }
    }

    /// Nil after the last page. The daemon keeps its answers short: a page has fewer turns if they
    /// are long.
    mutating func next() throws -> Page? {
        guard more, count < most ?? .max else { return nil }
        query.limit = min(Limits.historyPage.upperBound, (most ?? .max) - count)
        let reply = try client.call(Method.history(query))
        let page = try reply.value(as: SentPage.self)
        let ids = page.entries.map(\.id)
        guard ids.allSatisfy({ $0 < query.before ?? .max }),
            zip(ids, ids.dropFirst()).allSatisfy(>)
        else {
            throw ClientError.garbled("an older page of the history is not older")
        }
        count += ids.count
        damaged += page.damaged ?? 0
        archived = page.archived
        more = page.more && !ids.isEmpty
        query.before = ids.last ?? query.before
        return Page(sent: page.entries, reply: reply)
    }

    /// The last correction of each of these turns, by the turn's id.
    func corrections(of turns: [HistoryEntry]) throws -> [Int: Correction] {
        let oldest = turns.last { $0.turn?.score?.box != nil }?.turn
        guard query.kind == .turn, let oldest else { return [:] }
        let query = HistoryQuery(query.table, since: oldest.endedAt, kind: .correction)
        var found = [Int: Correction]()
        var pages = HistoryPages(client, query, most: nil)
        while let page = try pages.next() {
            Self.add(page.entries.compactMap(\.correction), of: turns, to: &found)
        }
        return found
    }

    /// Keeps the last correction of each turn.
    ///
    /// - Parameter corrections: newest first, and older than those that were found.
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

    func tellOfDamage() {
        guard damaged > 0 else { return }
        let turns = damaged == 1 ? "1 turn is" : "\(damaged) turns are"
        Output.message("\(turns) left out: the daemon's store is damaged there")
    }
}
