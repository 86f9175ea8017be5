import ArgumentParser
import DiceClient
import DiceGames
import DiceModel
import DiceWire
import FoundationEssentials
import Unix

/// What every command works with: the daemon, the tables that are named, the form of the result,
/// and what surrounds the process.
struct CommandContext: Hashable {
    /// The tables that the arguments name.
    var tables: [TableName] = []
    /// What the person wants, as in `dicectl roll`.
    var command = "roll"
    /// Whether the daemon's results are printed as they are.
    var json = false
    /// The other machine that was given.
    var host: RemoteHost?
    /// The path that was given for the daemon's socket.
    var socket: String?
    /// Whether to start a daemon if none listens.
    var startsDaemon = true
    /// Whether the arguments ask for the machine's shared daemon.
    var shared = false
    /// Whether the reason word of a refusal is told to people, too.
    var verbose = false
    /// The command line, for advice that repeats it.
    var typed = TypedWords()

    /// Whether the shared daemon is meant: by the arguments, else by `$DICECTL_SHARED`.
    var isShared: Bool { shared || Self.isShared(environment) }

    /// Whether `$DICECTL_SHARED` says so: by anything except nothing and 0.
    static func isShared(_ environment: [String: String]) -> Bool {
        !["", "0"].contains(environment["DICECTL_SHARED"] ?? "")
    }

    /// The table that the command is about: the one that is named, else `default`.
    func table() throws -> TableName {
        try namedTable() ?? .default
    }

    /// Named by the arguments, else by `$DICECTL_TABLE`.
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

    private static let environment = ProcessInfo.processInfo.environment
    var environment: [String: String] { Self.environment }

    var traits: TerminalTraits {
        TerminalTraits(isTerminal: Window.isTerminal, environment: environment)
    }

    /// How much moves: as `option` says, else `$DICECTL_MOTION`; a variable that says something
    /// else counts as unset, and the person is told.
    func motion(_ option: Motion?) -> Motion {
        let variable = environment["DICECTL_MOTION"] ?? ""
        if option == nil, !variable.isEmpty, Motion(rawValue: variable) == nil {
            Output.message(
                "DICECTL_MOTION is \"\(variable)\", not full, reduced or none; full it is"
            )
        }
        return Self.motion(option, environment)
    }

    static func motion(_ option: Motion?, _ environment: [String: String]) -> Motion {
        option ?? environment["DICECTL_MOTION"].flatMap(Motion.init) ?? .full
    }

    /// Whether sentences are wanted: by `--plain`, and on a terminal that cannot draw.
    func speaks(plain: Bool) -> Bool {
        plain || (traits.isTerminal && !traits.canDraw)
    }

    /// Connects, and finds the table that the command is about: the one that is named, else the
    /// only one that a seat on another machine has, else `default`.
    func open() throws -> (client: Client, table: TableName) {
        let named = try namedTable()
        guard named == nil, let remote = try remote else {
            return (try connect(), named ?? .default)
        }
        let (client, confinement) = try connect(to: remote, asking: true)
        let only = confinement?.tables.flatMap { $0.count == 1 ? $0.first : nil }
        return (client, only ?? .default)
    }

    /// Connects, and starts a daemon first if none listens.
    func connect() throws(CommandError) -> Client {
        if let remote = try remote {
            return try connect(to: remote, asking: false).client
        }
        return Self.client(try CommandError.of(try open(startsDaemon: startsDaemon)))
    }

    /// Connects to a daemon that listens, and starts none. Over ssh it returns at once, and whether
    /// there is a way shows later; nothing is asked at the terminal.
    func reconnect() throws(ClientError) -> Client {
        if let remote = try? remote {
            return try Self.begin(remote, startsDaemon: false)
        }
        return Self.client(try open(startsDaemon: false))
    }

