import DiceClient
import DiceModel
import DiceWire

/// Rolls that are answered once they are stored, and turns that are answered once they are on disk,
/// from clients that never pause, each client at its own table. Compared with the same rows written
/// directly into SQLite by one thread, with as many rows per transaction as there are clients, and
/// with Redis and its append-only file.
struct StoredRow: Row {
    private static let clients = [1, 10, 50]
    private static let secondsPerTurn = 0.25
    private static let dice = 5

    private enum Work: String, CaseIterable {
        case rolls, turns

        var name: String {
            self == .rolls ? "rolls stored" : "a roll and its turn on the disk"
        }
        /// When Redis syncs its log.
        var sync: String { self == .rolls ? "everysec" : "always" }

        /// Returns the requests that are sent to `table` repeatedly.
        func requests(_ table: TableName) -> [[UInt8]] {
            let roll = Method.roll(RollParams(table: table, animate: false)).bytes
            return self == .rolls
                ? [roll] : [roll, Method.endTurn(EndTurnParams(table: table)).bytes]
        }

        func atLeast(ofRedis clients: Int) -> Double? {
            if self == .rolls {
                return nil
            }
            return clients == 1 ? 0.8 : 1
        }
    }

    /// Writes as many rows as possible. Returns the rows per second, and nanoseconds of processor
    /// time per row.
    private typealias Writer = (_ seconds: Double) throws -> (
        rate: Double, cost: Double
    )

    func measure(_ bench: Bench) throws -> [Line] {
        let steps = Work.allCases.flatMap { work in Self.clients.map { (work, $0) } }
        return try steps.enumerated().flatMap { index, step in
            try lines(step.0, clients: step.1, stepsLeft: steps.count - index, bench)
        }
    }

    private func lines(_ work: Work, clients: Int, stepsLeft: Int, _ bench: Bench)
        throws -> [Line]
    {
        var writers = try [
            diced(work, clients, bench), bareSQLite(work, clients, bench),
        ]
        if let redis = try redis(work, clients, bench) {
            writers.append(redis)
        }
        var rates = writers.map { _ in [Double]() }
        var costs = writers.map { _ in [Double]() }
        for writer in writers {
            _ = try writer(0.05)
        }
        for turn in bench.turns(
            "\(work.name), \(clients) clients",
            maximum: 20,
            minimum: 2,
            stepsLeft: stepsLeft
        ) {
            // Alternates the order, because the disk is still busy with the previous writer's data.
            for index in turn.isMultiple(of: 2)
                ? Array(writers.indices) : writers.indices.reversed()
            {
                let (rate, cost) = try writers[index](Self.secondsPerTurn)
                rates[index].append(rate)
                costs[index].append(cost)
            }
        }
        func line(_ peer: String, _ theirs: Int, atLeast: Double?) -> Line {
            let isThere = theirs < writers.count
            let note = ([0] + (isThere ? [theirs] : [])).map { index in
                Unit.nanoseconds.text(costs[index].sorted()[costs[index].count / 2])
            }
            return .rate(
                peer,
                row: "stored",
                work: "\(work.name), \(clients) client\(clients == 1 ? "" : "s")",
                ours: rates[0],
                theirs: isThere ? rates[theirs] : nil,
                atLeast: atLeast,
                note: "processor time for each: " + note.joined(separator: ", theirs ")
            )
        }
        return [
            line("bare SQLite", 1, atLeast: 0.66),
            line("Redis \(work.sync)", 2, atLeast: work.atLeast(ofRedis: clients)),
        ]
    }

    private func diced(_ work: Work, _ clients: Int, _ bench: Bench) throws -> Writer {
        let server = try Server.diced(bench)
        let tables = try server.createTables(clients, dice: Self.dice)
        return try writer(server, tables.map(work.requests))
    }

    /// Redis receives the same bytes, under one key per table, so that it stores no more than diced
    /// has open.
    private func redis(_ work: Work, _ clients: Int, _ bench: Bench) throws -> Writer? {
        guard let redis = try Server.redis(bench, appendSync: work.sync) else {
            return nil
        }
        let diced = try Server.diced(bench)
        defer {
            withExtendedLifetime(diced) {}
        }
        let client = try diced.client()
        _ = try client.call(.roll, RollParams(table: .default, animate: false))
        let turn = try client.call(.endTurn, EndTurnParams(table: .default))
        let values =
            [turn.rolls.first?.jsonBytes() ?? []]
            + (work == .turns ? [turn.jsonBytes()] : [])
        return try writer(
            redis,
            (0..<clients).map { number in
                values.map {
                    Redis.command(Array("SET".utf8), Array("table-\(number)".utf8), $0)
                }
            }
        )
    }

    private func writer(_ server: Server, _ requests: [[[UInt8]]]) throws -> Writer {
        let rounds = try Rounds(server.socket, requests)
        return { seconds in
            let (rate, time) = try server.processorTime {
                try rounds.run(seconds: seconds)
            }
            return (rate, time / (rate * seconds))
        }
    }

    /// The store was created by diced.
    private func bareSQLite(_ work: Work, _ width: Int, _ bench: Bench) throws -> Writer {
        let folder = try bench.newFolder("bare-sqlite")
        do {
            let command = Command(
                bench.programs.diced,
                ["--socket", folder + "/socket", "--state-dir", folder + "/state"],
                errors: folder + "/errors"
            )
            let server = try Server(
                "diced",
                command,
                socket: folder + "/socket",
                bench.processors
            )
            _ = try server.createTables(width, dice: Self.dice)
        }
        return { seconds in
            let command = Command(
                bench.programs.bareSQLite,
                [
                    folder + "/state/diced.sqlite", "\(width)", work.rawValue,
                    "\(seconds)",
                ],
                errors: folder + "/rates"
            )
            let time = try bench.processors.startingServers { try command.run() }
            guard let rate = Double(command.lastWords) else {
                throw Failure("bare-sqlite: \(command.lastWords)")
            }
            return (rate, Double(time) / (rate * seconds))
        }
    }
}
