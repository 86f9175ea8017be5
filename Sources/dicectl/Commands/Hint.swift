import ArgumentParser
import DiceClient
import DiceFollowing
import DiceHints
import DicePlay
import DiceWire

struct Hint: OneTableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hint",
        abstract: "Shows which dice to keep or which box to fill.",
        discussion: """
            Shows the exact expected final score of each choice, for games with a sheet of at most 15 boxes and \
            five six-sided dice. The first hint for a game takes up to a minute; the result is cached in \
            $XDG_CACHE_HOME/dicectl.

            dicectl hint                  the five best choices
            dicectl hint --all            all choices
            """
    )
    static let examples = ["hint", "hint --all"]

    @Flag(help: "Show all choices.") var all = false

    @OptionGroup var table: TableArgument
    @OptionGroup var common: CommonOptions

    func run() throws {
        let (client, table) = try context.open()
        let snapshot = try client.call(.get, GetParams(table: table))
        let (game, state) = try HintText.game(of: snapshot, client.document(of: table))
        let (expected, choices) = try HintCache().table(of: game).answer(
            snapshot,
            state
        )
        if context.json {
            return try Output.json(
                HintAnswer(expected: expected, choices: choices).jsonBytes()
            )
        }
        try Output.lines(
            HintText.lines(
                of: snapshot,
                expected,
                choices.prefix(all ? choices.count : 5),
                game
            )
        )
    }
}

extension Hint: QuickCommand {
    static let quickOptions: [QuickLine.Option] = [.table, .all]

    init(_ line: QuickLine) throws {
        all = line.has(.all)
        table = try TableArgument(line)
        common = CommonOptions(line)
    }
}

/// The result of `hint --json`.
private struct HintAnswer: JSONWritable {
    let expected: Double
    let choices: [HintChoice]

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("expected", expected)
            json.member("choices", objects: choices) { choice, json in
                switch choice.action {
                case .keep(let dice): json.member("keep", dice.map { $0 + 1 })
                case .box(let box): json.member("box", box)
                }
                json.member("expected", choice.expected)
            }
        }
    }
}
