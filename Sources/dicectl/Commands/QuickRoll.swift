/// `dicectl roll` with switches and numbers of dice alone, as most scripts call it, understood without the argument
/// parser, whose finding out about commands and options at run time is half of such a process's processor time.
struct QuickRoll {
    var order = RollOrder()
    var session = Session()

    /// Nil for everything else, and for whatever is wrong: that is the argument parser's.
    init?(_ arguments: [String]) {
        guard arguments.first == "roll" else { return nil }
        for argument in arguments.dropFirst() {
            switch argument {
            case "--no-animation": order.isAnimated = false
            case "--restart": order.restarts = true
            case "--plain": order.isPlain = true
            case "--json": session.json = true
            case "--no-autostart": session.startsDaemon = false
            default:
                guard let die = try? DieNumber.parse(argument) else { return nil }
                order.dice.append(die)
            }
        }
    }

    func run() throws {
        try order.carryOut(session)
    }
}
