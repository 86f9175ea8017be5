import ArgumentParser
import DiceClient
import DiceDrawing
import DiceFollowing
import DiceGames
import DiceJudging
import DiceModel
import DiceWire
import Unix

/// The context of every command: the daemon, the named tables, the output format, and the process's
/// environment.
struct CommandContext: Hashable {
    /// The tables named by the arguments.
    var tables: [TableName] = []
    /// The name of the command, for example `roll` for `dicectl roll`.
    var command = "roll"
    /// True if the daemon's results are printed verbatim.
    var json = false
    /// The remote host given as an option.
    var host: RemoteHost?
    /// The socket's path given as an option.
    var socket: String?
    /// True if a daemon is started when none is listening.
    var startsDaemon = true
    /// True if the arguments select the machine's shared daemon.
    var shared = false
    /// True if errors for people include the machine-readable reason.
    var verbose = false
    /// True if the connections play as a bot.
    var isBot = false
    /// The command line, for advice that repeats it.
    var typed = TypedWords()

    /// True if the shared daemon is selected by the arguments or by `$DICECTL_SHARED`.
    var isShared: Bool { shared || Self.isShared(environment) }

    /// Returns true if `$DICECTL_SHARED` is set to anything except the empty string and 0.
    static func isShared(_ environment: EnvironmentVariables) -> Bool {
        !["", "0"].contains(environment["DICECTL_SHARED"] ?? "")
    }

    /// Returns the command's table: the named one, else `default`.
    func table() throws -> TableName {
        try namedTable() ?? .default
    }

    /// Returns the table named by the arguments, else by `$DICECTL_TABLE`.
    func namedTable() throws -> TableName? {
        if let table = tables.first {
            return table
        }
        guard let text = environment["DICECTL_TABLE"], !text.isEmpty else { return nil }
        guard let table = TableName(text) else {
            throw ValidationError("DICECTL_TABLE is \"\(text)\"; \(TableName.rule)")
        }
        return table
    }

    var socketPath: SocketPath {
        get throws(ClientError) {
            try ClientError.orUnreachable(
                try SocketPath.current(option: socket, isShared: isShared)
            )
        }
    }

    static var environment: EnvironmentVariables { .own }
    var environment: EnvironmentVariables { Self.environment }

    var traits: TerminalTraits {
        TerminalTraits(isTerminal: Window.isTerminal, environment: environment)
    }

    /// Returns the amount of motion: from `option`, else from `$DICECTL_MOTION`. An invalid value
    /// of the variable is ignored with a warning.
    func motion(_ option: Motion?) -> Motion {
        let variable = environment["DICECTL_MOTION"] ?? ""
        if option == nil, !variable.isEmpty, Motion(rawValue: variable) == nil {
            Output.message(
                "DICECTL_MOTION is \"\(variable)\", not full, reduced or none; using full"
            )
        }
        return Self.motion(option, environment)
    }

    static func motion(_ option: Motion?, _ environment: EnvironmentVariables) -> Motion {
        option ?? environment["DICECTL_MOTION"].flatMap(Motion.init) ?? .full
    }

    /// Returns true if sentences are wanted: with `--plain`, and on a terminal that cannot draw.
    func speaks(plain: Bool) -> Bool {
        plain || (traits.isTerminal && !traits.canDraw)
    }

    /// Connects and finds the command's table: the named one, else the only table of a seat on
    /// another machine, else `default`.
    func open() throws -> (client: Client, table: TableName) {
        let named = try namedTable()
        guard named == nil, let remote = try remote else {
            return (try connect(), named ?? .default)
        }
        let (client, confinement) = try connect(to: remote, asking: true)
        let only = confinement?.tables.flatMap { $0.count == 1 ? $0.first : nil }
        return (client, only ?? .default)
    }

    /// Returns the name under which a command looks at a table: the given one, else that of
    /// `$DICECTL_AS`, else the connection's own. `nil` for a stranger, and for a connection that
    /// has several names or none. Throws if `given` contradicts `isStranger`.
    func viewer(_ given: String?, isStranger: Bool, on client: Client) throws -> String? {
        if isStranger {
            guard given == nil else {
                throw ValidationError("--public looks without a name; omit --public or --as")
            }
            return nil
        }
        if let name = try given ?? Player.standing() {
            return name
        }
        // A daemon older than seats does not know this method.
        guard case .one(let name)? = (try? client.call(.confine, ConfineParams()))?.as else {
            return nil
        }
        return name
    }

    /// Connects, after starting a daemon if none is listening.
    func connect() throws(CommandError) -> Client {
        if let remote = try remote {
            return try connect(to: remote, asking: false).client
        }
        let client = try connectHere()
        do throws(ClientError) {
            try client.awaitAgreement()
            return client
        } catch .lost {
            // The socket of a daemon that was killed a moment ago still accepts connections.
            return try connectHere()
        } catch {
            throw .client(error)
        }
    }

    private func connectHere() throws(CommandError) -> Client {
        let connection = try CommandError.of(try open(startsDaemon: startsDaemon))
        return Self.client(connection, isBot: isBot)
    }

