import Testing

@testable import DiceGames

/// Titles of games in other languages.
@Suite("The words of a game") struct WordsTests {
    @Test(
        "every built-in game has German, French and Spanish titles, different ones for each box",
        arguments: Game.all
    )
    func builtIn(_ game: Game) throws {
        #expect(game.words.keys.filter { $0 != "en" }.sorted() == ["de", "es", "fr"])
        for (language, words) in game.words {
            #expect(words.title?.isEmpty == false)
            let boxes = try game.sheet?.boxes.map { try #require(words.boxes[$0.name]) } ?? []
            #expect(Set(boxes).count == boxes.count, "\(language): \(boxes)")
            #expect(words.bonuses.count == game.sheet?.bonuses.count ?? 0)
            let worded = game.worded(in: language)
            #expect(worded.title == words.title)
            #expect(worded.sheet?.boxes.map(\.title) ?? [] == boxes)
        }
    }

    @Test("no title of a box is English in another language")
    func translated() throws {
        let english: Set = ["Ones", "Straight", "Full house", "Three of a kind", "Upper bonus"]
        for game in Game.all {
            for (language, words) in game.words where language != "en" {
                let titles = Set(words.boxes.values).union(words.bonuses.values)
                #expect(titles.isDisjoint(with: english), "\(game.name), \(language)")
            }
        }
    }

    @Test("every built-in game has English titles, its own or in its words")
    func english() throws {
        let german = Game.all.filter { $0.ownLanguage != "en" }
        #expect(german.map(\.name) == ["kniffel", "zehntausend"])
        #expect(german.map { $0.worded(in: "en").title } == ["Kniffel", "Ten Thousand"])
        let kniffel = try #require(german.first?.worded(in: "en").sheet)
        let yahtzee = try #require(Game.yahtzee.sheet)
        for box in kniffel.boxes where box.name != "kniffel" {
            #expect(yahtzee.boxes.first { $0.name == box.name }?.title == box.title)
        }
        #expect(kniffel.bonuses.map(\.title) == ["Upper bonus", "Kniffel bonus"])
    }

    @Test(
        "a tag finds its language, a more general one, or one that begins alike",
        arguments: [
            ("de", "de"), ("DE", "de"), ("de-AT", "de"), ("de-Latn-CH", "de"), ("pt", "pt-BR"),
            ("pt-PT", "pt-BR"), ("zh-Hant-TW", "zh-Hant"), ("zh-Hans", "zh-Hant"), ("d", nil),
            ("den", nil), ("en", nil),
        ] as [(String, String?)]
    )
    func languages(_ tag: String, _ found: String?) throws {
        var game = try #require(Game.all.first)
        game.words = ["de": GameWords(), "pt-BR": GameWords(), "zh-Hant": GameWords()]
        #expect(game.language(for: tag) == found)
    }

    @Test("a title that a language lacks is that of the document")
    func partial() throws {
        var game = try #require(Game.all.first { $0.name == "yatzy" })
        game.words = ["sv": GameWords(boxes: ["ones": "Ettor"])]
        let worded = game.worded(in: "sv")
        #expect(worded.title == "Yatzy")
        #expect(worded.sheet?.boxes.prefix(2).map(\.title) == ["Ettor", "Twos"])
    }
}
