extension Game {
    static let yatzy = Game(
        "yatzy",
        "Yatzy",
        source: "“Yatzy”, Wikipedia: the Scandinavian rules",
        dice: [6, 6, 6, 6, 6],
        rollsPerTurn: 3,
        rules: .sheet(
            SheetRules(
                Box.upper + [
                    Box("onePair", "One pair", needs: .alike([2]), .sum(.alike)),
                    Box("twoPairs", "Two pairs", needs: .alike([2, 2]), .sum(.alike)),
                    Box(
                        "threeOfAKind",
                        "Three of a kind",
                        needs: .alike([3]),
                        .sum(.alike)
                    ),
                    Box(
                        "fourOfAKind",
                        "Four of a kind",
                        needs: .alike([4]),
                        .sum(.alike)
                    ),
                    Box(
                        "smallStraight",
                        "Small straight",
                        needs: .faces([1, 2, 3, 4, 5]),
                        .fixed(15)
                    ),
                    Box(
                        "largeStraight",
                        "Large straight",
                        needs: .faces([2, 3, 4, 5, 6]),
                        .fixed(20)
                    ),
                    Box(
                        "fullHouse",
                        "Full house",
                        needs: .alike([3, 2]),
                        .sum(.alike)
                    ),
                    Box("chance", "Chance", .sum(.all)),
                    Box("yatzy", "Yatzy", needs: .alike([5]), .fixed(50)),
                ],
                bonuses: [.upper(63, points: 50)]
            )
        )
    )

    static let maxiYatzy = Game(
        "maxi-yatzy",
        "Maxi Yatzy",
        source: "MaxiYatzy rules, maxiyatzy.com, without saved rolls",
        dice: [6, 6, 6, 6, 6, 6],
        rollsPerTurn: 3,
        rules: .sheet(
            SheetRules(
                Box.upper + [
                    Box("onePair", "One pair", needs: .alike([2]), .sum(.alike)),
                    Box("twoPairs", "Two pairs", needs: .alike([2, 2]), .sum(.alike)),
                    Box(
                        "threePairs",
                        "Three pairs",
                        needs: .alike([2, 2, 2]),
                        .sum(.alike)
                    ),
                    Box(
                        "threeOfAKind",
                        "Three of a kind",
                        needs: .alike([3]),
                        .sum(.alike)
                    ),
                    Box(
                        "fourOfAKind",
                        "Four of a kind",
                        needs: .alike([4]),
                        .sum(.alike)
                    ),
                    Box(
                        "fiveOfAKind",
                        "Five of a kind",
                        needs: .alike([5]),
                        .sum(.alike)
                    ),
                    Box(
                        "smallStraight",
                        "Small straight",
                        needs: .faces([1, 2, 3, 4, 5]),
                        .fixed(15)
                    ),
                    Box(
                        "largeStraight",
                        "Large straight",
                        needs: .faces([2, 3, 4, 5, 6]),
                        .fixed(20)
                    ),
                    Box(
                        "fullStraight",
                        "Full straight",
                        needs: .straight(6),
                        .fixed(21)
                    ),
                    Box(
                        "fullHouse",
                        "Full house",
                        needs: .alike([3, 2]),
                        .sum(.alike)
                    ),
                    Box("villa", "Villa", needs: .alike([3, 3]), .sum(.alike)),
                    Box("tower", "Tower", needs: .alike([4, 2]), .sum(.alike)),
                    Box("chance", "Chance", .sum(.all)),
                    Box("maxiYatzy", "Maxi Yatzy", needs: .alike([6]), .fixed(100)),
                ],
                bonuses: [.upper(84, points: 100)]
            )
        )
    )
}
