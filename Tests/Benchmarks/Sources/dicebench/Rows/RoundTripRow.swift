import DiceModel
import DiceWire

/// One client with one request in flight; and the instructions of a ping.
struct RoundTripRow: Row {
    private static let asksPerTurn = 1_000

    func measure(_ bench: Bench) throws -> [Line] {
        let diced = try Server.diced(bench)
        let redis = try Server.redis(bench)
        let echo = try Server.bare(.echo, bench)

        let ping = try Asked(diced, Method.ping().bytes)
        let get = try Asked(diced, Method.get(GetParams(table: .default)).bytes)
        let redisPing = try redis.map { try Asked($0, Redis.command("PING")) }
        let redisGet = try redis.map { try Asked(value: get.answerLength, $0) }
        let echoPing = try Asked(echo, Method.ping().bytes)
        let echoGet = try Asked(
            echo,
            Array(repeating: UInt8(ascii: "x"), count: get.answerLength)
        )

        let all = [ping, get, redisPing, redisGet, echoPing, echoGet].compactMap(\.self)
        for asked in all {
            try asked.warmUp()
        }
        for _ in bench.turns("turns of each server", maximum: 60, minimum: 4) {
            for asked in all {
                try asked.takeTurn(Self.asksPerTurn)
            }
        }
        return try lines("ping", ping, "Redis PING", redisPing, echoPing, atMost: 1.0)
            + lines(
                "table.get of 5 dice",
                get,
                "Redis GET",
                redisGet,
                echoGet,
                atMost: 1.25
            )
            + (bench.instructions(of: Method.ping().bytes).map { count in
                [
                    .absolute(
                        row: "round trip",
                        work: "instructions a ping, by valgrind",
                        unit: .count,
                        ours: Figures(median: count),
                        atMost: 10_000
                    )
                ]
            } ?? [])
    }

    private func lines(
        _ work: String,
        _ ours: Asked,
        _ peer: String,
        _ theirs: Asked?,
        _ floor: Asked,
        atMost: Double
    ) -> [Line] {
        let costs = [ours, theirs, floor].compactMap { $0?.cost }
        let figures = ours.latencies.figures
        let peerFigures = theirs?.latencies.figures
        let samples = ours.latencies.count
        return [
            .against(
                peer,
                row: "round trip",
                work: work,
                samples: samples,
                ours: figures,
                theirs: peerFigures,
                atMost: atMost,
                note: "processor time an answer: " + costs.joined(separator: ", ")
            ),
            .against(
                peer,
                row: "round trip",
                work: work,
                samples: samples,
                ours: figures,
                theirs: peerFigures,
                .p99,
                atMost: 1.5
            ),
            .against(
                "bare epoll echo",
                row: "round trip",
                work: work,
                samples: samples,
                ours: figures,
                theirs: floor.latencies.figures,
                atMost: nil
            ),
        ]
    }
}

/// A peer on its own connection that always receives the same request.
private final class Asked {
    let answerLength: Int
    private(set) var latencies = Latencies()
    /// The server's processor time in all turns, in nanoseconds.
    private var processorTime = 0.0
    private let server: Server
    private let request: [UInt8]
    private let socket: RawSocket

    init(_ server: Server, _ request: [UInt8]) throws {
        self.server = server
        self.request = request
        socket = try RawSocket(server.socket)
        answerLength = try socket.answerLength(of: request)
    }

    /// Asks Redis for a value whose response has this length.
    convenience init(value length: Int, _ redis: Server) throws {
        try redis.setValue(answerLength: length)
        try self.init(redis, Redis.command("GET", "dice"))
    }

    /// A text such as "diced 9.1 µs".
    var cost: String {
        "\(server.name) \(Unit.nanoseconds.text(processorTime / Double(latencies.count)))"
    }

    func warmUp() throws {
        var latencies = Latencies()
        try socket.ask(
            request,
            answerLength: answerLength,
            count: 500,
            into: &latencies
        )
    }

    func takeTurn(_ count: Int) throws {
        let (_, time) = try server.processorTime {
            try socket.ask(
                request,
                answerLength: answerLength,
                count: count,
                into: &latencies
            )
        }
        processorTime += time
    }
}
