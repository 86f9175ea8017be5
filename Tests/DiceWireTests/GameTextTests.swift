import DiceGames
import Testing

@testable import DiceWire

/// Titles of new games and of games in progress.
@Suite("The texts of a game") struct GameTextTests {
    /// Each text's position in the document, and its maximum number of scalars.
    static let places: [(path: String, maximum: Int, set: @Sendable (inout Game, String) -> Void)] =
        [
            ("title", 64, { $0.title = $1 }),
            ("source", 200, { $0.source = $1 }),
            (
                "boxes[1].title", 64,
                { game, text in
                    guard case .sheet(var rules) = game.rules else { return }
                    rules.boxes[1].title = text
                    game.rules = .sheet(rules)
                }
            ),
            (
                "bonuses[0].title", 64,
                { game, text in
                    guard case .sheet(var rules) = game.rules else { return }
                    rules.bonuses[0].title = text
                    game.rules = .sheet(rules)
                }
            ),
            ("words.de.title", 64, { $0.words["de"]?.title = $1 }),
            ("words.de.boxes.ones", 64, { $0.words["de"]?.boxes["ones"] = $1 }),
            ("words.de.bonuses.upper", 64, { $0.words["de"]?.bonuses["upper"] = $1 }),
        ]

    private func choice(_ place: Int, _ text: String) throws -> GameChoice {
        var game = try #require(Game.all.first { $0.name == "yahtzee" })
        Self.places[place].set(&game, text)
        return GameChoice(json: try JSONValue(parsing: game.jsonBytes()))
    }

    @Test(
        "a text with unprintable characters or too many characters is refused with its path",
        arguments: places.indices
    )
    func refused(_ place: Int) throws {
        let maximum = Self.places[place].maximum
        for text in [
            "", "\u{1B}[31mred", "a\nb", "a\u{7}", "\u{202E}abc", "\u{200B}",
            "a\u{9B}b",
            "\u{E000}", "\u{2028}",
            String(repeating: "x", count: maximum + 1),
            String(repeating: "e\u{301}\u{301}", count: maximum / 2 + 1),
            "a" + String(repeating: "\u{301}", count: 10),
        ] {
            let error = try #require(throws: WireError.self) {
                try choice(place, text).game()
            }
            #expect(
                error.known == .badGame && error.data.path == Self.places[place].path,
                "\(text)"
            )
            #expect(error.data.expected?.first?.isEmpty == false)
        }
    }

    @Test("a title of the maximum length is accepted", arguments: places.indices)
    func accepted(_ place: Int) throws {
        let maximum = Self.places[place].maximum
        for text in [
            "x", String(repeating: "e\u{301}", count: maximum),
            String(repeating: "🎲", count: maximum),
        ] {
            #expect(throws: Never.self) { try choice(place, text).game() }
        }
    }

    @Test(
        "a stored game is read whatever its titles are",
        arguments: places.indices
    )
    func stored(_ place: Int) throws {
        for text in [
            String(repeating: "e\u{301}\u{301}\u{301}\u{301}", count: 64),
            "\u{1B}[31mred",
            "\u{202E}abc",
        ] {
            var game = try #require(Game.all.first { $0.name == "yahtzee" })
            Self.places[place].set(&game, text)
            #expect(try Game(json: JSONValue(parsing: game.jsonBytes())) == game)
        }
    }
}
