import ArgumentParser
import DiceClient
import DiceDrawing
import DiceFollowing
import DiceGames
import DiceModel
import DicePlay
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
                + Self.notes(on: snapshot, viewer)
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
        try Output.lines(Self.notes(on: snapshot, viewer))
    }

    private static func notes(on snapshot: TableSnapshot, _ viewer: String?) -> [String] {
        [
            resting(in: snapshot), absence(from: snapshot, viewer),
            snapshot.asking.map(EventText.asking), snapshot.archived.map(EventText.archived),
        ]
        .compactMap(\.self)
    }

    /// Names the players who rest in an open match; `nil` if nobody does.
    private static func resting(in snapshot: TableSnapshot) -> String? {
        guard let game = snapshot.game, !game.over, let names = game.resting, !names.isEmpty else {
            return nil
        }
        return EventText.resting(names)
    }

    /// Says that a match waits for a player who is away, and how it can go on; `nil` if the match
    /// waits for nobody else.
    private static func absence(from snapshot: TableSnapshot, _ viewer: String?) -> String? {
        guard let up = snapshot.up, up != viewer, snapshot.game?.over == false,
            let away = snapshot.away?.first(where: { $0.player == up })
        else { return nil }
        let since = "the match waits: \(EventText.away(away, .local))"
        let table = snapshot.table
        let name = ShellWord.quoted(up)
        let player = Printable.text(up)
        if snapshot.may?.rest == .possible {
            return
                "\(since); to go on without \(player): dicectl rest \(name) -t \(table); "
                + "a bot until \(player) is back: \(Robot.command(for: up, at: table))"
        }
        if snapshot.may?.endAbsent == .possible {
            return "\(since); to end that turn: dicectl end-turn --absent \(table)"
        }
        return since
    }
}
