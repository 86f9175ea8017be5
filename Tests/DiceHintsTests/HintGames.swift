import DiceGames
import Foundation

/// Games with so few boxes that brute force can solve them, and games without hints.
enum HintGames {
    static let isLong = ProcessInfo.processInfo.environment["DICED_SOAK"] == "1"

    static let small = [
        game(
            "upper",
            [ones, sixes, house],
            [.init("upper", "U", .sum(of: ["ones", "sixes"], atLeast: 14), points: 35)]
        ),
        wide, jokers(isForced: true), jokers(isForced: false), straights(rolls: 1),
        straights(rolls: 5),
        game(
            "two-sums",
            [
                fixed("pairs", .alike([2, 2]), 6), fixed("three", .alike([3]), 9),
                chance,
            ],
            [
                .init(
                    "a",
                    "A",
                    .sum(of: ["pairs", "chance"], atLeast: 20),
                    points: 20
                ),
                .init(
                    "b",
                    "B",
                    .sum(of: ["chance", "three"], atLeast: 26),
                    points: 11
                ),
                .init("c", "C", .sum(of: ["chance"], atLeast: 5), points: 7),
            ],
            rolls: 2
        ),
        game(
            "joker-without-bonus",
            [
                fives, fixed("straight", .straight(4), 30),
                fixed("yahtzee", .alike([5]), 50),
            ],
            joker: Joker("yahtzee", isForced: true)
        ),
    ]

    /// A game with enough boxes that a level is split into several parts of work.
    static let wide = game(
        "wide",
        (1...6).map { Box("b\($0)", "B", .sum(.face($0))) },
        rolls: 1
    )

    static let tiny = game("tiny", [ones, sixes], rolls: 2)

    /// Twos are worth less than a house, and chance more than some jokers score there: being forced
    /// costs points.
    static func jokers(isForced: Bool) -> Game {
        game(
            isForced ? "forced" : "free",
            [twos, chance, house, fixed("yahtzee", .alike([5]), 50)],
            [
                .init("again", "Again", .again("yahtzee"), points: 100),
                .init("upper", "Upper", .sum(of: ["twos"], atLeast: 6), points: 4),
            ],
            rolls: 2,
            joker: Joker("yahtzee", isForced: isForced)
        )
    }

    /// Returns a game whose first roll scores more in one box, and less in another.
    private static func straights(rolls: Int) -> Game {
        game(
            "straights-\(rolls)",
            [
                sixes,
                Box("straight", "S", needs: .straight(4), .fixed(20), firstRoll: 45),
                Box("three", "T", needs: .alike([3]), .sum(.all), firstRoll: 2),
                Box("pair", "P", needs: .alike([2]), .sum(.alike)),
            ],
            rolls: rolls
        )
    }

    /// Games that differ from `tiny`, and whether its table is valid for them.
    static let variants = [
        (game("renamed", [Box("a", "A", ones.points), sixes], rolls: 2), true),
        (game("tiny", [ones, sixes]), false),
        (game("tiny", [ones, fives], rolls: 2), false),
        (game("tiny", [ones, sixes, fives], rolls: 2), false),
        (
            game(
                "tiny",
                [ones, sixes],
                [.init("b", "B", .sum(of: ["ones"], atLeast: 1), points: 1)],
                rolls: 2
            ), false
        ),
    ]

    static let unsupported = [
        (
            Game(
                "bank",
                "Bank",
                dice: [6, 6, 6, 6, 6],
                rollsPerTurn: 3,
                rules: .bank(bank)
            ),
            "sheet"
        ),
        (game("dice", [ones], dice: [6, 6, 6, 6, 6, 6]), "five six-sided dice"),
        (game("sides", [ones], dice: [6, 6, 6, 6, 8]), "five six-sided dice"),
        (
            Game(
                "rolls",
                "Rolls",
                dice: [6, 6, 6, 6, 6],
                rules: .sheet(SheetRules([ones]))
            ),
            "5 rolls"
        ),
        (game("six", [ones], rolls: 6), "5 rolls"),
        (game("boxes", (1...16).map { Box("b\($0)", "B", .sum(.all)) }), "16"),
        (
            game("wins", [Box("five", "F", needs: .alike([5]), .fixed(5), wins: true)]),
            "has one that does"
        ),
        (game("twice", [ones, ones]), "used only once"),
        (
            game(
                "long",
                (1...15).map { Box("b\($0)", "B", .sum(.all)) },
                [
                    .init(
                        "a",
                        "A",
                        .sum(of: (1...15).map { "b\($0)" }, atLeast: 1000),
                        points: 9
                    )
                ]
            ), "too long"
        ),
        (
            game(
                "wide",
                (1...14).map { Box("b\($0)", "B", .sum(.face(min($0, 6)))) },
                [60, 62].map {
                    .init(
                        "a\($0)",
                        "A",
                        .sum(of: (1...6).map { "b\($0)" }, atLeast: $0),
                        points: 9
                    )
                }
            ),
            "too long"
        ),
    ]

    private static let bank = BankRules([ScoringSet(.faces([1]), 100)], target: 1000)
    private static let ones = Box("ones", "Ones", .sum(.face(1)))
    private static let twos = Box("twos", "Twos", .sum(.face(2)))
    private static let fives = Box("fives", "Fives", .sum(.face(5)))
    private static let sixes = Box("sixes", "Sixes", .sum(.face(6)))
    private static let house = fixed("house", .alike([3, 2]), 25)
    private static let chance = Box("chance", "Chance", .sum(.all))

    private static func fixed(_ name: String, _ needs: Needs, _ points: Int) -> Box {
        Box(name, name, needs: needs, .fixed(points))
    }

    private static func game(
        _ name: String,
        _ boxes: [Box],
        _ bonuses: [Bonus] = [],
        dice: [Int] = [6, 6, 6, 6, 6],
        rolls: Int = 3,
        joker: Joker? = nil
    ) -> Game {
        Game(
            name,
            name,
            dice: dice,
            rollsPerTurn: rolls,
            rules: .sheet(SheetRules(boxes, bonuses: bonuses, joker: joker))
        )
    }
}
