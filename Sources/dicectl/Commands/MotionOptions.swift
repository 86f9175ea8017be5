internal import ArgumentParser

extension Motion: ExpressibleByArgument {}

/// The options of the commands that draw.
struct MotionOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "How much moves: full, reduced (each die rolls, then shows its value) or none (the result alone: a roll "
                + "settles at once); "
                + "by default $DICECTL_MOTION, else full.", valueName: "full|reduced|none"))
    var motion: Motion?

    @Flag(help: "Tell each event in a sentence instead of drawing, as a screen reader wants it.")
    var plain = false
}
