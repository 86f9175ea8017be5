import ArgumentParser
import DiceClient
import DiceDrawing
import DiceModel
import DiceNotation
import DiceWire
import Glibc

/// A command whose help ends with examples.
protocol ExampleCommand: ParsableCommand {
    /// Command lines without `dicectl`.
    static var examples: [String] { get }
}

/// An option that all commands share, or all commands about a table. It may also precede the
/// command.
enum SharedOption: String, CaseIterable {
    case table, host, socket, json, shared
    case noAutostart = "no-autostart"

    private var short: Character? {
        switch self {
        case .table: "t"
        case .host: "H"
        default: nil
        }
    }

    /// What follows the option; `nil` for a flag.
    var value: String? {
        switch self {
        case .table: "a table name"
        case .host: "a host"
        case .socket: "a path"
        case .json, .shared, .noAutostart: nil
        }
    }

    /// The names with their hyphens.
    var names: [String] { (short.map { ["-\($0)"] } ?? []) + ["--\(rawValue)"] }

    var specification: NameSpecification {
        NameSpecification((short.map { [.customShort($0)] } ?? []) + [.customLong(rawValue)])
    }

    /// Throws `ValidationError` if the option cannot have this value.
    func check(_ value: String) throws {
        switch self {
        case .table: _ = try TableOption.tableName(value)
        case .host: _ = try CommonOptions.remoteHost(value)
        case .socket: try DaemonOptions.checkSocket(value)
        case .json, .shared, .noAutostart: break
        }
    }

    /// Returns the option with this name.
    init?(named name: String) {
        guard let option = Self.allCases.first(where: { $0.names.contains(name) }) else {
            return nil
        }
        self = option
    }
}

/// The options shared by all commands.
struct CommonOptions: ParsableArguments {
    @Flag(
        name: SharedOption.json.specification,
        help: "Print the daemon's result as one line of JSON."
    )
    var json = false

    @Flag(
        help:
            "Append the machine-readable reason to errors."
    )
    var verbose = false

    @Option(
        name: SharedOption.host.specification,
        help: .init(
            "Use the daemon of another machine, over ssh: [user@]host[:port]. Default: $DICECTL_HOST, "
                + "or this machine.",
            valueName: "host"
        ),
        transform: Self.remoteHost
    )
    var host: RemoteHost?

    @OptionGroup var daemon: DaemonOptions

    init() {}

    init(_ line: QuickLine) {
        json = line.has(.json)
        verbose = false
        host = nil
        daemon = DaemonOptions(line)
    }

    fileprivate static func remoteHost(_ text: String) throws -> RemoteHost {
        do {
            return try RemoteHost(parsing: text)
        } catch {
            throw ValidationError("--host: \(error)")
        }
    }
}

/// The options that select one of the machine's daemons.
struct DaemonOptions: ParsableArguments {
    @Option(
        name: SharedOption.socket.specification,
        help: .init(
            "The daemon's socket. Default: $DICED_SOCKET, or diced/diced.sock in the user's runtime folder, "
                + "or with --shared /run/diced/diced.sock.",
            valueName: "path"
        ),
        completion: .file()
    )
    var socket: String?

    @Flag(
        name: SharedOption.shared.specification,
        help:
            "Use this machine's shared daemon, as with DICECTL_SHARED=1; it is never started."
    )
    var shared = false

    @Flag(
        name: SharedOption.noAutostart.specification,
        help: "Do not start a daemon; fail if none is running (69)."
    )
    var noAutostart = false

    init() {}

    init(_ line: QuickLine) {
        socket = nil
        shared = line.has(.shared)
        noAutostart = line.has(.noAutostart)
    }

    func validate() throws {
        if let socket {
            try Self.checkSocket(socket)
        }
    }

    fileprivate static func checkSocket(_ path: String) throws {
        guard !path.isEmpty else { throw ValidationError("--socket needs a path") }
    }
}

/// A command that calls the daemon.
protocol DaemonCommand: ExampleCommand {
    var common: CommonOptions { get }
    /// The named tables.
    var tables: [TableName] { get }
}

extension DaemonCommand {
    var tables: [TableName] { [] }

    var context: CommandContext {
        CommandContext(
            tables: tables,
            command: Self.configuration.commandName ?? "",
            json: common.json,
            host: common.host,
            socket: common.daemon.socket,
            startsDaemon: !common.daemon.noAutostart,
            shared: common.daemon.shared,
            verbose: common.verbose
        )
    }
}

/// A command about one table, named by a word or by the option.
protocol OneTableCommand: DaemonCommand { var table: TableArgument { get } }

