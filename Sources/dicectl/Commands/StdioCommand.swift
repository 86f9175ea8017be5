import ArgumentParser
import DiceClient
import DiceModel
import DiceWire
import Glibc

struct StdioCommand: ExampleCommand {
    static let configuration = CommandConfiguration(
        commandName: "stdio",
        abstract: "Connects standard input and output to the daemon.",
        discussion: """
            dicectl -H runs this on the other machine. Bytes pass unchanged in both directions until one side ends. \
            With --as, --only or --watch-only the connection is confined before any byte passes, and cannot leave \
            that confinement; dicectl seat prints an authorized_keys line that binds a key to it.
            """,
        shouldDisplay: false
    )
    static let examples = ["stdio --as ann", "stdio --only home --watch-only"]

    @OptionGroup var players: SeatOption

    @Option(
        help: .init(
            "Use only this table; can be repeated.",
            valueName: "table"
        ),
        transform: TableOption.tableName
    )
    var only: [TableName] = []

    @Flag(help: "Change nothing; also the effect of omitting --as.") var watchOnly = false

    @OptionGroup var daemon: DaemonOptions

    func run() throws {
        let params = ConfineParams(
            as: players.names,
            tables: only.isEmpty ? nil : only,
            role: watchOnly ? .watch : nil
        )
        let confinement = params == ConfineParams() ? nil : params
        let context = CommandContext(
            command: "stdio",
            socket: daemon.socket,
            startsDaemon: !daemon.noAutostart,
            shared: daemon.shared
        )
        try Stdio.run(
            input: STDIN_FILENO,
            output: STDOUT_FILENO,
            try context.openHere(),
            confinement
        )
    }
}