    /// Connects to the daemon of this machine, whatever names another one.
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
        ) {
            status in
            progress.show(status)
        }
    }

    /// Why a daemon of this machine that does not answer takes no more connections; nil if that is
    /// not the reason.
    var fullDaemon: String? {
        guard ((try? remote) ?? nil) == nil, let path = try? socketPath.path,
            let pid = OtherDaemon.holder(of: path + ".lock"),
            let use = DescriptorUse(of: pid),
            use.isFull
        else { return nil }
        return use.fault
    }

    static func client(_ connection: Connection) -> Client {
        let client = Client(connection, name: "dicectl/\(version)")
        client.observer = Witness(SeenNotes.current)
        return client
    }

    /// Calls `method` and prints its result: as JSON if that is asked for, else the lines of
    /// `plain`. Throws `unverified` after that if the daemon was caught.
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
            try Self.printJSON(reply)
        } else {
            try Output.lines(try plain(value))
        }
        try client.witness.check()
        return value
    }

    /// The `result` exactly as it came.
    static func printJSON(_ reply: ServerLine) throws(CommandError) {
        guard let result = reply.resultBytes else {
            throw .client(.garbled("an answer has no result"))
        }
        try Output.json(result)
    }

    /// Makes the missing `default` again, as a new daemon has it. Throws that it is missing if a
    /// table is named, or if none may be made.
    func remakeDefault(on client: Client, or missing: WireError) throws {
        guard try namedTable() == nil else { throw ClientError.refused(missing) }
        do {
            _ = try client.call(
                .create,
                CreateParams(table: .default, SettingsChange(dice: [6, 6, 6, 6, 6]))
            )
            Output.message("the table default was removed; here it is again, with 5d6")
        } catch ClientError.refused(let refusal) where refusal.known == .tableExists {
        } catch ClientError.refused(let refusal) where refusal.known == .notAllowed {
            throw ClientError.refused(missing)
        }
    }

    /// Whether an error says that the daemon did not understand the request.
    private static func isMisunderstood(_ error: WireError) -> Bool {
        let codes: [ErrorCode?] = [
            .unsupportedProtocol, .methodNotFound, .invalidRequest, .invalidParams,
            .parseError,
        ]
        return codes.contains(error.known)
    }

    private static func asksDaemon(about error: WireError) -> Bool {
        let codes: [ErrorCode?] = [
            .tableNotFound, .noScore, .boxNeeded, .boxNotAllowed,
        ]
        return codes.contains(error.known) || isMisunderstood(error)
    }

    /// What the daemon's error means for this command. What a better answer takes, the daemon is
    /// asked: which tables there are, which dice score, or what boxes are called.
    func refusal(_ error: WireError) -> RefusalText {
        let tables = tables.isEmpty ? [(try? table()) ?? .default] : tables
        // Another ssh might ask for another password.
        let isHere = ((try? remote) ?? nil) == nil
        let client =
            isHere && Self.asksDaemon(about: error)
            ? try? reconnect() : nil
        if let list = try? client?.call(.list).tables.map(\.table),
            error.known == .tableNotFound,
            let missing = tables.first(where: { !list.contains($0.description) })
        {
            let rolls =
                command == "roll"
                ? (try? client?.call(.listRolls).rolls.map(\.name.description)) ?? []
                : []
            return calling(
                RefusalText(
                    missing: missing,
                    among: list,
                    rolls: rolls,
                    command: command,
                    typed: typed
                )
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
        told.data.options = told.data.options?.map {
            BoxOption(game.title(of: $0.box), $0.points, isJoker: $0.isJoker)
        }
        var refusal = RefusalText(
            told,
            table: tables[0],
            command: command,
            scoring: scoring,
            running: Self.isMisunderstood(error) ? try? client?.call(.status) : nil,
            isShared: isShared,
            typed: typed
        )
        // There nobody plays under another's name.
        if isShared, [.notYourTurn, .notAllowed].contains(error.known) {
            refusal.help = nil
        }
        return calling(refusal)
    }
}

extension Client {
    /// The document of a table's game; nil if it has none, or if the daemon is too old to tell.
    func document(of table: TableName) -> Game? {
        (try? call(.game, TableParams(table: table)))?.document
    }
}
