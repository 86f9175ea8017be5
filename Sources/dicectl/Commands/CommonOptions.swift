internal import ArgumentParser
internal import DiceModel

/// The options of every command.
struct CommonOptions: ParsableArguments {
    @Option(
        help: "The table; \"default\" where it is left out.", completion: Completions.tableNames,
        transform: Self.tableName)
    var table: TableName?

    @Flag(help: "Print the daemon's result as it is: one line of JSON.")
    var json = false

    @Option(
        help: ArgumentHelp(
            "The daemon's socket; by default $DICED_SOCKET, else diced/diced.sock in the user's runtime folder.",
            valueName: "path"),
        completion: .file())
    var socket: String?

    @Flag(name: .customLong("no-autostart"), help: "Do not start a daemon where none listens: exit with 69.")
    var noAutostart = false

    func validate() throws {
        if let socket, socket.isEmpty { throw ValidationError("--socket needs a path") }
    }

    static func tableName(_ text: String) throws -> TableName {
        guard let name = TableName(text) else { throw ValidationError(TableName.rule) }
        return name
    }

    var session: Session { Session(table: table, json: json, socket: socket, startsDaemon: !noAutostart) }
}

/// A command that takes the options of every command.
protocol DaemonCommand: ParsableCommand {
    var common: CommonOptions { get }
}

extension DaemonCommand {
    var session: Session { common.session }
}
