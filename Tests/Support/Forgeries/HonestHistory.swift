package import DiceGames
package import DiceModel
import DiceWire
import Testing

/// A valid history, as a daemon could have written it.
package struct HonestHistory: Sendable, CustomTestStringConvertible {
    package let testDescription: String
    package let entries: @Sendable () throws -> [HistoryEntry]

    /// Returns the lines of an export, oldest first.
    package func lines() throws -> [String] {
        try entries().map { String(decoding: $0.jsonBytes(), as: UTF8.self) }
    }

    private init(
        _ name: String,
        _ entries: @escaping @Sendable () throws -> [HistoryEntry]
    ) {
        testDescription = name
        self.entries = entries
    }

    private init(
        _ name: String,
        edition: Int? = 5,
        _ play: @escaping @Sendable (inout Evening) throws -> Void
    ) {
        self.init(name) {
            var evening = Evening(edition: edition)
            try play(&evening)
            return evening.history
        }
    }

    /// A game with two boxes, which are filled with the sum of two dice.
    package static let pairs = Game(
        "pairs",
        "Pairs",
        dice: [6, 6],
        rollsPerTurn: 3,
        rules: .sheet(
            SheetRules([Box("low", "Low", .sum(.all)), Box("high", "High", .sum(.all))])
        )
    )

    package static let all: [HonestHistory] =
        [nil, 3, 4, 5].map { edition in
            HonestHistory("turns and throws of edition \(edition ?? 2)") {
                try SampleHistory.entries(edition)
            }
        }
        + [4, 5].map { (edition: Int) in
            HonestHistory(
                "two matches of edition \(edition)",
                edition: edition,
                matches
            )
        } + [
            HonestHistory("a match of yahtzee", yahtzee),
            HonestHistory("turns of farkle", farkle),
            HonestHistory("rests", rests),
            HonestHistory("joins", joins),
            HonestHistory("rests in a bank game", bankRests),
            HonestHistory("lost turns that cost points", houseRules),
            HonestHistory("rests before a match", earlyRests),
            HonestHistory("a rest before a match that ends in it", earlyReturn),
            HonestHistory(
                "rests before a match, ended by a change of players",
                endedRests
            ),
            HonestHistory("real dice", realDice),
            HonestHistory("bots, and players who were away", bots),
            HonestHistory("secret throws", secrets),
            HonestHistory("throws that end in another order", crossing),
            HonestHistory("an upgrade in the middle", upgrade),
        ]

    private static func matches(_ evening: inout Evening) throws {
        evening.begin(pairs, ["ann", "bo"])
        try evening.turn("ann", .these([[1, 2], [], [2], [1]]), "low")
        try evening.thrown()
        try evening.turn("bo", .these([[], [1, 2]]), "low")
        try evening.correction("high", by: "bo")
        try evening.turn("ann", .these([[1, 2]]), "high")
        try evening.turn("bo", .these([[1, 2], [1]]), "low")
        evening.begin(pairs, ["bo", "ann", "cy"], first: "ann")
        try evening.turn("ann", .these([[1, 2]]), "low")
        try evening.turn("cy", .these([[1, 2]]), "low")
        // The match is abandoned.
        evening.begin(pairs, [])
        try evening.turn("bo", .these([[1, 2]]), "low")
        try evening.thrown("d20 vs 11")
        try evening.turn("ann", .these([[1, 2]]), "high")
    }

    private static func yahtzee(_ evening: inout Evening) throws {
        guard let game = Game.all.first(where: { $0.name == "yahtzee" }),
            let boxes = game.sheet?.boxes
        else { return }
        evening.begin(game, ["ann", "bo"])
        for box in boxes {
            for player in ["ann", "bo"] {
                try evening.turn(
                    player,
                    .these([[1, 2, 3, 4, 5], [2, 3], [5]]),
                    box.name
                )
            }
        }
    }

    private static func farkle(_ evening: inout Evening) throws {
        guard let game = Game.all.first(where: { $0.name == "farkle" }) else { return }
        evening.begin(game, ["ann", "bo"])
        for (number, player) in ["ann", "bo", "ann", "bo", "ann", "bo"].enumerated() {
            // Every third turn is lost; the others score.
            try evening.turn(player, .best(3)) { turn in
                let last = turn.rolls.last?.rolled.map { turn.dice[$0 - 1] } ?? []
                let isLost = !last.contains(where: \.locked)
                return number % 3 == 2
                    ? isLost
                    : !isLost && turn.rolls.count == 3 && points(turn, game) >= 500
            }
        }
    }

    private static func points(_ turn: Turn, _ game: Game) -> Int {
        var played = MatchTurn(of: Match(game))
        for roll in turn.rolls {
            guard (try? played.replay(roll.rolled, values: roll.values)) != nil else {
                return 0
            }
        }
        played.locked = turn.dice.map(\.locked)
        return (try? played.end(nil))?.points ?? 0
    }

    private static func rests(_ evening: inout Evening) throws {
        evening.begin(pairs, ["ann", "bo", "cy"])
        try evening.turn("ann", .these([[1, 2]]), "low")
        try evening.rest("bo", by: "cy")
        try evening.correction("high", by: "ann")
        try evening.turn("cy", .these([[1, 2]]), "low")
        try evening.rest("bo", false)
        try evening.turn("ann", .these([[1, 2]]), "low")
        try evening.turn("bo", .these([[1, 2]]), "low")
        try evening.turn("cy", .these([[1, 2]]), "high")
        // Only bo has an open box, and skips: the match ends.
        try evening.rest("bo")
        evening.begin(pairs, ["ann", "bo", "cy"], first: "cy")
        try evening.turn("cy", .these([[1, 2]]), "low")
        try evening.turn("ann", .these([[1, 2]]), "low")
    }

    private static func joins(_ evening: inout Evening) throws {
        evening.begin(pairs, ["ann", "bo"])
        try evening.turn("ann", .these([[1, 2]]), "low")
        try evening.join("cy")
        for (player, box) in [
            ("bo", "low"),
            ("cy", "low"),
            ("ann", "high"),
            ("bo", "high"),
            ("cy", "high"),
        ] {
            try evening.turn(player, .these([[1, 2]]), box)
        }
    }

    private static func bankRests(_ evening: inout Evening) throws {
        let singles = [ScoringSet(.faces([1]), 100), ScoringSet(.faces([5]), 50)]
        let game = Game(
            "quick",
            "Quick",
            dice: [6, 6, 6],
            rules: .bank(BankRules(singles, target: 100))
        )
        evening.begin(game, ["ann", "bo", "cy"])
        try evening.turn("ann", .best(1)) { $0.rolls[0].values.contains(1) }
        try evening.rest("ann", by: "bo")
        try evening.turn("bo", .best(1)) { $0.rolls[0].values.contains(5) }
        try evening.rest("bo", by: "ann")
        try evening.turn("cy", .best(1)) {
            !$0.rolls[0].values.contains(5) && !$0.rolls[0].values.contains(1)
        }
    }

    /// A bank game with one die, of which a 6 scores.
    package static let house = Game(
        "house",
        "House",
        dice: [6],
        rules: .bank(
            BankRules(
                [ScoringSet(.faces([6]), 50)],
                target: 100,
                minimum: 40,
                bankMinimum: 30,
                threeBusts: -60
            )
        )
    )

    private static func houseRules(_ evening: inout Evening) throws {
        evening.begin(house, ["ann", "bo"])
        for number in 1...3 {
            try evening.turn("ann", .these([[1]])) { $0.rolls[0].values != [6] }
            if number == 2 {
                try evening.rest("ann", by: "bo")
                try evening.turn("bo", .best(1)) { $0.rolls[0].values == [6] }
                try evening.rest("ann", false)
            }
            try evening.turn("bo", .these([[1]])) { $0.rolls[0].values != [6] }
        }
    }

    private static func earlyRests(_ evening: inout Evening) throws {
        evening.begin(pairs, ["ann", "bo", "cy"])
        try evening.rest("bo")
        for (player, box) in [
            ("ann", "low"), ("cy", "low"), ("ann", "high"), ("cy", "high"),
        ] {
            try evening.turn(player, .these([[1, 2]]), box)
        }
    }

    /// The player returns when nobody else is left to play next.
    private static func earlyReturn(_ evening: inout Evening) throws {
        evening.begin(pairs, ["ann", "bo"])
        try evening.rest("bo")
        try evening.turn("ann", .these([[1, 2]]), "low")
        try evening.rest("bo", false)
        try evening.turn("ann", .these([[1, 2]]), "high")
        try evening.turn("bo", .these([[1, 2]]), "low")
        try evening.turn("bo", .these([[1, 2]]), "high")
    }

    private static func endedRests(_ evening: inout Evening) throws {
        evening.add("bo", rests: true, match: 1)
        evening.begin(pairs, ["ann", "bo", "cy"])
        // The change of players has no entry.
        try evening.rest("cy")
        for (player, box) in [("ann", "low"), ("bo", "low"), ("ann", "high")] {
            try evening.turn(player, .these([[1, 2]]), box)
        }
        try evening.rest("cy", false)
        for (player, box) in [("bo", "high"), ("cy", "low")] {
            try evening.turn(player, .these([[1, 2]]), box)
        }
    }

    private static func realDice(_ evening: inout Evening) throws {
        evening.begin(pairs, ["ann", "bo"], hand: true)
        for (player, box) in [
            ("ann", "low"), ("bo", "low"), ("ann", "high"), ("bo", "high"),
        ] {
            try evening.turn(
                player,
                .these([[1, 2], [2]]),
                box,
                entered: [[3, 4], [3, 6]]
            )
        }
    }

    private static func bots(_ evening: inout Evening) throws {
        evening.begin(pairs, ["ann", "bo"])
        try evening.turn("ann", .these([[1, 2], [1]]), "low")
        evening.changeLast { turn in
            turn.bot = true
            turn.rolls[1].bot = true
        }
        try evening.turn("bo", .these([[1, 2]]), "low", absent: true)
        try evening.thrown()
        evening.changeLastThrow { $0.bot = true }
        try evening.turn("ann", .these([[1, 2]]), "high")
    }

    private static func secrets(_ evening: inout Evening) throws {
        try evening.thrown("2d6", hidden: true)
        evening.begin(pairs, ["ann"])
        try evening.turn("ann", .these([[1, 2]]), "low")
        try evening.thrown("d20", hidden: true)
        try evening.turn("ann", .these([[1, 2]]), "high")
        try evening.thrown("d20")
    }

    private static func crossing(_ evening: inout Evening) throws {
        for _ in 1...6 {
            try evening.thrown("2d6")
        }
        for (one, other) in [(0, 3), (1, 5), (2, 4)] {
            evening.swapThrows(one, other)
        }
    }

    private static func upgrade(_ evening: inout Evening) throws {
        evening.edition = 4
        evening.begin(pairs, ["ann", "bo"])
        try evening.turn("ann", .these([[1, 2]]), "low")
        try evening.thrown()
        evening.edition = 5
        try evening.thrown()
        // This turn had a roll before the change to edition 5.
        evening.edition = 4
        try evening.turn("bo", .these([[1, 2]]), "low")
        evening.edition = 5
        try evening.turn("ann", .these([[1, 2]]), "high")
        try evening.turn("bo", .these([[1, 2]]), "high")
        evening.begin(pairs, ["ann", "bo"])
        try evening.turn("bo", .these([[1, 2]]), "high")
        try evening.thrown()
    }
}
