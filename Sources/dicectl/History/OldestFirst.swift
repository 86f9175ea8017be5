import DiceClient
import DiceModel
import DiceVerifying

/// A part of the history from its oldest entry to its newest.
///
/// The daemon's pages begin with the newest. A first reading notes where each page begins, a second goes from the oldest page
/// to the newest. So one page at a time is in memory.
struct OldestFirst {
    private let client: Client
    private let query: HistoryQuery
    private let parts: [ClosedRange<Int>]

    /// Reads where the pages begin, and tells the person what is left out.
    init(_ client: Client, _ query: HistoryQuery) throws {
        var pages = HistoryPages(client, query, most: nil)
        var parts: [ClosedRange<Int>] = []
        while let page = try pages.next() {
            if let newest = page.sent.first?.id, let oldest = page.sent.last?.id { parts.append(oldest...newest) }
        }
        pages.tellOfDamage()
        self.client = client
        self.query = query
        self.parts = parts
    }

    /// Hands each page to `body`: its entries, oldest first, and the answer, where they stand newest first among others.
    func forEachPage(_ body: (_ entries: [SentEntry], _ page: HistoryPages.Page) throws -> Void) throws {
        var query = query
        for part in parts.reversed() {
            query.before = part.upperBound + 1
            var pages = HistoryPages(client, query, most: nil)
            guard let page = try pages.next() else { continue }
            guard page.sent.last?.id ?? .max <= part.lowerBound else { throw Self.changed }
            try body(page.sent.reversed().filter { part.contains($0.id) }, page)
        }
    }

    static let changed = ClientError.garbled("the history is another than a moment ago")
}
