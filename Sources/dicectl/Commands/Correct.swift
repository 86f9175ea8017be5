import ArgumentParser
import DiceClient
import DiceDrawing
import DiceFollowing
import DiceModel
import DiceWire

struct Correct: TableOptionCommand {
    static let configuration = CommandConfiguration(
        commandName: "correct",
        abstract: "Moves your last turn to another open box."
    )
    static let examples = ["correct full house", "correct chance -t odd --as bo"]

    @Argument(
        help: .init("An open box; its name may have several words.", valueName: "box")
    )
    var words: [String]

    @OptionGroup var player: PlayerOption
    @OptionGroup var option: TableOption
    @OptionGroup var common: CommonOptions

    func run() throws {
        let (client, table) = try context.open()
        guard let game = try client.call(.get, GetParams(table: table)).game else {
            throw CommandError.noGame
        }
        let document = client.document(of: table)
        let box = try ScoreSheet(game, document).box(words.joined(separator: " "), at: table)
        let params = CorrectParams(table: table, box: box, by: player.name)
        try context.perform(.correct, params, on: client) {
            [EventText.corrected($0, game.rules(document))]
        }
    }
}
