import DiceDrawing
import DiceModel

/// A fast path for `dicectl roll` with the options that people and scripts use. It bypasses the
/// argument parser, which takes most of such a process's time to analyze commands and options.
struct QuickRoll {
    var order = RollOrder()
    var context = CommandContext()
    /// The table named by the option.
    private var table: TableName?

    /// `nil` for everything else and for all mistakes, which the argument parser handles.
    init?(_ arguments: [String]) {
        guard arguments.first == "roll" else { return nil }
        var words = [String]()
        var values = Values(rest: arguments.dropFirst())
        while let argument = values.rest.popFirst() {
            switch argument {
            case "--no-animation": order.motion = Motion.none
            case "--motion":
                guard values.take(&order.motion, Motion.init(rawValue:)) else { return nil }
            case "-t", "--table":
                guard values.take(&table, TableName.init) else { return nil }
            case "--as":
                guard values.take(&order.player, { try? Player.label($0) }) else { return nil }
            case "--label":
                guard values.take(&order.label, { try? Player.label($0) }) else { return nil }
            case "--secret": order.viewers = Viewers(names: [])
            case "--restart": order.restarts = true
            case "--plain": order.isPlain = true
            case "--check": order.checks = true
            case "--json": context.json = true
            case "--no-autostart": context.startsDaemon = false
            case "--shared": context.shared = true
            default:
                if argument.hasPrefix("-") {
                    return nil
                }
                words.append(argument)
            }
        }
        guard let read = try? RollWords(words, isTableNamed: table != nil),
            let standing = try? Player.standing() as String??
        else { return nil }
        if let table, let other = read.table.table, read.roll == nil, other != table {
            return nil
        }
        order.player = order.player ?? standing
        order.words = read
        order.isTableNamed = table != nil
        guard (try? order.validate()) != nil else { return nil }
        context.tables = [table ?? read.table.table].compactMap(\.self)
    }

    /// The arguments that have not been read yet.
    private struct Values {
        var rest: ArraySlice<String>

        /// Reads the value of an option. Returns false if it is missing or invalid, or if the option
        /// is repeated.
        mutating func take<Value>(_ option: inout Value?, _ read: (String) -> Value?) -> Bool {
            guard option == nil, let word = rest.popFirst(), !word.hasPrefix("-"),
                let value = read(word)
            else { return false }
            option = value
            return true
        }
    }

    func run() throws {
        try order.checkWords()
        try RollRun(order, context).run()
    }
}
