internal import ArgumentParser
internal import DiceClient
internal import DiceModel
internal import DiceWire

struct TableNew: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "new", abstract: "Makes a table.",
        usage: "dicectl table new <name> <dice> ...",
        discussion: """
            The dice are counts and sides, or the sides of each: 4d6, d20, d%, 6,6,20, or several of these.

            dicectl table new mine 4d6
            dicectl table new odd 6,6,20
            dicectl table new mixed 2d6 d20
            dicectl table new yahtzee 5d6 --players ann,bo --rolls 3
            """)

    @Argument(help: ArgumentHelp("The new table's name, and its dice.", valueName: "name-and-dice"))
    var words: [String]

    @OptionGroup var option: TableOption
    @OptionGroup var rules: RulesOptions
    @OptionGroup var common: CommonOptions

    var tables: [TableName] { [try? params().table].compactMap(\.self) }

    func validate() throws { _ = try params() }

    func run() throws {
        let (params, client) = (try params(), try session.connect())
        guard !rules.isEmpty else {
            try session.perform(.create, params, on: client) { [EventText.line.state($0)] }
            return
        }
        _ = try client.call(.create, params)
        let configuration = ConfigureParams(table: params.table, players: rules.players, rollsPerTurn: rules.rolls)
        do {
            try session.perform(.configure, configuration, on: client) { [EventText.table($0)] }
        } catch let error as ClientError {
            // A table without its rules is not the one that was asked for.
            if case .refused = error { _ = try? client.call(.delete, DeleteParams(table: params.table)) }
            throw error
        }
    }

    /// With `--table` every word is about the dice.
    private func params() throws -> CreateParams {
        CreateParams(
            table: try option.table ?? TableOption.tableName(words[0]),
            dice: try DiceWords.sides(option.table == nil ? Array(words.dropFirst()) : words))
    }
}
