internal import DiceModel
internal import DiceWire
internal import Glibc

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
            try socket.send(Request.watch(TableParams(table: table)).bytes)
            _ = try socket.receive()
            watchers.append(socket)
        }
        let request = Request.ping.bytes
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

    /// Instructions, which valgrind counts exactly: of a ping of a confined connection and of one that is not.
    private func confinement(_ bench: Bench) throws -> Line {
        let work = "a ping by a connection that is confined"
        guard let valgrind = bench.programs.valgrind, let strip = bench.programs.strip else {
            return .against(
                "one that is not", row: "shared", work: work, unit: .count, samples: 0, ours: Figures(median: 0),
                theirs: nil, atMost: 1.01, note: "valgrind or strip is not installed")
        }
        let table = TableName.default
        let confine = Request.confine(ConfineParams(as: "ann", tables: [table], role: .play)).bytes
        // Valgrind does not know the debug information of Swift.
        let diced = bench.folder + "/diced-stripped"
        try Command(strip, ["-o", diced, bench.programs.diced], errors: bench.folder + "/strip-errors").run()
        func instructions(_ before: [UInt8]) throws -> Double {
            let counts = try [2_000, 12_000].map { try counted(valgrind, diced, bench, before: before, pings: $0) }
            return (counts[1] - counts[0]) / 10_000
        }
        _ = bench.turns("instructions", most: 1, least: 1)
        let free = try instructions(Request.ping.bytes)
        let confined = try instructions(confine)
        return .against(
            "one that is not", row: "shared", work: work, unit: .count, samples: 10_000,
            ours: Figures(median: confined),
            theirs: Figures(median: free), atMost: 1.01, note: "instructions, counted by valgrind")
    }

    private func counted(_ valgrind: String, _ diced: String, _ bench: Bench, before: [UInt8], pings: Int) throws
        -> Double
    {
        let folder = try bench.newFolder("counted")
        do {
            let server = try Server.counted(by: valgrind, diced, bench, in: folder)
            let socket = try RawSocket(server.socket)
            _ = try socket.answerLength(of: before)
            let request = Request.ping.bytes
            let length = try socket.answerLength(of: request)
            var latencies = Latencies()
            try socket.ask(request, answerLength: length, count: pings, into: &latencies)
        }
        // The server has ended, and told.
        for line in try ProcessUse.text(folder + "/errors").split(separator: "\n") where line.contains("I   refs:") {
            let digits = line.split(separator: ":").last.map { $0.filter(\.isNumber) } ?? ""
            if let count = Double(digits) { return count }
        }
        throw Failure("valgrind tells no number of instructions")
    }
}

extension Server {
    fileprivate static func counted(by valgrind: String, _ diced: String, _ bench: Bench, in folder: String) throws
        -> Server
    {
        let command = Command(
            valgrind,
            [
                "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null", diced,
                "--socket", folder + "/socket", "--state-dir", folder + "/state",
            ], errors: folder + "/errors")
        return try Server("diced in valgrind", command, socket: folder + "/socket", bench.processors)
    }
}
