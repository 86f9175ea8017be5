import DiceModel
import DiceWire

/// Fifty clients, each with one and with sixteen requests in flight.
struct ThroughputRow: Row {
    private static let clients = 50
    private static let secondsPerTurn = 0.5

    func measure(_ bench: Bench) throws -> [Line] {
        let diced = try Server.diced(bench)
        let redis = try Server.redis(bench)
        let get = Method.get(GetParams(table: .default)).bytes
        let length = try RawSocket(diced.socket).answerLength(of: get)
        try redis?.setValue(answerLength: length)
        let servers =
            [(diced, get)] + (redis.map { [($0, Redis.command("GET", "dice"))] } ?? [])
        let loads = try servers.map { server, request in
            (
                server: server,
                load: try Load(
                    server.socket,
                    request,
                    answerLength: length,
                    clients: Self.clients
                )
            )
        }
        return try [(1, 2), (16, 1)].map {
            try line(depth: $0, stepsLeft: $1, loads, bench)
        }
    }

    private func line(
        depth: Int,
        stepsLeft: Int,
        _ loads: [(server: Server, load: Load)],
        _ bench: Bench
    ) throws -> Line {
        var turns = loads.map { _ in [Double]() }
        var costs = loads.map { _ in 0.0 }
        for (_, load) in loads {
            _ = try load.run(depth: depth, seconds: 0.1)
        }
        for _ in bench.turns(
            "\(depth) in flight",
            maximum: 20,
            minimum: 3,
            stepsLeft: stepsLeft
        ) {
            for (index, (server, load)) in loads.enumerated() {
                let seconds = Self.secondsPerTurn
                let (rate, time) = try server.processorTime {
                    try load.run(depth: depth, seconds: seconds)
                }
                turns[index].append(rate)
                costs[index] += time / (rate * seconds)
            }
        }
        let samples = turns[0].count
        let cost = zip(loads, costs).map {
            "\($0.0.server.name) \(Unit.nanoseconds.text($0.1 / Double(samples)))"
        }
        return .rate(
            "Redis GET",
            row: "throughput",
            work: "table.get, 50 clients"
                + (depth > 1 ? ", \(depth) in flight each" : ""),
            ours: turns[0],
            theirs: turns.count > 1 ? turns[1] : nil,
            atLeast: depth > 1 ? nil : 0.5,
            note: "processor time an answer: " + cost.joined(separator: ", ")
        )
    }
}