extension OneTableCommand { var tables: [TableName] { table.tables } }

/// A command about one table, named only by the option.
protocol TableOptionCommand: DaemonCommand { var option: TableOption { get } }

extension TableOptionCommand {
    var tables: [TableName] { [option.table].compactMap(\.self) }
}

extension Optional {
    /// Throws `ValidationError` for `nil`.
    func orInvalid(_ message: @autoclosure () -> String) throws -> Wrapped {
        guard let self else { throw ValidationError(message()) }
        return self
    }
}

extension Motion: ExpressibleByArgument {}

/// The options shared by all commands that draw.
struct MotionOptions: ParsableArguments {
    @Option(
        help: .init(
            "full, reduced (one quiet change per die) or none (only the result, at once). Default: "
                + "$DICECTL_MOTION, or full.",
            valueName: "full|reduced|none"
        )
    )
    var motion: Motion?

    @Flag(
        help:
            "Describe each event in a sentence instead of drawing, for screen readers."
    )
    var plain = false

    init() {}

    init(_ line: QuickLine) throws {
        motion = try line.value(of: .motion, Motion.init(rawValue:))
        plain = line.has(.plain)
    }
}

/// The option shared by all commands that act for a player.
struct PlayerOption: ParsableArguments {
    @Option(
        name: .customLong("as"),
        help: .init(
            "Act under this name. Default: $DICECTL_AS.",
            valueName: "name"
        ),
        completion: Completions.players,
        transform: Player.label
    )
    private var given: String?

    init() {}

    init(_ line: QuickLine) throws {
        given = try line.value(of: .player, Player.label)
        try validate()
    }

    /// The given name, else that of `$DICECTL_AS`; `nil` for the connection's own.
    var name: String? { given ?? (try? Player.standing()) ?? nil }

    func validate() throws {
        _ = try Player.standing()
    }
}

/// The option shared by all commands that seat one person, or several who share a screen.
struct SeatOption: ParsableArguments {
    @Option(
        name: .customLong("as"),
        help: .init(
            "Play under this name; repeat it for players who share a screen.",
            valueName: "name"
        ),
        completion: Completions.players,
        transform: Player.label
    )
    var name: [String] = []

    /// `nil` if no name is given.
    var names: SeatNames? { SeatNames(name) }

    func validate() throws {
        if names?.isPossible == false {
            throw ValidationError(
                "--as takes up to \(Limits.seatNames.upperBound) names, each once"
            )
        }
    }
}

/// The option shared by all commands that only display something.
struct ViewerOption: ParsableArguments {
    @Option(
        name: .customLong("as"),
        help: .init(
            "Look under this name, and see the secret throws that it can see.",
            valueName: "name"
        ),
        completion: Completions.players,
        transform: Player.label
    )
    var name: String?

    init() {}

    init(_ line: QuickLine) throws {
        name = try line.value(of: .player, Player.label)
    }
}

/// The option shared by all commands that display what the person may see.
struct StrangerOption: ParsableArguments {
    @Flag(
        name: .customLong("public"),
        help: "Look as a stranger does, without the secret throws that you can see."
    )
    var isStranger = false

    init() {}

    init(isStranger: Bool) {
        self.isStranger = isStranger
    }
}

/// The name of a player, as everyone at the table sees it.
enum Player {
    /// The name that a daemon run by the same user gives a player by default.
    static var login: String {
        PlayerLabel.ofAccount(AccountName.ownLogin, uid: geteuid())
    }

    /// Returns the name in `$DICECTL_AS`; `nil` if it is unset or empty. Throws `ValidationError`.
    static func standing() throws -> String? {
        guard let text = CommandContext.environment["DICECTL_AS"], !text.isEmpty else {
            return nil
        }
        guard LabelText.canonical(text) != nil else {
            throw ValidationError("DICECTL_AS is \"\(Printable.text(text))\"; \(PlayerLabel.rule)")
        }
        return text
    }

    static func label(_ text: String) throws -> String {
        // The daemon checks the length of a new name, since it knows the existing ones.
        try (LabelText.canonical(text) == nil ? nil : text).orInvalid(PlayerLabel.rule)
    }
}

struct TableCommand: ExampleCommand {
    static let configuration = CommandConfiguration(
        commandName: "table",
        abstract: "Lists, creates, changes, shows and deletes tables.",
        subcommands: [
            TableList.self, TableNew.self, TableSet.self, TableShow.self,
            TableAsk.self, TableRemove.self,
        ]
    )
    static let examples = ["table list", "table new odd 2d6 d20"]
}
