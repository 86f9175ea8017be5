internal import ArgumentParser
internal import DiceModel

/// The options of every command.
struct CommonOptions: ParsableArguments {
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
}

/// A command that takes the options of every command.
protocol DaemonCommand: ParsableCommand {
    var common: CommonOptions { get }
    /// The tables that are named.
    var tables: [TableName] { get }
}

extension DaemonCommand {
    var tables: [TableName] { [] }

    var session: Session {
        Session(
            tables: tables, command: Self.configuration.commandName ?? "", json: common.json, socket: common.socket,
            startsDaemon: !common.noAutostart)
    }
}
