import DiceClient
import DiceModel
import DiceVerifying
import DiceWire

/// A part of the history, from its oldest entry to its newest.
///
/// The daemon's pages begin with the newest. A first pass records where each page begins, and a
/// second pass reads the pages from the oldest to the newest. Only one page at a time is in memory.
struct OldestFirst {
    private let client: Client
    private let query: HistoryQuery
    private let parts: [ClosedRange<Int>]
    /// The number of entries.
    let count: Int
    /// The older, archived entries; `nil` if there are none, and for several tables.
    let archived: Archived?

    /// Finds the beginnings of the pages, and reports omitted entries to the person.
    ///
    /// - Parameter report: called after each page with the number of entries read so far.
    init(
        _ client: Client,
        _ query: HistoryQuery,
        reporting report: (Int) -> Void = { _ in }
    ) throws {
        var pages = HistoryPages(client, query, maximum: nil)
        var parts: [ClosedRange<Int>] = []
        var count = 0
        while let page = try pages.next() {
            if let newest = page.sent.first?.id, let oldest = page.sent.last?.id {
                parts.append(oldest...newest)
            }
            count += page.sent.count
            report(count)
        }
        pages.reportDamage()
        self.client = client
        self.query = query
        self.parts = parts
        self.count = count
        archived = pages.archived
    }

    /// Passes each page to `body`: the page's entries, oldest first, and the daemon's answer, which
    /// contains these entries among others, newest first.
    func forEachPage(
        _ body: (_ entries: [SentEntry], _ page: HistoryPages.Page) throws -> Void
    )
        throws
    {
        try readPages(while: { entries, page in
            try body(entries, page)
            return true
        })
    }

    /// Does the same until `body` returns false.
    func readPages(
        while body: (_ entries: [SentEntry], _ page: HistoryPages.Page) throws -> Bool
    ) throws {
        var query = query
        for part in parts.reversed() {
            query.before = part.upperBound + 1
            var pages = HistoryPages(client, query, maximum: nil)
            guard let page = try pages.next() else { continue }
            guard page.sent.last?.id ?? .max <= part.lowerBound else {
                throw Self.changed
            }
            guard pages.archived == archived else { throw Self.changed }
            guard try body(page.sent.reversed().filter { part.contains($0.id) }, page)
            else {
                return
            }
        }
    }

    /// Returns the JSON of the given entries of a page, in the given order, exactly as the daemon
    /// wrote it.
    static func lines(of entries: [SentEntry], in page: HistoryPages.Page)
        throws(ClientError)
        -> [[UInt8]]
    {
        let lines = JSONValue.elements(
            of: "entries",
            in: Array(page.reply.resultBytes ?? [])
        )
        guard lines.count == page.sent.count else { throw changed }
        let wanted = Set(entries.map(\.id))
        let chosen = zip(page.sent, lines).filter { wanted.contains($0.0.id) }
        return chosen.map { Array($0.1) }.reversed()
    }

    static let changed = ClientError.garbled("the history changed while it was being read")
}
