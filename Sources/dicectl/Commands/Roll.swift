import ArgumentParser
import DiceModel

struct Roll: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "roll", abstract: "Rolls the table's dice, or any dice in notation.",
        discussion: """
            dicectl roll 1-3                       dice of the table; alone, all unlocked
            dicectl roll 4d6kh3+2                  4d6kh3+2: [6 5 4 (1)] + 2 = 17
            dicectl roll rpg attack bonus=9        a saved roll at a table
            dicectl roll --secret d20+4            nobody else sees it until dicectl show
            """)

    @OptionGroup var what: RollArgument

    /// An older spelling of `--motion none`.
    @Flag(name: .customLong("no-animation"), help: .hidden)
    var noAnimation = false

    @Flag(help: "Settle what is in flight first instead of giving way to it.")
    var restart = false

    @Option(
        help: ArgumentHelp("What dice notation is rolled for, for all to see.", valueName: "words"),
        transform: Player.label)
    var label: String?

    @Option(help: ArgumentHelp("Roll dice notation so often, a total for each.", valueName: "count"))
    var times: Int?

    @OptionGroup var secret: SecretOptions

    @OptionGroup var player: PlayerOption

    @OptionGroup var motionOptions: MotionOptions
    @OptionGroup var common: CommonOptions

    private var motion: Motion? { noAnimation ? Motion.none : motionOptions.motion }

    var tables: [TableName] { what.tables }

    func validate() throws {
        guard 1...1_000 ~= times ?? 1 else { throw ValidationError("--times is a number from 1 to 1000") }
        if restart, what.read.isThrow {
            throw ValidationError("--restart is about dice of the table; a throw waits for nobody")
        }
        if times != nil || label != nil, !what.read.isThrow, what.read.table.table == nil {
            throw ValidationError("--times and --label go with dice notation: dicectl roll 4d6kh3 --times 6")
        }
        if secret.viewers != nil, !what.mayBeThrow {
            throw ValidationError("a secret roll needs dice notation, as in roll --secret d20")
        }
    }

    var choice: RollChoice {
        let order = RollOrder(
            dice: what.read.table.choice.numbers, restarts: restart, player: player.name, motion: motion,
            isPlain: motionOptions.plain)
        return RollChoice(
            words: what.read, order: order, times: times, label: label, viewers: secret.viewers,
            isTableNamed: what.option.table != nil)
    }

    func run() throws { try choice.carryOut(session) }
}

/// What to roll: dice of a table, and the table, or dice notation.
struct RollArgument: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "Dice of the table: 2, 1-3, 1,3 or all; dice notation: 4d6kh3+2; a saved roll and its values: attack "
                + "bonus=9; any other word is the name of the table.", valueName: "table|die|dice"),
        completion: Completions.dice)
    var words: [String] = []

    @OptionGroup var option: TableOption

    func validate() throws {
        let read = try NotationWords(words, isTableNamed: option.table != nil)
        let mayBeRoll = read.table.table.flatMap { RollName($0.description) } != nil
        if mayBeRoll, read.isThrow || read.table.choice == .unnamed { return }
        _ = try option.table(or: read.table.table)
    }

    /// Whether it is dice notation, or a name that a saved roll may have.
    var mayBeThrow: Bool {
        let name = read.table.choice == .unnamed ? read.table.table?.description : nil
        return !read.expressions.isEmpty || name.flatMap { RollName($0) } != nil
    }

    /// Empty only before `validate`.
    var read: NotationWords { (try? NotationWords(words, isTableNamed: option.table != nil)) ?? NotationWords() }

    /// After --table, a word is a saved roll.
    var tables: [TableName] { [option.table ?? read.table.table].compactMap(\.self) }
}
