import ArgumentParser
import DiceDrawing
import DiceFollowing
import DiceModel
import DiceWire

struct TableNew: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Creates a table.",
        usage: "dicectl table new <name> <dice> ...",
        discussion: """
            Dice are counts and sides, or the sides of each die: 4d6, d20, d%, 6,6,20, or several of these.

            dicectl table new mine 4d6
            dicectl table new odd 6,6,20
            dicectl table new mixed 2d6 d20
            dicectl table new tower 3d6 '2d{sword, shield, blank}'
            dicectl table new house 5d6 --players ann,bo --rolls 3
            dicectl table new night --game yahtzee --players ann,bo
            dicectl table new kitchen --game kniffel --players ann,bo --hand
            """
    )
    static let examples = [
        "table new odd 2d6 d20",
        "table new home 5d6 --players ann,bo --rolls 3",
    ]

    @Argument(
        help: .init("The new table's name, and its dice.", valueName: "name-and-dice")
    )
    var words: [String]

    @OptionGroup var option: TableOption
    @OptionGroup var rules: RulesOptions
    @OptionGroup var common: CommonOptions

    var tables: [TableName] { [try? params().table].compactMap(\.self) }

    func validate() throws {
        _ = try (params(), dice)
    }

    func run() throws {
        var params = try params()
        params.settings.dice = try dice?.dice(.ofRunningDaemon(context))
        params.game = try rules.game?.get()
        try context.perform(.create, params) {
            [rules.isEmpty ? EventText.line.state($0) : EventText.table($0)]
        }
        if !context.json, let hint = Self.hint(at: params.table, dice: diceWords) {
            Output.message(hint)
        }
    }

    /// Returns what a single number means among dice; `nil` for anything else.
    static func hint(at table: TableName, dice words: [String]) -> String? {
        guard words.count == 1, let number = Int(words[0]), number > 1,
            Limits.dicePerTable.contains(number)
        else { return nil }
        let count = numerals.indices.contains(number) ? numerals[number] : words[0]
        let other = TypedWords.line(["table", "new", table.description, "\(number)d6"])
        return "1 die (d\(number)); \(count) six-sided dice: \(other)"
    }

    private static let numerals = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ]

    private var diceWords: [String] {
        option.table == nil ? Array(words.dropFirst()) : words
    }

    /// `nil` if a game defines the dice. With `--table` every word is about the dice.
    private var dice: DiceWords? {
        get throws {
            rules.game == nil || !diceWords.isEmpty ? try DiceWords(diceWords) : nil
        }
    }

    /// Returns the params, without dice and game.
    private func params() throws -> CreateParams {
        CreateParams(
            table: try option.table ?? TableOption.tableName(words[0]),
            rules.change
        )
    }
}
