internal import ArgumentParser
internal import DiceClient
internal import DiceModel
internal import DiceWire

struct History: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "history", abstract: "Shows the ended turns, newest first.",
        discussion: """
            One line a turn, beginning with its id:
            7 2026-11-20T22:59:01.123Z default turn 3 ann: 4 6 [3] 1 5 = 19, 2 rolls
            """)

    @Option(help: ArgumentHelp("The most turns to show, 1 to 1000.", valueName: "count"))
    var limit = HistoryQuery.defaultLimit

    @Option(help: ArgumentHelp("Only turns with ids lower than this.", valueName: "id"))
    var before: Int?

    @OptionGroup var table: TableArgument
    @OptionGroup var common: CommonOptions

    var tables: [TableName] { table.tables }

    func validate() throws {
        guard Limits.historyPage.contains(limit) else { throw ValidationError("--limit is a number from 1 to 1000") }
        guard before ?? 1 >= 1 else { throw ValidationError("--before is an id, a number from 1") }
    }

    func run() throws {
        let client = try session.connect()
        let reply = try ask(client, limit, before: before)
        let page = try reply.value(as: HistoryPage.self)
        guard page.more, page.entries.count < limit else {
            return session.json ? try Session.printJSON(reply) : try show(page)
        }
        // The daemon keeps its answers short: where turns are long, one has fewer of them than were asked for.
        let whole = try continued(page, client)
        if session.json { try Output.line(whole.jsonBytes()) } else { try show(whole) }
    }

    private func ask(_ client: Client, _ limit: Int, before: Int?) throws -> ServerLine {
        try client.call(.history(HistoryQuery(of: try session.table(), limit: limit, before: before)))
    }

    /// The page with older entries behind it, up to the limit.
    private func continued(_ page: HistoryPage, _ client: Client) throws -> HistoryPage {
        var page = page
        while page.more, page.entries.count < limit, let oldest = page.entries.last {
            let reply = try ask(client, limit - page.entries.count, before: oldest.id)
            let next = try reply.value(as: HistoryPage.self)
            guard next.entries.allSatisfy({ $0.id < oldest.id }) else {
                throw ClientError.garbled("an older page of the history is not older")
            }
            page.entries += next.entries
            page.more = next.more && !next.entries.isEmpty
            if let damaged = next.damaged { page.damaged = (page.damaged ?? 0) + damaged }
        }
        return page
    }

    private func show(_ page: HistoryPage) throws {
        if let damaged = page.damaged, damaged > 0 {
            let turns = damaged == 1 ? "1 turn is" : "\(damaged) turns are"
            Output.message("\(turns) left out: the daemon's store is damaged there")
        }
        if page.more, Window.isTerminal, let oldest = page.entries.last {
            Output.message("older turns: dicectl history --before \(oldest.id)")
        }
        try Output.lines(page.entries.map(PlainLine.history))
    }
}
