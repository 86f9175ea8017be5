extension Game {
    static let yahtzee = Game(
        "yahtzee",
        "Yahtzee",
        source: "Yahtzee, official rules, Hasbro",
        dice: [6, 6, 6, 6, 6],
        rollsPerTurn: 3,
        rules: .sheet(
            SheetRules(
                Box.upper + [
                    Box(
                        "threeOfAKind",
                        "Three of a kind",
                        needs: .alike([3]),
                        .sum(.all)
                    ),
                    Box(
                        "fourOfAKind",
                        "Four of a kind",
                        needs: .alike([4]),
                        .sum(.all)
                    ),
                    Box("fullHouse", "Full house", needs: .alike([3, 2]), .fixed(25)),
                    Box(
                        "smallStraight",
                        "Small straight",
                        needs: .straight(4),
                        .fixed(30)
                    ),
                    Box(
                        "largeStraight",
                        "Large straight",
                        needs: .straight(5),
                        .fixed(40)
                    ),
                    Box("yahtzee", "Yahtzee", needs: .alike([5]), .fixed(50)),
                    Box("chance", "Chance", .sum(.all)),
                ],
                bonuses: [
                    .upper(63, points: 35),
                    Bonus("yahtzee", "Yahtzee bonus", .again("yahtzee"), points: 100),
                ],
                joker: Joker("yahtzee", isForced: true)
            )
        )
    )

    static let kniffel = Game(
        "kniffel",
        "Kniffel",
        source: "Kniffel, Spielanleitung, Schmidt Spiele",
        dice: [6, 6, 6, 6, 6],
        rollsPerTurn: 3,
        rules: .sheet(
            SheetRules(
                Box.upper(["Einser", "Zweier", "Dreier", "Vierer", "Fünfer", "Sechser"])
                    + [
                        Box(
                            "threeOfAKind",
                            "Dreierpasch",
                            needs: .alike([3]),
                            .sum(.all)
                        ),
                        Box(
                            "fourOfAKind",
                            "Viererpasch",
                            needs: .alike([4]),
                            .sum(.all)
                        ),
                        Box(
                            "fullHouse",
                            "Full House",
                            needs: .alike([3, 2]),
                            .fixed(25)
                        ),
                        Box(
                            "smallStraight",
                            "Kleine Straße",
                            needs: .straight(4),
                            .fixed(30)
                        ),
                        Box(
                            "largeStraight",
                            "Große Straße",
                            needs: .straight(5),
                            .fixed(40)
                        ),
                        Box("kniffel", "Kniffel", needs: .alike([5]), .fixed(50)),
                        Box("chance", "Chance", .sum(.all)),
                    ],
                bonuses: [
                    .upper(63, title: "Bonus", points: 35),
                    Bonus(
                        "kniffel",
                        "Zusatzpunkte für Kniffel",
                        .again("kniffel"),
                        points: 50,
                        onlyUpper: true
                    ),
                ],
                joker: Joker("kniffel", isForced: true)
            )
        )
    )

    static let yacht = Game(
        "yacht",
        "Yacht",
        source: "“Yacht (dice game)”, Wikipedia",
        dice: [6, 6, 6, 6, 6],
        rollsPerTurn: 3,
        rules: .sheet(
            SheetRules(
                Box.upper + [
                    Box("fullHouse", "Full house", needs: .alike([3, 2]), .sum(.all)),
                    Box(
                        "fourOfAKind",
                        "Four of a kind",
                        needs: .alike([4]),
                        .sum(.alike)
                    ),
                    Box(
                        "littleStraight",
                        "Little straight",
                        needs: .faces([1, 2, 3, 4, 5]),
                        .fixed(30)
                    ),
                    Box(
                        "bigStraight",
                        "Big straight",
                        needs: .faces([2, 3, 4, 5, 6]),
                        .fixed(30)
                    ),
                    Box("choice", "Choice", .sum(.all)),
                    Box("yacht", "Yacht", needs: .alike([5]), .fixed(50)),
                ]
            )
        )
    )

    static let generala = Game(
        "generala",
        "Generala",
        source: "“Generala”, Wikipedia",
        dice: [6, 6, 6, 6, 6],
        rollsPerTurn: 3,
        rules: .sheet(
            SheetRules(
                Box.upper + [
                    Box(
                        "straight",
                        "Straight",
                        needs: .straight(5),
                        .fixed(20),
                        firstRoll: 25
                    ),
                    Box(
                        "fullHouse",
                        "Full house",
                        needs: .alike([3, 2]),
                        .fixed(30),
                        firstRoll: 35
                    ),
                    Box(
                        "poker",
                        "Poker",
                        needs: .alike([4]),
                        .fixed(40),
                        firstRoll: 45
                    ),
                    Box(
                        "generala",
                        "Generala",
                        needs: .alike([5]),
                        .fixed(50),
                        wins: true
                    ),
                ]
            )
        )
    )
}
