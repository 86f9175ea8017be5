internal import ArgumentParser
internal import DiceWire

struct Roll: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "roll", abstract: "Rolls the unlocked dice, or those that are named.",
        discussion: """
            On a terminal the dice tumble in place. Elsewhere there is one line, once all have settled:
            default turn 3 roll 2 ann: 4 6 [3] 1 5 = 19

            Ctrl-C ends the command; the dice then settle at once on the faces already drawn.
            """)

    @Argument(
        help: ArgumentHelp("Numbers of the dice to roll.", valueName: "die"), completion: Completions.dieNumbers,
        transform: DieNumber.parse)
    var dice: [Int] = []

    @Flag(name: .customLong("no-animation"), help: "Settle the dice at once.")
    var noAnimation = false

    @Flag(help: "Cancel what is in flight instead of giving way to it.")
    var restart = false

    @Option(
        name: .customLong("as"),
        help: ArgumentHelp("Roll under this name instead of the login name.", valueName: "name"),
        transform: Player.label)
    var player: String?

    @OptionGroup var motionOptions: MotionOptions
    @OptionGroup var common: CommonOptions

    var order: RollOrder {
        RollOrder(
            dice: dice, isAnimated: !noAnimation, restarts: restart, player: player, motion: motionOptions.motion,
            isPlain: motionOptions.plain)
    }

    func run() throws {
        try order.carryOut(session)
    }
}
