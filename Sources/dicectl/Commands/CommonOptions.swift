internal import ArgumentParser
internal import DiceClient
internal import DiceModel

/// The options of every command.
struct CommonOptions: ParsableArguments {
    @Flag(help: "Print the daemon's result as it is: one line of JSON.")
    var json = false

    @Option(
        name: [.customShort("H"), .long],
        help: ArgumentHelp(
            "The machine that the daemon is on, reached by ssh, as [user@]host[:port]; by default $DICECTL_HOST, "
                + "else this one.", valueName: "host"),
        transform: Self.remoteHost)
    var host: RemoteHost?

    @Option(help: Self.socketHelp, completion: .file())
    var socket: String?

    @Flag(help: "Use the shared daemon of this machine, as with DICECTL_SHARED=1. None is started.")
    var shared = false

    @Flag(name: .customLong("no-autostart"), help: "Do not start a daemon where none listens: exit with 69.")
    var noAutostart = false

    static let socketHelp = ArgumentHelp(
        "The daemon's socket; by default $DICED_SOCKET, else diced/diced.sock in the user's runtime folder, "
            + "or with --shared /run/diced/diced.sock.", valueName: "path")

    func validate() throws {
        if let socket, socket.isEmpty { throw ValidationError("--socket needs a path") }
    }

    private static func remoteHost(_ text: String) throws -> RemoteHost {
        do {
            return try RemoteHost(parsing: text)
        } catch {
            throw ValidationError("--host: \(error)")
        }
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
            tables: tables, command: Self.configuration.commandName ?? "", json: common.json, host: common.host,
            socket: common.socket, startsDaemon: !common.noAutostart, shared: common.shared)
    }
}
