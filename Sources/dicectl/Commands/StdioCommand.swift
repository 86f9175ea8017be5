import ArgumentParser
import DiceClient
import DiceModel
import DiceWire
import Glibc

struct StdioCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stdio",
        abstract: "Connects standard input and output with the daemon.",
        discussion: """
            What dicectl -H runs on the other machine: bytes pass as they are, both ways, until one side ends. With --as, \
            --only or --watch-only the connection is confined before anything passes, and no more can be had through it; \
            dicectl seat prints a line for authorized_keys that binds a key to that.
            """
    )

    @OptionGroup var players: SeatOption

    @Option(
        help: .init(
            "This table, and no other; may be given several times.",
            valueName: "table"
        ),
        transform: TableOption.tableName
    )
    var only: [TableName] = []

    @Flag(help: "Change nothing, as without --as.") var watchOnly = false

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
