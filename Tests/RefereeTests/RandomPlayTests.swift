import DiceTestSupport
import Foundation
import ProgramTestSupport
import Referee
import Testing

/// Random play is checked by a referee that knows the rules but shares none of the code.
@Suite("Random play")
struct RandomPlayTests {
    /// Tables without a game, by their parameters.
    private static let plain: [JSON] = [
        ["dice": [6, 6, 6]],
        ["dice": [4, 20], "players": ["ann", "bo"]],
        ["dice": [6, 6, 6], "rollsPerTurn": 2],
        [
            "dice": [2, 6, 6], "players": ["bo", "ann", "cleo"], "rollsPerTurn": 3,
            "pace": 2,
        ],
    ]
    /// A table with real dice.
    private static let real: JSON = [
        "dice": [6, 6, 20], "players": ["ann", "bo"], "rollsPerTurn": 2, "hand": true,
    ]
    /// The case with a bank game that has house rules.
    static let houseRules = 22
    private static let games = RandomDocument.builtIn.keys.sorted()

    /// A case for each kind of table, and as many cases with random games.
    static let cases = (0..<Soak.size(24, long: 600)).map {
        RandomCase(Int(Soak.seed) * 10_000 + $0)
    }

    private static func table(_ random: inout RandomCase) -> JSON {
        let kind = random.number % 10_000 % 24
        if kind < plain.count {
            return plain[kind]
        }
        if kind == 23 {
            return real
        }
        if kind == houseRules {
            return ["players": ["ann", "bo"], "game": RandomDocument.houseRules(&random)]
        }
        let players: [JSON] = [["ann", "bo"], ["bo", "ann", "cleo"], ["ann"], .null]
        var table: JSON = ["players": players[random.int(0...3)]]
        table["game"] =
            kind - plain.count < games.count
            ? .string(games[kind - plain.count]) : RandomDocument.make(&random)
        return table
    }

    @Test("random play breaks no rule, across restarts and backups", arguments: cases)
    func byTheRules(_ random: RandomCase) async throws {
        var random = random
        let folders = try (1...5).map { _ in try TemporaryFolder() }
        let table = Self.table(&random)
        var play = RandomPlay(table, random)
        let stage = Stage(Referee(play.known))
        let seed = UInt64(random.number)
        let length = Soak.size(24, long: 150)
        var folder = 0
        for part in 0..<3 {
            let here = folders[folder].path
            let next = folders[folder + 1].path
            let copy = folders[4].path
            let isKilled = play.random.bool()
            play = try await stage.serve(here, seed: seed) { [play] stage in
                var play = play
                try await play.sit(stage, isNew: part == 0)
                try await play.play(stage, steps: length / 2)
                if part == 1 {
                    try await play.backUp(stage, copy)
                }
                try await play.play(stage, steps: length / 2)
                if part == 2 {
                    try await play.end(stage)
                    try await stage.verify(RandomPlay.table)
                }
                if isKilled {
                    try await stage.kill(here, into: next)
                } else {
                    try await stage.stop()
                }
                return play
            }
            if isKilled {
                folder += 1
            }
        }
        // The backup continues from the time at which it was made.
        let restored = Stage(await stage.referee)
        try await restored.serve(folders[4].path, seed: seed) { [play] stage in
            var play = play
            try stage.restored()
            try await play.sit(stage)
            try await play.play(stage, steps: length / 2)
            try await play.end(stage)
            try await stage.verify(RandomPlay.table)
        }
    }

    /// Plays with one daemon, and records the messages.
    static func record(_ random: RandomCase, steps: Int) async throws -> (
        RandomPlay, Stage
    ) {
        var random = random
        let play = RandomPlay(table(&random), random)
        let stage = Stage(Referee(play.known))
        let folder = try TemporaryFolder()
        try await stage.serve(folder.path, seed: UInt64(random.number)) {
            [play] stage in
            var play = play
            try await play.sit(stage, isNew: true)
            try await play.play(stage, steps: steps)
            try await play.end(stage)
            try await stage.verify(RandomPlay.table)
        }
        return (play, stage)
    }
}
