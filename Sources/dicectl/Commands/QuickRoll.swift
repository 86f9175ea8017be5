/// `dicectl roll` with switches, dice and a table alone, as most scripts call it, understood without the argument
/// parser, whose finding out about commands and options at run time is half of such a process's processor time.
struct QuickRoll {
    var order = RollOrder()
    var session = Session()

    /// Nil for everything else, and for whatever is wrong: that is the argument parser's.
    init?(_ arguments: [String]) {
        guard arguments.first == "roll" else { return nil }
        var words: [String] = []
        for argument in arguments.dropFirst() {
            switch argument {
            case "--no-animation": order.motion = Motion.none
            case "--restart": order.restarts = true
            case "--plain": order.isPlain = true
            case "--json": session.json = true
            case "--no-autostart": session.startsDaemon = false
            default:
                if argument.hasPrefix("-") { return nil }
                words.append(argument)
            }
        }
        guard let read = try? TableWords(words) else { return nil }
        order.dice = read.choice.numbers
        session.tables = [read.table].compactMap(\.self)
    }

    func run() throws {
        try order.carryOut(session)
    }
}
