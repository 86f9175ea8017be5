import ArgumentParser
import DiceClient
import DiceDrawing
import DiceFollowing
import DicePlay
import Glibc

struct Bot: OneTableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bot",
        abstract: "Plays a game at a table as a bot.",
        discussion: """
            The name must be one of the table's players. To play against a bot yourself: dicectl play --against NAME

            dicectl bot night --as robo                 until Ctrl-C, match after match
            dicectl bot night --as bo --until-back      in bo's seat, until bo returns
            """
    )
    static let examples = [
        "bot odd --as robo --level casual", "bot odd --as bo --until-back",
    ]

    @OptionGroup var table: TableArgument
    @OptionGroup var player: PlayerOption
    @Flag(
        help:
            "Play for a player who is away or rests, and end when that player watches the table again."
    )
    var untilBack = false

    @Flag(help: "End with the match instead of playing the next ones.") var oneMatch = false

    @OptionGroup var robot: RobotOptions
    @OptionGroup var common: CommonOptions

    func run() throws {
        var context = context
        context.isBot = true
        let (client, table) = try context.open()
        let name = player.name ?? Player.login
        let display: any WatchDisplay =
            context.json ? JSONWatch() : PlainWatch(speaks: false)
        let robot = try Robot(
            client,
            context,
            at: table,
            as: name,
            pace: robot.pace,
            patience: robot.wait,
            untilBack: untilBack,
            oneMatch: oneMatch,
            strategy: robot.strategy,
            display: display,
            sheets: context.json
        )
        Output.message("\(name) plays at \(table); press Ctrl-C to stop")
        SignalPipe.handle([SIGINT, SIGTERM, SIGTSTP])
        while true {
            for signal in SignalPipe.take() {
                try robot.leave()
                guard signal == SIGTSTP else {
                    throw signal == SIGINT
                        ? CommandError.interrupted : .terminated(signal)
                }
                SignalPipe.raiseUnhandled(SIGTSTP)
                SignalPipe.handle([SIGTSTP])
                robot.follower.resumed()
            }
            try robot.turn()
            if robot.isRelieved {
                try robot.leave()
                Output.message("\(name) is at \(table); the bot has left")
                return
            }
            if robot.hasPlayed {
                return try robot.leave()
            }
            for warning in robot.witness.takeWarnings() {
                Output.message(warning)
            }
            _ = try robot.follower.wait(until: robot.due)
        }
    }
}
