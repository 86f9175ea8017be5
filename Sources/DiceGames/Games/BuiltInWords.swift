// The titles of the built-in games as they are printed on score pads.

extension Game {
    /// The game with its words in German, French and Spanish, and in English if its own titles are
    /// in another language.
    var withWords: Game {
        var game = self
        if BuiltInWords.english.games[name] != nil {
            game.words["en"] = words(in: .english)
        }
        game.words["de"] = words(in: .german)
        game.words["fr"] = words(in: .french)
        game.words["es"] = words(in: .spanish)
        return game
    }

    private func words(in language: BuiltInWords) -> GameWords {
        let boxes = sheet?.boxes.map { ($0.name, language.boxes[$0.name] ?? $0.title) } ?? []
        let bonuses =
            sheet?.bonuses.map { ($0.name, language.bonuses[$0.name] ?? $0.title) } ?? []
        return GameWords(
            title: language.games[name] ?? title,
            boxes: Dictionary(uniqueKeysWithValues: boxes),
            bonuses: Dictionary(uniqueKeysWithValues: bonuses)
        )
    }
}

/// The words of one language. Games that are missing have their own names, and so do boxes that are
/// named after their game.
private struct BuiltInWords {
    let games: [String: String]
    let boxes: [String: String]
    let bonuses: [String: String]

    /// The words of games whose own titles are not English.
    static let english = BuiltInWords(
        games: ["kniffel": "Kniffel", "zehntausend": "Ten Thousand"],
        boxes: [
            "ones": "Ones", "twos": "Twos", "threes": "Threes",
            "fours": "Fours", "fives": "Fives", "sixes": "Sixes",
            "threeOfAKind": "Three of a kind", "fourOfAKind": "Four of a kind",
            "fullHouse": "Full house",
            "smallStraight": "Small straight", "largeStraight": "Large straight",
            "chance": "Chance",
        ],
        bonuses: ["upper": "Upper bonus", "kniffel": "Kniffel bonus"]
    )

    static let german = BuiltInWords(
        games: ["pig": "Böse Eins"],
        boxes: [
            "ones": "Einser", "twos": "Zweier", "threes": "Dreier",
            "fours": "Vierer", "fives": "Fünfer", "sixes": "Sechser",
            "onePair": "Ein Paar", "twoPairs": "Zwei Paare", "threePairs": "Drei Paare",
            "threeOfAKind": "Dreierpasch", "fourOfAKind": "Viererpasch",
            "fiveOfAKind": "Fünferpasch",
            "straight": "Straße", "fullStraight": "Volle Straße",
            "smallStraight": "Kleine Straße", "largeStraight": "Große Straße",
            "littleStraight": "Kleine Straße", "bigStraight": "Große Straße",
            "fullHouse": "Full House", "villa": "Villa", "tower": "Turm",
            "poker": "Poker", "chance": "Chance", "choice": "Freie Wahl",
        ],
        bonuses: [
            "upper": "Bonus", "yahtzee": "Yahtzee-Bonus",
            "kniffel": "Zusatzpunkte für Kniffel",
        ]
    )

    static let french = BuiltInWords(
        games: ["yahtzee": "Yams (Yahtzee)", "zehntausend": "Dix mille", "pig": "Cochon"],
        boxes: [
            "ones": "As", "twos": "Deux", "threes": "Trois",
            "fours": "Quatre", "fives": "Cinq", "sixes": "Six",
            "onePair": "Une paire", "twoPairs": "Deux paires", "threePairs": "Trois paires",
            "threeOfAKind": "Brelan", "fourOfAKind": "Carré", "fiveOfAKind": "Cinq identiques",
            "straight": "Suite", "fullStraight": "Suite complète",
            "smallStraight": "Petite suite", "largeStraight": "Grande suite",
            "littleStraight": "Petite suite", "bigStraight": "Grande suite",
            "fullHouse": "Full", "villa": "Villa", "tower": "Tour",
            "poker": "Poker", "chance": "Chance", "choice": "Au choix", "yahtzee": "Yams",
        ],
        bonuses: ["upper": "Bonus", "yahtzee": "Bonus Yams", "kniffel": "Bonus Kniffel"]
    )

    static let spanish = BuiltInWords(
        games: ["zehntausend": "Diez mil", "pig": "Cerdo"],
        boxes: [
            "ones": "Unos", "twos": "Doses", "threes": "Treses",
            "fours": "Cuatros", "fives": "Cincos", "sixes": "Seises",
            "onePair": "Una pareja", "twoPairs": "Dos parejas", "threePairs": "Tres parejas",
            "threeOfAKind": "Trío", "fourOfAKind": "Póker", "fiveOfAKind": "Repóker",
            "straight": "Escalera", "fullStraight": "Escalera completa",
            "smallStraight": "Escalera corta", "largeStraight": "Escalera larga",
            "littleStraight": "Escalera corta", "bigStraight": "Escalera larga",
            "fullHouse": "Full", "villa": "Villa", "tower": "Torre",
            "poker": "Póker", "chance": "Suerte", "choice": "Libre",
        ],
        bonuses: ["upper": "Bonus", "yahtzee": "Bonus Yahtzee", "kniffel": "Bonus Kniffel"]
    )
}
