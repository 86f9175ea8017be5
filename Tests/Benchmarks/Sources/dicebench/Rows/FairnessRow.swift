import DiceWire

/// One client's round trip, with and without another client that floods the server with the same
/// request.
struct FairnessRow: Row {
    private static let asksPerTurn = 1_000

    func measure(_ bench: Bench) throws -> [Line] {
        let diced = try measure(
            try Server.diced(bench),
            Method.ping().bytes,
            stepsLeft: 2,
            bench
        )
        let redis = try Server.redis(bench).map {
            try measure($0, Redis.command("PING"), stepsLeft: 1, bench)
        }
        let note = redis.map {
            "Redis PING: \(Unit.nanoseconds.text($0.quiet.value(99))) quiet, "
                + "\(Unit.nanoseconds.text($0.flooded.value(99))) flooded"
        }
        return [
            .against(
                "ping, nobody else",
                row: "fairness",
                work: "ping beside a flood of pings",
                samples: diced.flooded.count,
                ours: diced.flooded.figures,
                theirs: diced.quiet.figures,
                .p99,
                atMost: 3,
                note: note
            )
        ]
    }

    private func measure(
        _ server: Server,
        _ request: [UInt8],
        stepsLeft: Int,
        _ bench: Bench
    ) throws -> (quiet: Latencies, flooded: Latencies) {
        let socket = try RawSocket(server.socket)
        let length = try socket.answerLength(of: request)
        var quiet = Latencies()
        var flooded = Latencies()
        var warmUp = Latencies()
        func ask(_ latencies: inout Latencies, _ count: Int) throws {
            try socket.ask(
                request,
                answerLength: length,
                count: count,
                into: &latencies
            )
        }
        try ask(&warmUp, 500)
        for _ in bench.turns(server.name, maximum: 20, minimum: 3, stepsLeft: stepsLeft) {
            try ask(&quiet, Self.asksPerTurn)
            try server.flooded(with: request, answerLength: length, bench) {
                try ask(&flooded, Self.asksPerTurn)
            }
        }
        return (quiet, flooded)
    }
}
