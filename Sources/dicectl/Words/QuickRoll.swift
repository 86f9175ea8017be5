import DiceDrawing

/// A fast path for `dicectl roll` with only switches, `--motion` and words, as most scripts call
/// it. It bypasses the argument parser, which takes most of such a process's time to analyze
/// commands and options.
struct QuickRoll {
    var order = RollOrder()
    var context = CommandContext()

    /// `nil` for everything else and for all mistakes, which the argument parser handles.
    init?(_ arguments: [String]) {
        guard arguments.first == "roll" else { return nil }
        var words = [String]()
        var rest = arguments.dropFirst()
        while let argument = rest.popFirst() {
            switch argument {
            case "--no-animation": order.motion = Motion.none
            case "--motion":
                guard let word = rest.popFirst(), let motion = Motion(rawValue: word),
                    order.motion == nil
                else {
                    return nil
                }
                order.motion = motion
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
        guard let read = try? RollWords(words), let standing = try? Player.standing() as String??
        else { return nil }
        order.player = standing
        order.words = read
        guard (try? order.validate()) != nil else { return nil }
        context.tables = [read.table.table].compactMap(\.self)
    }

    func run() throws {
        try order.checkWords()
        try RollRun(order, context).run()
    }
}
