extension Game {
    /// Every built-in game, by name.
    public static let all = [
        farkle, generala, kniffel, maxiYatzy, pig, yacht, yahtzee, yatzy, zehntausend,
    ]
    .map(\.withWords)
}

extension Box {
    /// A box for each face of a six-sided die.
    static let upper = upper(["Ones", "Twos", "Threes", "Fours", "Fives", "Sixes"])

    static func upper(_ titles: [String]) -> [Box] {
        zip(["ones", "twos", "threes", "fours", "fives", "sixes"], titles).enumerated()
            .map {
                index,
                words in
                Box(words.0, words.1, .sum(.face(index + 1)))
            }
    }
}

extension Bonus {
    static func upper(_ minimum: Int, title: String = "Upper bonus", points: Int) -> Bonus {
        Bonus(
            "upper",
            title,
            .sum(of: Box.upper.map(\.name), atLeast: minimum),
            points: points
        )
    }
}
