import DiceGames
import DiceTestSupport
import DiceWire
import ProgramTestSupport
import Referee

/// Random game documents, each of which is playable.
struct RandomDocument {
    private var random: RandomCase
    private var dice: [Int] = []

    /// The documents of the built-in games.
    static let builtIn: [String: JSON] = Dictionary(
        uniqueKeysWithValues: Game.all.map { game in
            (game.name, JSON(game.jsonBytes()) ?? .null)
        }
    )

    static func make(_ random: inout RandomCase) -> JSON {
        var maker = RandomDocument(random: random)
        let document = maker.random.bool() ? maker.sheet() : maker.bank()
        random = maker.random
        return document
    }

    private var minimum: Int { dice.min() ?? 2 }

    private mutating func roll(_ count: ClosedRange<Int>, _ sides: ClosedRange<Int>) {
        let all = random.int(sides)
        dice = (0..<random.int(count)).map { _ in
            random.int(1...4) == 1 ? random.int(sides) : all
        }
    }

    private mutating func needs() -> JSON {
        let kind = random.int(1...3)
        if kind == 1, min(dice.count, minimum) >= 2 {
            return ["straight": JSON(random.int(2...min(dice.count, minimum)))]
        }
        if kind == 2 {
            return [
                "faces": JSON(
                    (0..<random.int(1...dice.count)).map { _ in random.int(1...minimum) }
                )
            ]
        }
        var counts = [random.int(1...dice.count)]
        while counts.count < minimum, counts.reduce(0, +) < dice.count, random.bool() {
            counts.append(random.int(1...dice.count - counts.reduce(0, +)))
        }
        return ["alike": JSON(counts)]
    }

    private mutating func sheet() -> JSON {
        roll(1...5, 2...6)
        var boxes: [JSON] = []
        for number in 1...random.int(2...6) {
            var box: JSON = [
                "box": .string("box\(number)"), "title": "A box",
                "points": ["sum": "all"],
            ]
            switch random.int(1...4) {
            case 1: box["points"] = ["sum": JSON(random.int(1...minimum))]
            case 2: box["points"] = JSON(random.int(0...50))
            default: box["needs"] = needs()
            }
            if box["needs"] != .null {
                if random.bool() {
                    box["points"] =
                        random.bool() ? ["sum": "alike"] : JSON(random.int(1...50))
                }
                if random.int(1...3) == 1 {
                    box["firstRoll"] = JSON(random.int(0...60))
                }
                if random.int(1...5) == 1 {
                    box["wins"] = true
                }
            }
            boxes.append(box)
        }
        var game: JSON = [
            "name": "sheet", "title": "A sheet", "dice": JSON(dice),
            "boxes": .array(boxes),
            "rollsPerTurn": random.int(1...4) == 1 ? .null : JSON(random.int(1...4)),
        ]
        let names = boxes.compactMap { $0["box"].string }
        var bonuses: [JSON] = [
            [
                "bonus": "sum", "title": "A sum",
                "of": JSON(names.filter { _ in random.bool() } + [] as [String]),
                "atLeast": JSON(random.int(1...30)),
                "points": JSON(random.int(0...30)),
            ]
        ]
        if bonuses[0]["of"].array.isEmpty {
            bonuses = []
        }
        if let box = boxes.first(where: { $0["needs"] != .null }) {
            game["joker"] = ["box": box["box"], "forced": .bool(random.bool())]
            bonuses.append(
                [
                    "bonus": "again", "title": "Another one", "again": box["box"],
                    "points": JSON(random.int(0...30)),
                    "onlyUpper": random.bool() ? true : .null,
                ])
        }
        if !bonuses.isEmpty {
            game["bonuses"] = .array(bonuses)
        }
        return game
    }

    /// Returns a bank game with both house rules, in which most turns are lost.
    static func houseRules(_ random: inout RandomCase) -> JSON {
        [
            "name": "house", "title": "House rules", "dice": [6],
            "sets": [
                ["needs": ["faces": [1]], "points": 10],
                ["needs": ["faces": [5]], "points": 5],
            ],
            "target": 30, "minimum": 10, "bankMinimum": 6,
            "threeBusts": JSON(-random.int(1...20)),
        ]
    }

    private mutating func bank() -> JSON {
        roll(1...6, 2...6)
        let sets = (0..<random.int(1...6)).map { _ -> JSON in
            ["needs": needs(), "points": JSON(random.int(1...20))]
        }
        let target = random.int(5...60)
        let minimum = random.bool() ? 0 : random.int(1...min(target, 12))
        return [
            "name": "bank", "title": "A bank", "dice": JSON(dice),
            "sets": .array(sets),
            "target": JSON(target),
            "minimum": JSON(minimum),
            "bankMinimum": random.bool() ? .null : JSON(random.int(0...max(minimum, 1))),
            "threeBusts": random.bool() ? .null : JSON(-random.int(1...20)),
            "lastRound": random.int(1...3) == 1 ? false : .null,
        ]
    }
}
