import DiceTestSupport
import ProgramTestSupport
import Referee

/// Scripted play, for situations that hardly ever occur at random.
struct ScriptedPlay: Sendable {
    /// The parameters of the script's table.
    private let create: JSON
    private let steps: [Step]

    private enum Step {
        /// Requests of one connection.
        case ask([Order])
        case pass(Double)
    }

    static let all = [plain, void, full, bonus, stuck, rests, lastRound]

    private static func order(
        _ connection: Int,
        _ method: String,
        _ params: JSON = [:]
    ) -> Order {
        var params = params
        params["table"] = .string(RandomPlay.table)
        return Order(connection, "", "table." + method, params)
    }

    private static func ask(
        _ method: String,
        _ params: JSON = [:],
        by connection: Int = 1
    ) -> Step {
        .ask([order(connection, method, params)])
    }

    private static let atOnce: JSON = ["animate": false]

    /// A table without a game, whose dice are all locked in the end. Then a roll of one of the dice
    /// and a change to the table are requested.
    private static let plain = ScriptedPlay(
        create: ["dice": [6, 6]],
        steps: [
            ask("newGame"), ask("roll", atOnce), ask("endTurn", ["box": "ones"]),
            ask("lock", ["dice": [1, 2]]),
            ask("roll", atOnce), ask("roll", ["dice": [1], "animate": false]),
            ask("configure", ["dice": [4]]),
        ]
    )

    /// A turn that scores a bonus.
    private static let bonus = ScriptedPlay(
        create: [
            "game": [
                "name": "bonus", "title": "Bonus", "dice": [6],
                "boxes": [["box": "all", "title": "All", "points": ["sum": "all"]]],
                "bonuses": [
                    [
                        "bonus": "upper", "title": "Upper", "of": ["all"], "atLeast": 1,
                        "points": 5,
                    ]
                ],
            ]
        ],
        steps: [ask("roll", atOnce), ask("endTurn", ["box": "all"]), ask("get")]
    )

    /// A roll that becomes void because another player does not reveal, after a roll that has moved
    /// dice.
    private static let void = ScriptedPlay(
        create: ["dice": [6, 6]],
        steps: [
            ask("roll", ["animate": false, "by": "ann"]),
            ask(
                "contribute",
                ["commitment": .string(commitment), "by": "cleo"],
                by: 2
            ),
            ask("roll", ["by": "bo"]), .pass(2.1), ask("get"), ask("endTurn"),
        ]
    )

    private static let commitment =
        RandomPlay([:], RandomCase(0)).known.secrets.values.min() ?? ""

    /// A turn with the maximum number of rolls. The next roll ends this turn, and the same player
    /// continues with the same locks. This also holds if the next roll is refused because its
    /// entropy is for another commitment.
    private static let full = ScriptedPlay(
        create: ["dice": [6, 6], "players": ["ann", "bo"]],
        steps: [ask("roll", by("ann")), ask("lock", ["dice": [1], "by": "ann"])]
            + rolls(999)
            + [
                ask("roll", by("ann")), ask("endTurn", ["by": "ann"]), ask("get"),
                ask("roll", by("bo")),
            ]
            + [ask("lock", ["dice": [2], "by": "bo"])] + rolls(999, by: "bo")
            + [
                ask(
                    "roll",
                    ["by": "bo", "entropy": .string(String(repeating: "0", count: 32))]
                ),
                ask("get"),
                ask("unlock", ["dice": [2], "by": "bo"]),
                ask("roll", ["dice": [2], "animate": false, "by": "bo"]),
                ask("endTurn", ["by": "bo"]),
            ]
    )

    private static func by(_ player: String) -> JSON {
        ["animate": false, "by": .string(player)]
    }

    private static func rolls(_ count: Int, by player: String = "ann") -> [Step] {
        (1...count / 9).map { _ in
            .ask(Array(repeating: order(1, "roll", by(player)), count: 9))
        }
    }

    /// A turn of a bank game that has used all its rolls and has less than the minimum: the turn
    /// ends without points, but is not lost.
    private static let stuck = ScriptedPlay(
        create: [
            "game": [
                "name": "stuck", "title": "Stuck", "dice": [2], "target": 2_000,
                "minimum": 1_900,
                "sets": [
                    ["needs": ["faces": [1]], "points": 1],
                    ["needs": ["faces": [2]], "points": 2],
                ],
            ], "players": ["ann", "bo"],
        ],
        steps: (1...100).map { _ in
            .ask((1...10).flatMap { _ in [order(1, "roll", by("ann")), keep] })
        }
            + [
                ask("roll", by("ann")), ask("get"), ask("endTurn", ["by": "ann"]),
                ask("get"),
            ]
    )

