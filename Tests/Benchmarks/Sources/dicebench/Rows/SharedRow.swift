import DiceModel
import DiceWire
import Glibc

/// A daemon that 200 users share, 20 of whose tables they watch: one user's round trip with and without another who floods
/// it on as many connections as one user has; and what confinement costs a request.
struct SharedRow: Row {
    private static let users: uid_t = 200
    private static let tables = 20
    private static let asksPerTurn = 500
    private static let firstUser: uid_t = 70_000

    func measure(_ bench: Bench) throws -> [Line] {
        try [fairness(bench), confinement(bench)]
    }

    private func fairness(_ bench: Bench) throws -> Line {
        let work = "ping of one of 200 users beside a flood by another on 64 connections"
        guard let server = try Server.sharedDiced(bench) else {
            return .against(
                "ping, nobody floods", row: "shared", work: work, samples: 0, ours: Figures(median: 0), theirs: nil,
                .p99,
                atMost: 3, note: "only root can be 200 users")
        }
        let names = try server.createTables(Self.tables, dice: 5, isShared: true)
        var watchers: [RawSocket] = []
        for user in 0..<Self.users {
            let socket = try RawSocket.opened(server.socket, as: Self.firstUser + user)
            let table = names[Int(user) % names.count]
            try socket.send(Method.watch(WatchParams(table: table)).bytes)
            _ = try socket.receive()
            watchers.append(socket)
        }
        let request = Method.ping().bytes
        let socket = try RawSocket.opened(server.socket, as: Self.firstUser)
        let length = try socket.answerLength(of: request)
        var (quiet, flooded) = (Latencies(), Latencies())
        for _ in bench.turns("200 users", most: 20, least: 3, stepsLeft: 2) {
            try socket.ask(request, answerLength: length, count: Self.asksPerTurn, into: &quiet)
            try server.flooded(
                with: request, answerLength: length, connections: Limits.connectionsPerUser, as: Self.firstUser + 1_000,
                bench
            ) {
                try socket.ask(request, answerLength: length, count: Self.asksPerTurn, into: &flooded)
            }
        }
        return .against(
            "ping, nobody floods", row: "shared", work: work, samples: flooded.count, ours: flooded.figures,
            theirs: quiet.figures, .p99, atMost: 3)
    }

    private func confinement(_ bench: Bench) throws -> Line {
        let confine = Method.confine(ConfineParams(as: "ann", tables: [.default], role: .play)).bytes
        let ping = Method.ping().bytes
        _ = bench.turns("instructions", most: 1, least: 1)
        return .against(
            "one that is not", row: "shared", work: "a ping by a connection that is confined", unit: .count,
            samples: InstructionCount.requests,
            ours: Figures(median: try bench.instructions(of: ping, behind: confine) ?? 0),
            theirs: try bench.instructions(of: ping, behind: ping).map { Figures(median: $0) }, atMost: 1.01,
            note: InstructionCount.note)
    }
}
