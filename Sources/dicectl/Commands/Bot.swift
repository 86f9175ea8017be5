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

            dicectl bot night --as robo      until Ctrl-C, match after match
            """
    )
    static let examples = ["bot odd --as robo", "bot odd --as robo --level casual"]

    @OptionGroup var table: TableArgument
    @OptionGroup var player: PlayerOption
    @OptionGroup var robot: RobotOptions
    @OptionGroup var common: CommonOptions

    func run() throws {
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
            for warning in robot.witness.takeWarnings() {
                Output.message(warning)
            }
            _ = try robot.follower.wait(until: robot.due)
        }
    }
}
