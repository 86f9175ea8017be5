internal import ArgumentParser
internal import DiceClient
internal import DiceModel
internal import DiceWire
internal import FoundationEssentials
internal import Unix

/// What every command works with: the daemon, the table that is named, the form of the result, and what surrounds the
/// process.
struct Session: Hashable {
    var table: TableName?
    /// Whether the daemon's results are printed as they are.
    var json = false
    /// The path that was given for the daemon's socket.
    var socket: String?
    /// Whether a daemon is started where none listens.
    var startsDaemon = true

    /// The table that the command is about: `named`, else `--table`, else `default`.
    func table(named: TableName? = nil) throws -> TableName {
        if let named, let table, named != table {
            throw ValidationError("two tables are named: \(named), and --table \(table)")
        }
        return named ?? table ?? .default
    }

    var socketPath: SocketPath {
        get throws(ClientError) {
            do {
                return try SocketPath.current(option: socket)
            } catch {
                throw .unreachable(error.description)
            }
        }
    }

    private static let environment = ProcessInfo.processInfo.environment
    var environment: [String: String] { Self.environment }

    var traits: TerminalTraits { TerminalTraits(isTerminal: Window.isTerminal, environment: environment) }

    /// How much moves: as `option` says, else `$DICECTL_MOTION`; a variable that says something else counts as unset.
    func motion(_ option: Motion?) -> Motion { Self.motion(option, environment) }

    static func motion(_ option: Motion?, _ environment: [String: String]) -> Motion {
        option ?? environment["DICECTL_MOTION"].flatMap(Motion.init) ?? .full
    }

    /// Whether sentences are wanted: by `--plain`, and on a terminal that cannot draw.
    func speaks(plain: Bool) -> Bool {
        plain || (traits.isTerminal && !traits.canDraw)
    }

    /// Connects, starting a daemon where none listens.
    func connect() throws(Failure) -> Client {
        do {
            return Self.client(try Autostart.connect(try socketPath, startsDaemon: startsDaemon))
        } catch {
            throw .client(error)
        }
    }

    /// Connects to a daemon that listens, and starts none.
    func reconnect() throws(ClientError) -> Client {
        Self.client(try Connection.open(try socketPath))
    }

    private static func client(_ connection: Connection) -> Client {
        Client(connection, name: "dicectl/\(version)")
    }

    /// Sends `request` and prints its result: as JSON where that is asked for, else the lines of `plain`.
    func perform<Value: JSONReadable>(
        _ request: Request, as type: Value.Type, plain: (Value) throws -> [String]
    ) throws {
        let client = try connect()
        do {
            let reply = try client.call(request)
            let value = try reply.value(as: type)
            if json { return try Self.printJSON(reply) }
            try Output.lines(try plain(value))
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
