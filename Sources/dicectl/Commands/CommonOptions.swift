internal import ArgumentParser
internal import DiceClient
internal import DiceModel
internal import DicePaths
internal import DiceWire
internal import FoundationEssentials

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

    /// The table that the command is about: `named`, else `--table`, else `default`.
    func table(named: TableName? = nil) throws -> TableName {
        if let named, let table, named != table {
            throw ValidationError("two tables are named: \(named), and --table \(table)")
        }
        return named ?? table ?? .default
    }

    var socketPath: SocketPath { SocketPath.current(option: socket) }

    private static let environment = ProcessInfo.processInfo.environment
    var environment: [String: String] { Self.environment }

    var traits: TerminalTraits { TerminalTraits(isTerminal: Window.isTerminal, environment: environment) }

    /// Connects, starting a daemon where none listens.
    func connect() throws(Failure) -> Client {
        do {
            return Self.client(try Autostart.connect(socketPath, startsDaemon: !noAutostart))
        } catch {
            throw .client(error)
        }
    }

    static func client(_ connection: Connection) -> Client {
        Client(connection, name: "dicectl/\(version)")
    }

    /// Sends `request` and prints its result: as JSON where that is asked for, else the lines of `plain`.
    func perform<Value: JSONReadable>(
        _ request: Request, as type: Value.Type, plain: (Value) throws -> [String]
    ) throws {
        let client = try connect()
        do {
            let reply = try client.call(request)
            if json { return try Self.printJSON(reply) }
            try Output.lines(try plain(try reply.value(as: type)))
        } catch {
            throw Failure(error)
        }
    }

    /// The `result` exactly as it came.
    static func printJSON(_ reply: ServerLine) throws(Failure) {
        guard let result = reply.resultBytes else { throw .client(.garbled("an answer has no result")) }
        try Output.line(result)
    }
}
