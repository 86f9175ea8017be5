import ArgumentParser
import DiceModel
import DiceVerifying
import DiceWire

struct Export: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Prints the history as it is on the wire.",
        discussion: """
            One line of JSON a turn, with each of its rolls, a throw, or a correction, told apart by "kind".

            dicectl export --all >turns.jsonl
            """
    )

    @OptionGroup var options: HistoryOptions
    @OptionGroup var common: CommonOptions

    var tables: [TableName] { options.table.tables }

    func run() throws {
        let (client, table) = try context.open()
        try OldestFirst(client, options.query(table, kind: .all)).forEachPage {
            entries,
            page in
            try Output.json(try OldestFirst.lines(of: entries, in: page))
        }
    }
}
