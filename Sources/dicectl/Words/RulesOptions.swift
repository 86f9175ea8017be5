import ArgumentParser
import DiceDrawing
import DiceFollowing
import DiceGames
import DiceModel
import DiceWire

/// The rules of a table: its players, the rolls per turn, and the speed of its dice.
struct RulesOptions: ParsableArguments {
    @Option(
        help: .init(
            "The players in turn order, such as ann,bo; none lets anyone play.",
            valueName: "names|none"
        ),
        completion: .list(["none"]),
        transform: Self.players
    )
    var players: [String]?

    @Option(
        help: .init(
            "How many rolls a turn may have, 1 to 1000; any sets no limit.",
            valueName: "count|any"
        ),
        completion: .list(["1", "2", "3", "any"]),
        transform: Self.rolls
    )
    var rolls: Int?

    @Option(
        help: .init(
            "The speed of the dice as a multiple of the usual speed: 0.25 to 4.",
            valueName: "times"
        ),
        completion: .list(["0.5", "1", "2", "4"]),
        transform: Self.pace
    )
    var pace: Double?

    @Option(
        help: .init(
            "The game to play: a name (see dicectl games), a game file, or none.",
            valueName: "game|file|none"
        ),
        completion: .list(Game.all.map(\.name) + ["none"]),
        transform: Self.game
    )
    var game: Result<GameChoice, CommandError>?

    @Flag(
        inversion: .prefixedNo,
        help: "Use real dice: players roll them and enter what they show."
    ) var hand: Bool?

    /// All settings except the game.
    var change: SettingsChange {
        SettingsChange(players: players, rollsPerTurn: rolls, pace: pace, hand: hand)
    }

    var isEmpty: Bool { change == SettingsChange() && game == nil }

    /// Reads the game. A text with a slash or a dot, or the name of an existing file, is a file.
    /// The failure explains why a file cannot be read.
    static func game(_ text: String) throws -> Result<GameChoice, CommandError> {
        if text == "none" {
            return .success(GameChoice(""))
        }
        if Game.all.contains(where: { $0.name == text }) {
            return .success(GameChoice(text))
        }
        let document: [UInt8]?
        do throws(CommandError) {
            var file = try LineReader(text)
            document = try file.all(atMost: LineReader.longest)
        } catch {
            if text.contains(where: { "/.".contains($0) }) {
                return .failure(error)
            }
            let hint =
                Suggestion.didYouMean(text, Game.all.map(\.name))
                ?? "; to list the built-in games: dicectl games"
            throw ValidationError("no game or file \"\(text)\"\(hint)")
        }
        let json = try document.flatMap { try? JSONValue(parsing: $0) }.orInvalid(
            "the file \"\(text)\" is not JSON in UTF-8"
        )
        return .success(GameChoice(json: json))
    }

    static func players(_ text: String) throws -> [String] {
        if text == "none" {
            return []
        }
        let names = text.split(separator: ",", omittingEmptySubsequences: false).map { name in
            String(name.drop { $0 == " " }).trimmed
        }
        for name in names {
            _ = try Player.label(name)
        }
        guard Set(names).count == names.count else {
            throw ValidationError("\"\(text)\" names a player twice")
        }
        guard Limits.players.contains(names.count) else {
            throw ValidationError(
                "a table has at most \(Limits.players.upperBound) players"
            )
        }
        return names
    }

    static func pace(_ text: String) throws -> Double {
        let pace = Double(text).flatMap { Limits.pace.contains($0) ? $0 : nil }
        return try pace.orInvalid(
            "the pace must be from 0.25 to 4, not \"\(text)\""
        )
    }

    static func rolls(_ text: String) throws -> Int {
        if text == "any" {
            return 0
        }
        let count = Int(text).flatMap {
            (1...Limits.rollsPerTurn).contains($0) ? $0 : nil
        }
        return try count.orInvalid(
            "a turn has 1 to \(Limits.rollsPerTurn) rolls, or any, not \"\(text)\""
        )
    }
}
