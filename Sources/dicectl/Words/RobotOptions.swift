import ArgumentParser
import DiceDrawing
import DiceFollowing
import DiceGames
import DiceHints
import DicePlay

/// The way a program plays.
struct RobotOptions: ParsableArguments {
    @Option(
        help: .init(
            "The bot's skill: perfect, good or casual. Default: perfect if the game has hints, else good.",
            valueName: "perfect|good|casual"
        ),
        completion: .list(Strategy.Level.allCases.map(\.rawValue)),
        transform: {
            try Strategy.Level(rawValue: $0).orInvalid(
                "the level is perfect, good or casual, not \"\($0)\""
            )
        }
    )
    var level: Strategy.Level?

    @Option(
        help: .init(
            "The bot's speed as a multiple of a person's, who takes 2 s for each step: 0.1 to 100.",
            valueName: "times"
        )
    )
    var pace = 1.0

    func validate() throws {
        guard (0.1...100).contains(pace) else {
            throw ValidationError("the bot's pace is 0.1 to 100, not \(pace)")
        }
    }

    /// Throws `declined` if the game has no strategy of this strength.
    func strategy(for game: Game) throws -> Strategy {
        let refusal = HintTable.refusal(of: game)
        if level == .perfect, let refusal {
            throw CommandError.declined(
                "no perfect play for \(game.localized.title): \(refusal); use --level good"
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
