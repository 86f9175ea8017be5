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

    @Option(
        help: .init(
            "The seconds for which the bot waits after another player's turn, so that they can correct it: 0 to 3600. Default: 4 at pace 1.",
            valueName: "seconds"
        )
    )
    var patience: Double?

    /// The time for which the bot waits after another player's turn; `nil` for the default.
    var wait: Duration? { patience.map { .seconds($0) } }

    func validate() throws {
        if let patience, !(0...3_600).contains(patience) {
            throw ValidationError("the bot's patience is 0 to 3600 seconds, not \(patience)")
        }
        guard (0.1...100).contains(pace) else {
            throw ValidationError("the bot's pace is 0.1 to 100, not \(pace)")
        }
    }

    /// Throws `declined` if the game has no strategy of this strength.
    func strategy(for game: Game) throws -> Strategy {
        try strategy(for: game) { try HintCache().table(of: $0) }
    }

    /// Returns the strategy without computing hints: without stored ones the bot plays like a good
    /// player. Throws `declined` if the game has no strategy of this strength.
    func strategyAtOnce(for game: Game) throws -> Strategy {
        try strategy(for: game) { HintCache().stored(of: $0) }
    }

    private func strategy(for game: Game, hints: (Game) throws -> HintTable?) throws -> Strategy {
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
            hints: isPerfect ? try hints(game) : nil
        )
    }
}
