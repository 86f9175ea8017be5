import DiceClient
import DiceModel
import DiceVerifying
import DiceWire

/// A part of the history, from its oldest entry to its newest.
///
/// The daemon's pages begin with the newest. A first pass records where each page begins, and a
/// second pass takes the pages from the oldest to the newest. The newest pages stay in memory up to
/// a limit; the others are read again, one at a time.
struct OldestFirst {
    private let client: Client
    private let query: HistoryQuery
    private let parts: [ClosedRange<Int>]
    /// The pages of the first parts.
    private let kept: [HistoryPages.Page]
    /// The maximum size of the kept answers in bytes. In memory they take several times as much.
    private static let mostKept = 4 << 20
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
        var kept: [HistoryPages.Page] = []
        var size = 0
        var count = 0
        while let page = try pages.next() {
            if let newest = page.sent.first?.id, let oldest = page.sent.last?.id {
                parts.append(oldest...newest)
                size += page.reply.resultBytes?.count ?? 0
                if size <= Self.mostKept {
                    kept.append(page)
                }
            }
            count += page.sent.count
            report(count)
        }
        pages.reportDamage()
        self.client = client
        self.query = query
        self.parts = parts
        self.kept = kept
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
        for (index, part) in parts.enumerated().reversed() {
            guard let page = try index < kept.count ? kept[index] : readAgain(part) else {
                continue
            }
            guard try body(page.sent.reversed().filter { part.contains($0.id) }, page)
            else {
                return
            }
        }
    }

    /// Returns a page that contains the part; `nil` if the part has been removed.
    private func readAgain(_ part: ClosedRange<Int>) throws -> HistoryPages.Page? {
        var query = query
        query.before = part.upperBound + 1
        var pages = HistoryPages(client, query, maximum: nil)
        guard let page = try pages.next() else { return nil }
        guard page.sent.last?.id ?? .max <= part.lowerBound, pages.archived == archived else {
            throw Self.changed
        }
        return page
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
