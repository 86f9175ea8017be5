import ArgumentParser
import DiceDrawing
import DiceFollowing
import DiceModel
import DiceWire

struct TableShow: OneTableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Shows the current state of a table.",
        discussion: """
            On a terminal it draws the dice, with the open turn's commitment below; otherwise it prints one line: \
            default turn 3 roll 2: 4 6 [3] = 13
            """
    )
    static let examples = ["table show", "table show odd --json"]

    @OptionGroup var look: ViewerOption
    @OptionGroup var stranger: StrangerOption
    @OptionGroup var table: TableArgument
    @OptionGroup var common: CommonOptions

    func run() throws {
        let (client, table) = try context.open()
        let traits = context.traits
        let viewer = try context.viewer(
            look.name,
            isStranger: stranger.isStranger,
            on: client
        )
        let params = GetParams(table: table, viewer: viewer)
        let snapshot = try context.perform(.get, params, on: client) { snapshot in
            if traits.canDraw {
                return []
            }
            let isPlain = snapshot.settings == TableSettings()
            return [EventText.line.state(snapshot)]
                + (isPlain ? [] : [EventText.table(snapshot)])
                + [snapshot.asking].compactMap { $0.map(EventText.asking) }
                + [snapshot.archived].compactMap { $0.map(EventText.archived) }
        }
        guard traits.canDraw, !context.json else { return }
        let room = InPlacePainter.room(
            in: Window.size(environment: context.environment)
        )
        let encoder = Encoder(palette: traits.palette)
        let rows = TableDrawing(glyphs: traits.glyphs).draw(
            TableState(snapshot),
            in: room
        ).rows
        try Output.draw(rows.flatMap { encoder.encode($0) + [UInt8(ascii: "\n")] })
        if let commitment = snapshot.commitment {
            try Output.line("commitment \(commitment)")
        }
        if let asking = snapshot.asking {
            try Output.line(EventText.asking(asking))
        }
        if let archived = snapshot.archived {
            try Output.line(EventText.archived(archived))
        }
    }
}
