import ArgumentParser
import DiceGames
import DiceHints

/// The way a program plays.
struct RobotOptions: ParsableArguments {
    @Option(
        help: .init(
            "How well the bot plays: perfect, good or casual; by default perfect where there are hints, else good.",
            valueName: "perfect|good|casual"
        ),
        completion: .list(Strategy.Level.allCases.map(\.rawValue)),
        transform: {
            try Strategy.Level(rawValue: $0).orInvalid(
                "a level is perfect, good or casual, not \"\($0)\""
            )
        }
    )
    var level: Strategy.Level?

    @Option(
        help: .init(
            "How many times as fast as a person the bot plays, 0.1 to 100; a person takes 2 s for each step.",
            valueName: "times"
        )
    )
    var pace = 1.0

    func validate() throws {
        guard (0.1...100).contains(pace) else {
            throw ValidationError("a bot's pace is 0.1 to 100, not \(pace)")
        }
    }

    /// Throws `declined` if the game has no strategy of this strength.
    func strategy(for game: Game) throws -> Strategy {
        let refusal = HintTable.refusal(of: game)
        if level == .perfect, let refusal {
            throw CommandError.declined(
                "--level good plays \(game.title) well, and nobody perfectly: \(refusal)"
            )
        }
        let isPerfect = refusal == nil && level ?? .perfect == .perfect
        return Strategy(
            game,
            level ?? .perfect,
            hints: isPerfect ? try HintCache().table(of: game) : nil
        )
    }
}