    /// Connects to a listening daemon, but does not start one. Over ssh it returns at once, before
    /// the connection is known to work, and ssh does not prompt.
    func reconnect() throws(ClientError) -> Client {
        if let remote = try? remote {
            return try begin(remote, startsDaemon: false)
        }
        return Self.client(try open(startsDaemon: false), isBot: isBot)
    }

    /// Connects to this machine's daemon, even if an option or variable names another machine.
    func openHere() throws(ClientError) -> Connection {
        try open(startsDaemon: startsDaemon)
    }

    private func open(startsDaemon: Bool) throws(ClientError) -> Connection {
        if isShared {
            return try Connection.openShared(try socketPath)
        }
        let named = [socket, environment["DICED_SOCKET"]].contains {
            $0?.isEmpty == false
        }
        let progress = CopyProgress(environment: environment)
        defer {
            progress.end()
        }
        return try Autostart.connect(
            try socketPath,
            isNamed: named,
            startsDaemon: startsDaemon
        ) { status in
            progress.show(status)
        }
    }

    /// The reason why a local daemon that is not answering accepts no more connections; `nil` if
    /// the daemon is not full.
    var fullDaemon: String? {
        guard ((try? remote) ?? nil) == nil, let path = try? socketPath.path,
            let pid = OtherDaemon.holder(of: path + ".lock"),
            let use = DescriptorUse(of: pid),
            use.isFull
        else { return nil }
        return use.fault
    }

    static func client(_ connection: Connection, isBot: Bool = false) -> Client {
        let client = Client(connection, name: "dicectl/\(version)", isBot: isBot)
        client.observer = Witness(SeenNotes.current)
        return client
    }

    /// Calls `method` and prints its result: as JSON if requested, else as the lines of `plain`.
    /// Then throws `unverified` if the daemon was caught cheating.
    @discardableResult func perform<Params, Result: JSONReadable>(
        _ method: Method<Params, Result>,
        _ params: Params,
        on client: Client? = nil,
        plain: (Result) throws -> [String]
    ) throws -> Result {
        let client = try client ?? connect()
        let reply = try client.call(method(params))
        let value = try reply.result(of: method)
        if json {
            try Output.result(of: reply)
        } else {
            try Output.lines(try plain(value))
        }
        try client.witness.check()
        return value
    }

    /// Recreates the missing table `default` as in a new daemon. Throws `missing` if a table is
    /// named, or if no table may be created.
    func remakeDefault(on client: Client, or missing: WireError) throws {
        guard try namedTable() == nil else { throw ClientError.refused(missing) }
        do {
            _ = try client.call(
                .create,
                CreateParams(table: .default, SettingsChange(dice: [6, 6, 6, 6, 6]))
            )
            Output.message("created the table default again, with 5d6; it had been removed")
        } catch ClientError.refused(let refusal) where refusal.known == .tableExists {
        } catch ClientError.refused(let refusal) where refusal.known == .notAllowed {
            throw ClientError.refused(missing)
        }
    }

    private static func asksDaemon(about error: WireError) -> Bool {
        let codes: [ErrorCode?] = [
            .tableNotFound, .noScore, .boxNeeded, .boxNotAllowed, .methodNotFound,
            .invalidParams,
        ]
        return codes.contains(error.known)
    }

    /// Returns the explanation of the daemon's error for this command. Queries the daemon for
    /// whatever a better message needs: its tables, the dice that score, or the titles of boxes.
    func refusal(_ error: WireError) -> RefusalText {
        let tables = tables.isEmpty ? [(try? table()) ?? .default] : tables
        // Another ssh might prompt for the password again.
        let isHere = ((try? remote) ?? nil) == nil
        let client =
            isHere && Self.asksDaemon(about: error)
            ? try? reconnect() : nil
        if let list = try? client?.call(.list).tables.map(\.table),
            error.known == .tableNotFound,
            let missing = tables.first(where: { !list.contains($0.description) })
        {
            let saved =
                command == "roll"
                ? try? client?.call(.listRolls, ListRollsParams()).rolls : nil
            return RefusalText(
                missing: missing,
                among: list,
                rolls: saved?.map(\.name.description) ?? [],
                command: command,
                typed: typed
            )
        }
        var told = error
        let game = client?.document(of: tables[0])
        var scoring: [Int] = []
        if error.known == .noScore,
            let table = try? client?.call(.get, GetParams(table: tables[0]))
        {
            let open = table.dice.filter { !$0.locked }
            scoring = game?.bank?.best(of: open.map(\.value)).map { open[$0].die } ?? []
        }
        if let options = told.data.options {
            let titled = options.map {
                BoxOption(game.title(of: $0.box), $0.points, isJoker: $0.isJoker)
            }
            told.data.options = titled
            told.data.values?.add(["options": titled])
        }
        var refusal = RefusalText(
            told,
            table: tables[0],
            command: command,
            scoring: scoring,
            mayActAs: !isShared,
            typed: typed
        )
        if [.methodNotFound, .invalidParams].contains(error.known),
            let running = try? client?.call(.status)
        {
            refusal.blame(running, for: error, isShared: isShared)
        }
        return refusal
    }
}

extension Client {
    /// Returns the document of a table's game; `nil` if the table has no game, or if the daemon is
    /// too old to provide it.
    func document(of table: TableName) -> Game? {
        (try? call(.game, TableParams(table: table)))?.document
    }
}
