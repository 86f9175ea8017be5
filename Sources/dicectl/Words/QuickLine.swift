import ArgumentParser
import DiceModel

/// A command line whose words and options are plain, so that it needs no argument parser. The
/// argument parser takes most of the time of a short command to analyze how the command is declared.
///
/// The commands that people type in play read such a line (``QuickCommand``). Every other line, and
/// every mistake, is left to the argument parser.
struct QuickLine {
    /// The options that such a line may have.
    enum Option: String {
        case table, label, motion
        case player = "as"
        case json, shared, restart, check, secret, plain, absent, all, new, yes
        case noAutostart = "no-autostart"
        case noAnimation = "no-animation"

        /// The options of every command.
        static let common: [Option] = [.json, .shared, .noAutostart]

        fileprivate var takesValue: Bool {
            switch self {
            case .table, .label, .motion, .player: true
            default: false
            }
        }

        /// The names with their hyphens.
        fileprivate var names: [String] {
            if let shared = SharedOption(rawValue: rawValue) {
                return shared.names
            }
            return (self == .yes ? ["-y"] : []) + ["--" + rawValue]
        }
    }

    /// Thrown if the argument parser has to read the line.
    struct Unclear: Error {}

    private(set) var words: [String] = []
    private var flags: [Option] = []
    private var values: [(option: Option, text: String)] = []

    /// Throws ``Unclear``.
    /// - Parameter options: the options of the command other than the common ones.
    init(_ arguments: ArraySlice<String>, _ options: [Option]) throws(Unclear) {
        let options = options + Option.common
        var rest = arguments
        while let argument = rest.popFirst() {
            guard argument.hasPrefix("-") else {
                words.append(argument)
                continue
            }
            guard let option = options.first(where: { $0.names.contains(argument) }) else {
                throw Unclear()
            }
            guard option.takesValue else {
                flags.append(option)
                continue
            }
            guard value(of: option) == nil, let text = rest.popFirst(), !text.hasPrefix("-")
            else {
                throw Unclear()
            }
            values.append((option, text))
        }
    }

    func has(_ option: Option) -> Bool {
        flags.contains(option)
    }

    /// Returns the value of an option; `nil` if it is not given. Throws what `read` throws, or
    /// ``Unclear`` if that returns `nil`.
    func value<Value>(of option: Option, _ read: (String) throws -> Value?) throws -> Value? {
        guard let text = value(of: option) else { return nil }
        guard let value = try read(text) else { throw Unclear() }
        return value
    }

    private func value(of option: Option) -> String? {
        values.first { $0.option == option }?.text
    }

    /// Returns the word of a line with at most one, otherwise throws ``Unclear``.
    func onlyWord() throws(Unclear) -> String? {
        guard words.count <= 1 else { throw Unclear() }
        return words.first
    }
}

/// A command that can read a ``QuickLine``.
protocol QuickCommand: DaemonCommand {
    /// The options of the command other than the common ones.
    static var quickOptions: [QuickLine.Option] { get }

    /// Throws an error of any kind if the argument parser has to read the line.
    init(_ line: QuickLine) throws
}

/// What a ``QuickLine`` asks for.
enum QuickReading {
    /// A roll is read without even the properties of the command, which take as long to set up as
    /// the rest.
    case roll(RollOrder, CommandContext)
    case other(any QuickCommand)

    private static let others: [any QuickCommand.Type] = [
        Again.self, Lock.self, Unlock.self, Keep.self, Toggle.self, EndTurn.self, Score.self,
        Hint.self, History.self, Scores.self, Settle.self, Show.self, Status.self, TableList.self,
    ]

    /// Returns `nil` if the argument parser has to read the arguments.
    init?(_ arguments: [String]) {
        guard let name = arguments.first else { return nil }
        let rest = arguments.dropFirst()
        do {
            if name == "roll" {
                let line = try QuickLine(rest, RollOrder.quickOptions)
                let (order, table) = try RollOrder.read(line)
                self = .roll(order, CommandContext(line, at: table))
                return
            }
            let named = Self.others.first {
                let configuration = $0.configuration
                return configuration.commandName == name || configuration.aliases.contains(name)
            }
            guard let named else { return nil }
            var command = try named.init(QuickLine(rest, named.quickOptions))
            try command.validate()
            self = .other(command)
        } catch { return nil }
    }

    var command: any DaemonCommand.Type {
        switch self {
        case .roll: Roll.self
        case .other(let command): type(of: command)
        }
    }

    var context: CommandContext {
        switch self {
        case .roll(_, let context): context
        case .other(let command): command.context
        }
    }

    func run() throws {
        switch self {
        case .roll(let order, let context): try order.run(context)
        case .other(var command): try command.run()
        }
    }
}

extension CommandContext {
    fileprivate init(_ line: QuickLine, at table: TableName?) {
        tables = [table].compactMap(\.self)
        json = line.has(.json)
        startsDaemon = !line.has(.noAutostart)
        shared = line.has(.shared)
    }
}