    private static let keep = order(1, "lock", ["dice": [1], "by": "ann"])

    private static func turn(_ player: String, _ box: String? = nil) -> [Step] {
        var end: JSON = ["by": .string(player)]
        end["box"] = JSON(box)
        return [ask("roll", by(player)), ask("endTurn", end)]
    }

    private static func rest(_ player: String, _ rests: Bool = true, by other: String? = nil)
        -> Step
    {
        var params: JSON = ["player": .string(player), "rests": .bool(rests)]
        params["by"] = JSON(other)
        return ask("rest", params)
    }

    private static func box(_ name: String) -> JSON {
        ["box": .string(name), "title": "A box", "points": ["sum": "all"]]
    }

    /// A sheet game whose players rest, return and join, and which a rest ends.
    private static let rests = ScriptedPlay(
        create: [
            "game": [
                "name": "rests", "title": "Rests", "dice": [6], "rollsPerTurn": 2,
                "boxes": [box("one"), box("two"), box("three")],
            ], "players": ["ann", "bo", "cleo"],
        ],
        steps: [
            // Before the first turn: the configuration of the players ends the rest.
            rest("ann"), ask("configure", ["players": ["ann", "bo", "cleo"]]),
            rest("cleo", by: "cleo"),
            ask("configure", ["rollsPerTurn": 2]), ask("configure", ["hand": false]), rest("ann"),
            ask("get"), rest("ann", false),
        ]
            + turn("bo", "one")
            + [rest("bo"), ask("correct", ["box": "two", "by": "bo"]), rest("cleo", false)]
            + [
                ask("configure", ["players": ["ann", "bo", "cleo", "dave", "eve"]]),
                ask("get"), ask("roll", ["by": "cleo"]), rest("cleo"), rest("eve"), .pass(2),
                ask("endTurn", ["by": "cleo", "box": "one"]),
                ask("configure", ["players": ["ann", "bo", "cleo", "dave", "eve", "finn"]]),
            ]
            + turn("dave", "three")
            + [
                rest("eve", false), rest("finn"), rest("ann", by: "ann"),
                ask("correct", ["box": "two", "by": "dave"]),
            ]
            + turn("cleo", "two") + turn("dave", "one")
            + turn("eve", "one") + [rest("eve")] + turn("cleo", "three")
            + turn("dave", "three")
            + [ask("get"), ask("history", ["kind": "rest"])]
            + [ask("newGame"), ask("get")]
    )

    /// A bank game whose last round a player misses and catches up with, and which a rest ends.
    private static let lastRound = ScriptedPlay(
        create: [
            "game": [
                "name": "last", "title": "Last", "dice": [2], "target": 1, "minimum": 0,
                "sets": [
                    ["needs": ["faces": [1]], "points": 1],
                    ["needs": ["faces": [2]], "points": 2],
                ],
            ], "players": ["ann", "bo", "cleo", "dave"],
        ],
        steps: bank("ann")
            + [rest("bo"), rest("ann")] + bank("cleo") + [rest("bo", false)] + bank("dave")
            + [ask("get"), rest("bo"), rest("dave"), rest("cleo"), ask("get")]
            + [ask("matches", ["limit": 10]), ask("newGame"), ask("get")]
    )

    private static func bank(_ player: String) -> [Step] {
        [
            ask("roll", by(player)), ask("lock", ["dice": [1], "by": .string(player)]),
            ask("endTurn", ["by": .string(player)]),
        ]
    }

    /// Plays the script with a daemon, and records the messages.
    func record() async throws -> (known: Referee.Known, steps: [Referee.Step]) {
        let known = RandomPlay(create, RandomCase(0)).known
        let stage = Stage(Referee(known))
        let folder = try TemporaryFolder()
        try await stage.serve(folder.path, seed: 1) { stage in
            for connection in 0...2 {
                try await stage.open(connection)
                if connection == 0 {
                    try await stage.send([Self.order(0, "create", create)])
                }
                try await stage.send([Self.order(connection, "watch")])
            }
            for step in steps {
                switch step {
                case .ask(let orders): try await stage.send(orders)
                case .pass(let seconds): try await stage.pass(seconds)
                }
            }
            try await stage.verify(RandomPlay.table)
        }
        return (known, await stage.steps)
    }
}
