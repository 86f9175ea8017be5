import ArgumentParser
import DiceClient
import DiceFollowing
import DiceWire
import Glibc

struct TableRemove: OneTableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rm",
        abstract: "Deletes a table with its history.",
        discussion: "Asks first on a terminal; without one, --yes is required."
    )
    static let examples = ["table rm odd --yes", "table rm odd -y"]

    @OptionGroup var table: TableArgument

    @Flag(name: .shortAndLong, help: "Do not ask.") var yes = false

    @OptionGroup var common: CommonOptions

    func validate() throws {
        guard let name = tables.first else {
            throw ValidationError("name the table to remove")
        }
        if !yes, isatty(STDIN_FILENO) == 0 {
            throw ValidationError(
                "cannot ask for confirmation without a terminal; to remove \(name), add --yes"
            )
        }
    }

    func run() throws {
        let table = try context.table()
        let client = try context.connect()
        if !yes {
            _ = try client.call(.get, GetParams(table: table))
            guard Output.confirms("Remove the table \(table) with its history?") else {
                throw CommandError.declined("\(table) was not removed")
            }
        }
        try context.perform(.delete, DeleteParams(table: table), on: client) { _ in
            ["\(table) removed"]
        }
    }
}
