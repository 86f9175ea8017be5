import ArgumentParser
import DiceClient
import DiceWire
import Glibc

struct TableRemove: OneTableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rm",
        abstract: "Removes a table with its history.",
        discussion: "On a terminal it asks first; elsewhere it needs --yes."
    )

    @OptionGroup var table: TableArgument

    @Flag(name: .shortAndLong, help: "Do not ask.") var yes = false

    @OptionGroup var common: CommonOptions

    func validate() throws {
        guard let name = tables.first else {
            throw ValidationError("say which table to remove")
        }
        if !yes, isatty(STDIN_FILENO) == 0 {
            throw ValidationError(
                "nobody can be asked here whether to remove \(name); add --yes"
            )
        }
    }

    func run() throws {
        let table = try context.table()
        let client = try context.connect()
        if !yes {
            _ = try client.call(.get, GetParams(table: table))
            guard Output.confirms("Remove the table \(table) with its history?") else {
                throw CommandError.declined("\(table) is left as it is")
            }
        }
        try context.perform(.delete, DeleteParams(table: table), on: client) { _ in
            ["\(table) removed"]
        }
    }
}
