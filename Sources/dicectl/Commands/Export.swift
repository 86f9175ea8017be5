import ArgumentParser
import DiceFollowing
import DiceModel
import DiceVerifying
import DiceWire

struct Export: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Prints the history as JSON lines.",
        discussion: """
            One line per turn with all its rolls, per throw and per correction, exactly as the daemon wrote it; \
            "kind" tells which it is.

            dicectl export --all >turns.jsonl
            """
    )
    static let examples = ["export --all", "export odd --since yesterday"]

    @OptionGroup var options: HistoryOptions
    @OptionGroup var common: CommonOptions

    var tables: [TableName] { options.table.tables }

    func run() throws {
        let (client, table) = try context.open()
        try OldestFirst(client, options.query(table, kind: .all, viewer: options.look.name))
            .forEachPage { entries, page in
                try Output.json(try OldestFirst.lines(of: entries, in: page))
            }
    }
}
