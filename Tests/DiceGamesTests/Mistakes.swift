import DiceGames
import Testing

/// A game with one error, and the path of the error.
struct Wrong: Sendable, CustomTestStringConvertible {
    var path: String
    var game: Game

    init(_ path: String, _ game: Game) {
        self.path = path
        self.game = game
    }

    init(_ path: String, _ change: (inout Game) -> Void) {
        self.path = path
        game = Mistakes.sheet([Mistakes.box])
        change(&game)
    }

    var testDescription: String { "\(path): \(game.name)" }
}

/// Invalid games, and some that are barely valid.
enum Mistakes {
    static var all: [Wrong] { heads + boxes + needs + extras + banks }

    static let box = Box("sum", "Sum", .sum(.all))

    static func sheet(
        _ boxes: [Box],
        dice: [Int] = [6, 6, 6, 6, 6],
        bonuses: [Bonus] = [],
        joker: Joker? = nil
    ) -> Game {
        Game(
            "own",
            "Own",
            dice: dice,
            rules: .sheet(SheetRules(boxes, bonuses: bonuses, joker: joker))
        )
    }

    static func bank(
        _ sets: [ScoringSet],
        dice: [Int] = [6],
        target: Int = 100,
        minimum: Int = 0,
        bankMinimum: Int = 0,
        threeBusts: Int? = nil
    )
        -> Game
    {
        Game(
            "own",
            "Own",
            dice: dice,
            rules: .bank(
                BankRules(
                    sets,
                    target: target,
                    minimum: minimum,
                    bankMinimum: bankMinimum,
                    threeBusts: threeBusts
                )
            )
        )
    }

    static func needing(_ needs: Needs, dice: [Int] = [6, 6, 6, 6, 6]) -> Game {
        sheet([box, Box("hand", "Hand", needs: needs, .fixed(1))], dice: dice)
    }

    static func adding(_ bonus: Bonus, joker: Joker? = nil) -> Game {
        let five = Box("five", "Five", needs: .alike([5]), .fixed(50))
        return sheet(
            [box, five],
            bonuses: [
                Bonus("all", "All", .sum(of: ["sum"], atLeast: 1), points: 1), bonus,
            ],
            joker: joker
        )
    }

    static let heads =
        [
            "", "Yahtzee", "1st", "-x", "maxi yatzy", "é", "a_b", "k\u{301}",
            "\u{1B}[2J",
            String(repeating: "x", count: 33),
        ].map { name in Wrong("name") { $0.name = name } }
        + [
            [], [1], [0], [-6], [101], [6, 6, 1], Array(repeating: 6, count: 21),
        ].map { dice in Wrong("dice") { $0.dice = dice } }
        + [0, -1, 101].map { rolls in Wrong("rollsPerTurn") { $0.rollsPerTurn = rolls }
        }

    static let boxNames = [
        "", "full house", "9th", "a-b", "\u{212A}ing", "é",
        String(repeating: "x", count: 33),
    ]

    static let boxes =
        [
            Wrong("boxes", sheet([])),
            Wrong("boxes", sheet((1...41).map { Box("b\($0)", "B", .sum(.all)) })),
            Wrong("boxes[1].box", sheet([box, box])),
            Wrong("boxes[0].points", sheet([Box("b", "B", .fixed(-1))])),
            Wrong("boxes[0].points", sheet([Box("b", "B", .fixed(1_000_001))])),
            Wrong("boxes[0].points.sum", sheet([Box("b", "B", .sum(.face(0)))])),
            Wrong("boxes[0].points.sum", sheet([Box("b", "B", .sum(.face(7)))])),
            Wrong("boxes[0].needs", sheet([Box("b", "B", .sum(.alike))])),
            Wrong(
                "boxes[0].firstRoll",
                sheet([Box("b", "B", needs: .alike([5]), .fixed(1), firstRoll: -1)])
            ),
            Wrong("boxes[0].needs", sheet([Box("b", "B", .fixed(1), firstRoll: 2)])),
            Wrong("boxes[0].needs", sheet([Box("b", "B", .fixed(1), wins: true)])),
        ] + boxNames.map { Wrong("boxes[0].box", sheet([Box($0, "B", .sum(.all))])) }

    static let needs = [
        Wrong("boxes[1].needs", needing(.alike([]))),
        Wrong("boxes[1].needs", needing(.alike([0]))),
        Wrong("boxes[1].needs", needing(.alike([-1, 3]))),
        Wrong("boxes[1].needs", needing(.alike([6]))),
        Wrong("boxes[1].needs", needing(.alike([3, 3]))),
        Wrong("boxes[1].needs", needing(.alike([Int.max, Int.max]))),
        Wrong("boxes[1].needs", needing(.alike(Array(repeating: 1, count: 10_000)))),
        Wrong("boxes[1].needs", needing(.alike([1, 1, 1]), dice: [2, 2, 2])),
        Wrong("boxes[1].needs", needing(.straight(1))),
        Wrong("boxes[1].needs", needing(.straight(0))),
        Wrong("boxes[1].needs", needing(.straight(-4))),
        Wrong("boxes[1].needs", needing(.straight(6))),
        Wrong("boxes[1].needs", needing(.straight(Int.max))),
        Wrong("boxes[1].needs", needing(.straight(5), dice: [4, 4, 4, 4, 4])),
        Wrong("boxes[1].needs", needing(.straight(2), dice: [6])),
        Wrong("boxes[1].needs", needing(.faces([]))),
        Wrong("boxes[1].needs", needing(.faces([0]))),
        Wrong("boxes[1].needs", needing(.faces([7]))),
        Wrong("boxes[1].needs", needing(.faces([1, 1, 1, 1, 1, 1]))),
        Wrong("boxes[1].needs", needing(.faces([8, 8]), dice: [6, 8])),
    ]

