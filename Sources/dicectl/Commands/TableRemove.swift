internal import ArgumentParser
internal import DiceModel
internal import DiceWire
internal import Glibc

struct TableRemove: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "rm", abstract: "Removes a table with its history.",
        discussion: "On a terminal it asks first; elsewhere it needs --yes.")

    @Argument(help: "The table.", completion: Completions.tableNames, transform: CommonOptions.tableName)
    var name: TableName?

    @Flag(name: .shortAndLong, help: "Do not ask.")
    var yes = false

    @OptionGroup var common: CommonOptions

    func validate() throws {
        if name == nil, session.table == nil { throw ValidationError("say which table to remove") }
        let table = try session.table(named: name)
        if !yes, isatty(STDIN_FILENO) == 0 {
            throw ValidationError("removing \(table) takes its history with it; confirm with --yes")
        }
    }

    func run() throws {
        let table = try session.table(named: name)
        if !yes { try confirm(table) }
        try session.perform(.delete(DeleteParams(table: table)), as: EmptyObject.self) { _ in ["\(table) removed"] }
    }

    private func confirm(_ table: TableName) throws {
        Output.notice("Remove the table \(table) with its history? [y/N] ")
        guard let answer = readLine()?.lowercased(), ["y", "yes"].contains(answer) else {
            throw Failure.declined("\(table) is left as it is")
        }
    }
}
