import DiceClient
import DiceGames
import DiceModel
import DiceWire

/// The cost of a game: a turn with and without a score, and a hint, whose table is cached, as a
/// whole process.
struct GamesRow: Row {
    /// The box for five alike is last, so that no dice are a joker.
    private static let boxes = [
        "ones", "twos", "threes", "fours", "fives", "sixes", "threeOfAKind",
        "fourOfAKind",
        "fullHouse",
        "smallStraight", "largeStraight", "chance", "yahtzee",
    ]

    func measure(_ bench: Bench) throws -> [Line] {
        let diced = try Server.diced(bench)
        let client = try diced.client()
        let plain = try diced.createTables(1, dice: 5)[0]
        _ = try client.call(
            Method.configure(
                ConfigureParams(table: .default, game: GameChoice("yahtzee"))
            )
        )
        let lines = [
            try turn(diced, client, beside: plain, bench),
            try hint(diced, client, bench),
        ]
        withExtendedLifetime(diced) {}
        return lines
    }

    private func turn(
        _ diced: Server,
        _ client: Client,
        beside plain: TableName,
        _ bench: Bench
    )
        throws -> Line
    {
        let socket = try RawSocket(diced.socket)
        let rolls = [TableName.default, plain].map {
            Method.roll(RollParams(table: $0, animate: false)).bytes
        }
        let end = Method.endTurn(EndTurnParams(table: plain)).bytes
        var scored = Latencies()
        var unscored = Latencies()
        for _ in bench.turns("matches", maximum: 100, minimum: 5, stepsLeft: 2) {
            for box in Self.boxes {
                let fill = Method.endTurn(EndTurnParams(table: .default, box: box))
                    .bytes
                try scored.time {
                    try socket.ask(rolls[0])
                    try socket.ask(fill)
                }
                try unscored.time {
                    try socket.ask(rolls[1])
                    try socket.ask(end)
                }
            }
            guard try client.call(.get, GetParams(table: .default)).game?.over == true
            else {
                throw Failure("a turn of the match has not been scored")
            }
            _ = try client.call(Method.newGame(PlayerParams(table: .default)))
        }
        return .against(
            "a turn without a game",
            row: "games",
            work: "a roll and the box of its turn, yahtzee",
            samples: scored.count,
            ours: scored.figures,
            theirs: unscored.figures,
            atMost: nil
        )
    }

    private func hint(_ diced: Server, _ client: Client, _ bench: Bench) throws -> Line {
        _ = try client.call(.roll, RollParams(table: .default, animate: false))
        let commands = [["hint"], ["table", "show"]].map { words in
            Command(
                bench.programs.dicectl,
                words,
                variables: [
                    "DICED_SOCKET": diced.socket, "XDG_STATE_HOME": bench.folder,
                    "XDG_CACHE_HOME": bench.folder,
                ],
                errors: bench.folder + "/hint-errors"
            )
        }
        // The first hint computes the table that all later hints use.
        var first = Latencies()
        try first.time { try commands[0].run() }
        var latencies = [Latencies(), Latencies()]
        for _ in bench.turns("hints", maximum: 200, minimum: 20) {
            for (index, command) in commands.enumerated() {
                try latencies[index].time { try command.run() }
            }
        }
        let notes = zip(
            ["the first hint", "dicectl table show"],
            [first, latencies[1]]
        )
        return .absolute(
            row: "games",
            work: "dicectl hint, yahtzee",
            unit: .nanoseconds,
            samples: latencies[0].count,
            ours: latencies[0].figures,
            atMost: 50e6,
            note: notes.map { "\($0) takes \(Unit.nanoseconds.text($1.median))" }
                .joined(
                    separator: ", "
                )
        )
    }
}
