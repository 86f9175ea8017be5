import ArgumentParser
import DiceDrawing
import DiceModel

struct Roll: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "roll",
        abstract: "Rolls the table's dice, or any dice in notation.",
        discussion: """
            dicectl roll 1-3                       dice 1 to 3; without numbers, all
            dicectl roll d20+5 vs 15               d20+5 vs 15: 13 + 5 = 18, made by 3
            dicectl roll rpg attack bonus=9        a saved roll, at the table rpg
            dicectl roll --secret d20+4            hidden from others until dicectl show
            """
    )
    static let examples = ["roll d20+5 vs 15", "roll 4d6kh3 --times 6"]

    @Argument(
        help: .init(
            "Dice of the table: 2, 1-3 or all; dice notation; a saved roll and its values; or a table's name.",
            valueName: "table|die|dice"
        ),
        completion: Completions.dice
    )
    var words: [String] = []

    @OptionGroup var option: TableOption

    /// An older spelling of `--motion none`.
    @Flag(name: .customLong("no-animation"), help: .hidden) var noAnimation = false

    @Flag(help: "Settle the dice in flight first.") var restart = false

    @Flag(help: "Exit with 2 if a target is missed.") var check = false

    @Option(
        help: .init(
            "Say what the throw is for; everyone sees it.",
            valueName: "words"
        ),
        transform: Player.label
    )
    var label: String?

    @Option(
        help: .init(
            "Roll it N times and show each total.",
            valueName: "count"
        )
    )
    var times: Int?

    @Option(
        name: .customLong("for"),
        help: .init(
            "Roll once for each name: ann=3,bo=1,goblin x4.",
            valueName: "names"
        ),
        completion: Completions.players,
        transform: NameList.init
    )
    var names: NameList?

    @Option(
        help: .init("Enter what real dice show, in order: 3,5,2,6.", valueName: "list"),
        transform: Explain.numbers
    )
    var faces: [Int]?

    @Flag(help: "Replace the faces that you entered last.") var replace = false

    @OptionGroup var secret: SecretOptions

    @OptionGroup var player: PlayerOption

    @OptionGroup var motionOptions: MotionOptions
    @OptionGroup var common: CommonOptions

    /// After --table, a word is a saved roll.
    var tables: [TableName] {
        [option.table ?? (try? order)?.words.table.table].compactMap(\.self)
    }

    func validate() throws {
        let order = try order
        if order.words.roll == nil {
            _ = try option.table(or: order.words.table.table)
        }
        try order.validate()
    }

    /// Throws `ValidationError`, but not once `validate` has succeeded.
    var order: RollOrder {
        get throws {
            RollOrder(
                words: try RollWords(words, isTableNamed: option.table != nil),
                isTableNamed: option.table != nil,
                restarts: restart,
                checks: check,
                times: times,
                label: label,
                names: names,
                faces: faces,
                replaces: replace,
                viewers: secret.viewers,
                player: player.name,
                motion: noAnimation ? Motion.none : motionOptions.motion,
                isPlain: motionOptions.plain
            )
        }
    }

    func run() throws {
        try order.run(context)
    }
}

extension RollOrder {
    /// The options of `roll` in a ``QuickLine``, other than the common ones.
    static let quickOptions: [QuickLine.Option] = [
        .table, .player, .label, .secret, .motion, .plain, .noAnimation, .restart, .check,
    ]

    /// Reads a line, and the table that it names. Throws an error of any kind if the argument parser
    /// has to read it.
    static func read(_ line: QuickLine) throws -> (order: RollOrder, table: TableName?) {
        let table = try line.value(of: .table, TableName.init)
        let words = try RollWords(line.words, isTableNamed: table != nil)
        let named = words.table.table
        if let table, let named, named != table, words.roll == nil {
            throw QuickLine.Unclear()
        }
        let order = RollOrder(
            words: words,
            isTableNamed: table != nil,
            restarts: line.has(.restart),
            checks: line.has(.check),
            label: try line.value(of: .label, Player.label),
            viewers: line.has(.secret) ? Viewers(names: []) : nil,
            player: try line.value(of: .player, Player.label) ?? Player.standing(),
            motion: line.has(.noAnimation)
                ? Motion.none : try line.value(of: .motion, Motion.init(rawValue:)),
            isPlain: line.has(.plain)
        )
        try order.validate()
        return (order, table ?? named)
    }

    /// Throws `CommandError`.
    func run(_ context: CommandContext) throws {
        try checkWords()
        try RollRun(self, context).run()
    }
}
