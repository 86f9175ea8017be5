import ArgumentParser
import DiceClient
import DiceDrawing
import DiceModel
import DiceWire

struct TableSet: OneTableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Changes a table's dice, rules or game.",
        discussion: """
            At a table with players, only the current player rolls, locks and ends the turn. Dice and pace can be \
            changed only before the first roll of a turn; the history keeps what was rolled.

            dicectl table set yahtzee --players ann,bo --rolls 3
            dicectl table set yahtzee --dice 6d6
            dicectl table set tower --dice '3d6 2d[boost]'
            dicectl table set yahtzee --players none --rolls any
            dicectl table set night --game farkle
            dicectl table set night --pace 2
            dicectl table set kitchen --hand
            """
    )
    static let examples = ["table set odd --dice 3d6", "table set --players none"]

    @OptionGroup var table: TableArgument

    @Option(
        help: .init("The new dice, such as 5d6 or 2d6,d20.", valueName: "dice"),
        completion: .list(["2d6", "5d6", "4d6", "d20", "d%"]),
        transform: DiceWords.option
    )
    var dice: DiceWords?

    @OptionGroup var rules: RulesOptions
    @OptionGroup var common: CommonOptions

    func validate() throws {
        if dice == nil, rules.isEmpty {
            throw ValidationError(
                "nothing to change; for example: dicectl table set night --pace 2"
            )
        }
    }

    func run() throws {
        var change = rules.change
        change.dice = try dice?.dice(.ofRunningDaemon(context))
        let game = try rules.game?.get()
        let params = ConfigureParams(table: try context.table(), change, game: game)
        let client = try context.connect()
        let before =
            game == nil || context.json
            ? nil : try? client.call(.get, GetParams(table: params.table))
        let after = try context.perform(.configure, params, on: client) {
            [EventText.table($0)]
        }
        if let before, before.game == nil, after.game != nil {
            let dice = Self.words(for: before.dice)
            let rolls = before.rollsPerTurn.map(String.init) ?? "any"
            context.say(
                "the table had \(dice); to go back: dicectl table set --game none "
                    + "--dice \(ShellWord.quoted(dice)) --rolls \(rolls)\(Advice.at(params.table))"
            )
        }
    }

    /// Returns dice as `--dice` reads them, such as `2d6,d20`.
    static func words(for dice: [DieState]) -> String {
        var groups: [(die: String, count: Int)] = []
        for die in dice {
            let faces = die.faces ?? die.facesOf.flatMap { dice[$0 - 1].faces }
            let word = faces.map { "d{\($0.joined(separator: ", "))}" } ?? "d\(die.sides)"
            if groups.last?.die == word {
                groups[groups.count - 1].count += 1
            } else {
                groups.append((die: word, count: 1))
            }
        }
        return groups.map { ($0.count == 1 ? "" : "\($0.count)") + $0.die }
            .joined(separator: ",")
    }
}
