import ArgumentParser
import DiceClient
import DiceFollowing
import DiceModel
import DiceWire

struct Show: TableOptionCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Reveals one of your secret throws to everyone.",
        discussion: """
            dicectl history --kind throw shows the numbers of throws. Once revealed, everyone sees the dice, and \
            dicectl verify checks them against the commitment that was sent before the throw.
            """
    )
    static let examples = ["show 3", "show 3 --as gm"]

    @Argument(
        help: "The throw's number at its table.",
        transform: Self.number
    )
    var number: Int

    @OptionGroup var option: TableOption
    @OptionGroup var player: PlayerOption
    @OptionGroup var common: CommonOptions

    private static func number(_ text: String) throws -> Int {
        try Int(text).flatMap { $0 > 0 ? $0 : nil }.orInvalid(
            "name the throw by its number, 1 or higher, such as: dicectl show 3"
        )
    }

    func run() throws {
        let (client, table) = try context.open()
        // The daemon announces only what was secret until now.
        _ = try? client.call(.watch, WatchParams(table: table))
        var wasSecret = false
        let request = Method.show(ShowParams(table: table, number: number, by: player.name))
        let answer = try client.call(request) { line in
            if case .event(let event)? = try? line.news(), case .throwShown = event.kind {
                wasSecret = true
            }
            return true
        }
        guard let answer else { throw CommandError.outputClosed }
        try answer.checkResult(of: request.method)
        if context.json {
            try Output.result(of: answer)
        } else {
            try Output.line(
                wasSecret
                    ? "throw \(number) revealed" : "throw \(number) is not secret; everyone sees it"
            )
        }
        try client.witness.check()
    }
}

extension Show: QuickCommand {
    static let quickOptions: [QuickLine.Option] = [.table, .player]

    init(_ line: QuickLine) throws {
        guard let word = try line.onlyWord() else { throw QuickLine.Unclear() }
        number = try Self.number(word)
        option = try TableOption(line)
        player = try PlayerOption(line)
        common = CommonOptions(line)
    }
}
