internal import ArgumentParser
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
    var limit = HistoryParams.defaultLimit

    @Option(help: ArgumentHelp("Only turns with ids lower than this.", valueName: "id"))
    var before: Int?

    @OptionGroup var common: CommonOptions

    func validate() throws {
        guard Limits.historyPage.contains(limit) else { throw ValidationError("--limit is a number from 1 to 1000") }
        guard before ?? 1 >= 1 else { throw ValidationError("--before is an id, a number from 1") }
    }

    func run() throws {
        let request = HistoryParams(table: try session.table(), limit: limit, before: before)
        try session.perform(.history(request), as: HistoryPage.self) { page in
            if page.more, Window.isTerminal, let oldest = page.entries.last {
                Output.message("older turns: dicectl history --before \(oldest.id)")
            }
            return page.entries.map(PlainLine.history)
        }
    }
}
