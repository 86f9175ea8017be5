import ArgumentParser
import DiceDrawing
import DiceFollowing
import DiceJudging
import DiceNotation

struct Odds: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "odds",
        abstract: "Shows the probability of each total of an expression.",
        discussion: """
            dicectl odds 4d6kh3                     each total with a bar, mean and deviation
            dicectl odds d20+5 vs 15                the probability of making the target
            dicectl odds 6d10>=7 --at-least 3       the probability of three or more
            dicectl odds 2d20kh1 --compare d20+5    both side by side, and which is higher

            The probabilities are exact. Saved rolls come from a running daemon; none is started. If standard output \
            is not a terminal, each line is a total, its percentage and its fraction.
            """
    )
    static let examples = ["odds d20+5 vs 15", "odds 4d6kh3 --compare 3d6"]

    @Argument(help: .init("Dice notation, such as 4d6kh3+2.", valueName: "expression"))
    var words: [String]

    @Option(
        name: .customLong("at-least"),
        parsing: .unconditional,
        help: .init("Show the probability that the total is this or higher.", valueName: "number"),
        transform: Self.number
    )
    var atLeast: Fraction?

    @Option(
        name: .customLong("at-most"),
        parsing: .unconditional,
        help: .init("Show the probability that the total is this or lower.", valueName: "number"),
        transform: Self.number
    )
    var atMost: Fraction?

    @Option(
        help: .init(
            "Count this word on custom dice instead of the total.",
            valueName: "word"
        )
    )
    var of: String?

    @Option(
        parsing: .unconditional,
        help: .init("Show this expression beside the first.", valueName: "expression")
    )
    var compare: String?

    @OptionGroup var common: CommonOptions

    private static func number(_ text: String) throws -> Fraction {
        try Fraction(decimal: text).orInvalid(
            "--at-least and --at-most must be numbers, such as 7 or 0.5"
        )
    }

    func run() throws {
        let question = OddsQuestion(
            atLeast: atLeast,
            atMost: atMost,
            answer: try answer(words, of: of),
            other: try compare.map { try answer([$0], of: of) }
        )
        if context.json {
            return try Output.json(question.json)
        }
        guard Window.isTerminal else {
            return try Output.lines(Columns.lines(question.plainRows))
        }
        let size = Window.size(environment: context.environment)
        try Output.lines(
            question.lines(
                columns: size.columns,
                rows: size.rows,
                context.traits.glyphs
            )
        )
    }

    private func answer(_ words: [String], of word: String?) throws -> OddsAnswer {
        let read = try RollWords.expression(
            of: words,
            .ofRunningDaemon(context)
        )
        do throws(NotationError) {
            return try OddsAnswer(
                read.expression,
                text: read.text,
                typed: words.joined(separator: " "),
                of: word
            )
        } catch { throw CommandError.notation(error, read.text) }
    }
}
