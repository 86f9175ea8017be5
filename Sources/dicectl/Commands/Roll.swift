internal import ArgumentParser
internal import DiceModel

struct Roll: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "roll", abstract: "Rolls the unlocked dice, or those that are named.",
        discussion: """
            On a terminal the dice tumble in place. Elsewhere there is one line, once all have settled:
            default turn 3 roll 2 ann: 4 6 [3] 1 5 = 19

            dicectl roll rolls every unlocked die, dicectl roll 1-3 those dice, dicectl roll odd the table odd.

            Ctrl-C ends the command; the dice then settle at once on the faces already drawn.
            """)

    @OptionGroup var dice: DiceArgument

    /// An older spelling of `--motion none`.
    @Flag(name: .customLong("no-animation"), help: .hidden)
    var noAnimation = false

    @Flag(help: "Settle what is in flight first instead of giving way to it.")
    var restart = false

    @OptionGroup var player: PlayerOption

    @OptionGroup var motionOptions: MotionOptions
    @OptionGroup var common: CommonOptions

    var order: RollOrder {
        RollOrder(
            dice: dice.choice.numbers, restarts: restart, player: player.name,
            motion: noAnimation ? Motion.none : motionOptions.motion, isPlain: motionOptions.plain)
    }

    var tables: [TableName] { dice.tables }

    func run() throws {
        try order.carryOut(session)
    }
}
