internal import ArgumentParser
internal import DiceClient
internal import DiceModel
internal import DiceWire

struct Export: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Prints the ended turns and the throws as they are on the wire, oldest first.",
        discussion: """
            One line of JSON a turn, with each of its rolls, or a throw, told apart by "kind".

            dicectl export --all >turns.jsonl
            """)

    @OptionGroup var options: HistoryOptions
    @OptionGroup var common: CommonOptions

    var tables: [TableName] { options.table.tables }

    /// The daemon pages newest first. A first reading keeps where each page begins, a second goes from the oldest page to
    /// the newest: whatever the history's length, one page is in memory.
    func run() throws {
        let client = try session.connect()
        var query = try options.query(session)
        query.kind = .all
        var pages = HistoryPages(client, query, most: nil)
        var parts: [ClosedRange<Int>] = []
        while let page = try pages.next() {
            if let newest = page.entries.first?.id, let oldest = page.entries.last?.id {
                parts.append(oldest...newest)
            }
        }
        pages.tellOfDamage()
        for part in parts.reversed() {
            query.before = part.upperBound + 1
            var again = HistoryPages(client, query, most: nil)
            guard let page = try again.next() else { continue }
            let lines = RawElements.of("entries", in: page.reply.resultBytes ?? [])
            guard lines.count == page.entries.count, page.entries.last?.id ?? .max <= part.lowerBound else {
                throw ClientError.garbled("the history is another than a moment ago")
            }
            let wanted = zip(page.entries, lines).filter { part.contains($0.0.id) }.map(\.1)
            try Output.write(wanted.reversed().flatMap { $0 + [UInt8(ascii: "\n")] })
        }
    }
}
