extension Game {
    /// Every game that comes along, by name.
    public static let all = [yahtzee]

    static let yahtzee = Game(
        "yahtzee", "Yahtzee", source: "Hasbro, official rules", dice: [6, 6, 6, 6, 6], rollsPerTurn: 3,
        rules: .sheet(
            SheetRules(
                Box.upper + [
                    Box("threeOfAKind", "Three of a kind", needs: .alike([3]), .sum(.all)),
                    Box("fourOfAKind", "Four of a kind", needs: .alike([4]), .sum(.all)),
                    Box("fullHouse", "Full house", needs: .alike([3, 2]), .fixed(25)),
                    Box("smallStraight", "Small straight", needs: .straight(4), .fixed(30)),
                    Box("largeStraight", "Large straight", needs: .straight(5), .fixed(40)),
                    Box("yahtzee", "Yahtzee", needs: .alike([5]), .fixed(50)),
                    Box("chance", "Chance", .sum(.all)),
                ],
                bonuses: [
                    .upper(63, points: 35), Bonus("yahtzee", "Yahtzee bonus", .again("yahtzee"), points: 100),
                ],
                joker: Joker("yahtzee", isForced: true))))
}

extension Box {
    /// A box for each face of a six-sided die.
    static let upper = [
        ("ones", "Ones"), ("twos", "Twos"), ("threes", "Threes"), ("fours", "Fours"), ("fives", "Fives"),
        ("sixes", "Sixes"),
    ].enumerated().map { Box($1.0, $1.1, .sum(.face($0 + 1))) }
}

extension Bonus {
    static func upper(_ least: Int, points: Int) -> Bonus {
        Bonus("upper", "Upper bonus", .sum(of: Box.upper.map(\.name), atLeast: least), points: points)
    }
}