    static let extras = [
        Wrong(
            "bonuses[1].bonus",
            adding(Bonus("", "B", .sum(of: ["sum"], atLeast: 1), points: 1))
        ),
        Wrong(
            "bonuses[1].bonus",
            adding(Bonus("all", "B", .sum(of: ["sum"], atLeast: 1), points: 1))
        ),
        Wrong(
            "bonuses[1].points",
            adding(Bonus("b", "B", .sum(of: ["sum"], atLeast: 1), points: -1))
        ),
        Wrong(
            "bonuses[1].of",
            adding(Bonus("b", "B", .sum(of: [], atLeast: 1), points: 1))
        ),
        Wrong(
            "bonuses[1].of",
            adding(Bonus("b", "B", .sum(of: ["none"], atLeast: 1), points: 1))
        ),
        Wrong(
            "bonuses[1].of",
            adding(Bonus("b", "B", .sum(of: ["sum", "sum"], atLeast: 1), points: 1))
        ),
        Wrong(
            "bonuses[1].atLeast",
            adding(Bonus("b", "B", .sum(of: ["sum"], atLeast: 0), points: 1))
        ),
        Wrong(
            "bonuses[1].onlyUpper",
            adding(
                Bonus(
                    "b",
                    "B",
                    .sum(of: ["sum"], atLeast: 1),
                    points: 1,
                    onlyUpper: true
                )
            )
        ),
        Wrong("bonuses[1].again", adding(Bonus("b", "B", .again("five"), points: 1))),
        Wrong(
            "bonuses[1].again",
            adding(
                Bonus("b", "B", .again("sum"), points: 1),
                joker: Joker("five", isForced: true)
            )
        ),
        Wrong("joker.box", sheet([box], joker: Joker("sum", isForced: true))),
        Wrong("joker.box", sheet([box], joker: Joker("none", isForced: false))),
        Wrong(
            "bonuses",
            sheet(
                [box],
                bonuses: (1...11).map {
                    Bonus("b\($0)", "B", .sum(of: ["sum"], atLeast: 1), points: 1)
                }
            )
        ),
    ]

    static let one = ScoringSet(.faces([1]), 1)

    static let banks = [
        Wrong("sets", bank([])),
        Wrong("sets", bank(Array(repeating: one, count: 65))),
        Wrong("sets[1].needs", bank([one, ScoringSet(.faces([7]), 1)])),
        Wrong("sets[1].needs", bank([one, ScoringSet(.alike([2]), 1)])),
        Wrong("sets[1].points", bank([one, ScoringSet(.faces([1]), 0)])),
        Wrong("sets[1].points", bank([one, ScoringSet(.faces([1]), -5)])),
        Wrong("target", bank([one], target: 0)),
        Wrong("target", bank([one], target: 1_000_001)),
        Wrong("minimum", bank([one], minimum: -1)),
        Wrong("minimum", bank([one], minimum: 101)),
        Wrong("bankMinimum", bank([one], bankMinimum: -1)),
        Wrong("bankMinimum", bank([one], bankMinimum: 101)),
        Wrong("threeBusts", bank([one], threeBusts: 0)),
        Wrong("threeBusts", bank([one], threeBusts: 1_000)),
        Wrong("threeBusts", bank([one], threeBusts: -1_000_001)),
        Wrong("dice", bank([one], dice: Array(repeating: 6, count: 9))),
        Wrong("dice", bank([one], dice: [])),
    ]

    static let right = [
        needing(.straight(5)), needing(.straight(3), dice: [2, 3, 4]),
        needing(.faces([8, 6]), dice: [6, 8]),
        needing(.alike([1, 1, 1]), dice: [2, 3, 2, 3]),
        needing(.alike([3, 2]), dice: [2, 2, 2, 2, 2]),
        needing(.faces([1, 1, 1, 1, 1])),
        sheet([box], dice: Array(repeating: 100, count: 20)),
        sheet([Box("eights", "Eights", .sum(.face(8)))], dice: [6, 8]),
        sheet((1...40).map { Box("b\($0)", "Grüße 🎲", .fixed(0)) }),
        adding(
            Bonus("b", "B", .again("five"), points: 1, onlyUpper: true),
            joker: Joker("five", isForced: false)
        ),
        bank(
            Array(repeating: ScoringSet(.alike([1, 1]), 1), count: 64),
            dice: Array(repeating: 6, count: 8),
            minimum: 100,
            bankMinimum: 100,
            threeBusts: -1_000_000
        ),
    ]
}
