internal import DiceClient
internal import DiceModel
internal import DiceWire

/// A part of the history, page by page, newest first.
struct HistoryPages {
    let client: Client
    /// Asked for anew with each page; `before` and `limit` are what is left of it.
    var query: HistoryQuery
    /// The most turns to read; nil for all.
    let most: Int?

    private var count = 0
    /// Whether there are older turns behind those that were read.
    private(set) var more = true
    /// How many turns cannot be read and are left out.
    private(set) var damaged = 0

    /// - Parameter most: nil for all there are.
    init(_ client: Client, _ query: HistoryQuery, most: Int?) {
        (self.client, self.query, self.most) = (client, query, most)
    }

    struct Page {
        let entries: [HistoryEntry]
        /// The result as it came.
        let reply: ServerLine
    }

    /// Nil when all have been read. The daemon keeps its answers short: where turns are long, a page has fewer of them.
    mutating func next() throws -> Page? {
        guard more, count < most ?? .max else { return nil }
        query.limit = min(Limits.historyPage.upperBound, (most ?? .max) - count)
        let reply = try client.call(Method.history(query))
        let page = try reply.value(as: HistoryPage.self)
        let ids = page.entries.map(\.id)
        guard ids.allSatisfy({ $0 < query.before ?? .max }), zip(ids, ids.dropFirst()).allSatisfy(>) else {
            throw ClientError.garbled("an older page of the history is not older")
        }
        count += ids.count
        damaged += page.damaged ?? 0
        more = page.more && !ids.isEmpty
        query.before = ids.last ?? query.before
        return Page(entries: page.entries, reply: reply)
    }

    /// Tells the person what was left out.
    func tellOfDamage() {
        guard damaged > 0 else { return }
        let turns = damaged == 1 ? "1 turn is" : "\(damaged) turns are"
        Output.message("\(turns) left out: the daemon's store is damaged there")
    }
}
