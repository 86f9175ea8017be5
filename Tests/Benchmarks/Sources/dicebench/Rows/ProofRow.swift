import DiceClient
import DiceModel
import DiceWire
import Glibc

/// What checkable faces cost: how long contributors delay a roll, and, where $DICED_BEFORE names the folder of another
/// build, what a roll costs beside one of that build's.
struct ProofRow: Row {
    private static let contributors = 3
    private static let dice = 10_000
    private static let dicePerTable = 50
    private static let roll = Method.roll(
        RollParams(table: .default, animate: false, entropy: "000102030405060708090a0b0c0d0e0f")
    ).bytes

    func measure(_ bench: Bench) throws -> [Line] {
        var lines = [try contributing(bench)]
        if let before = bench.programs.before {
            lines.append(try roundTrip(before.diced, bench))
            lines.append(try oneShot(before, bench))
            lines.append(try manyDice(before.diced, bench))
        }
        return lines
    }

    /// The contributors are processes of their own, as they are at a table.
    private func contributing(_ bench: Bench) throws -> Line {
        let diced = try Server.diced(bench)
        let client = try diced.client()
        let socket = try RawSocket(diced.socket)
        let children = try (0..<Self.contributors).map { number in
            try Command(
                bench.programs.dicectl, ["contribute", "--as", "friend-\(number)"],
                variables: ["DICED_SOCKET": diced.socket, "XDG_STATE_HOME": bench.folder],
                errors: bench.folder + "/contribute-errors"
            ).start()
        }
        defer { for child in children { Child.end(child) } }
        var (contributed, alone) = (Latencies(), Latencies())
        guard let other = TableName("alone") else { throw Failure("no table name") }
        _ = try client.call(
            Method.create(CreateParams(table: other, SettingsChange(dice: Array(repeating: 6, count: 5)))))
        let rollAlone = Method.roll(RollParams(table: other, animate: false)).bytes
        for _ in bench.turns("rolls with contributors", most: 500, least: 50) {
            try waitForContributors(client)
            try contributed.time { try socket.ask(Self.roll) }
            try alone.time { try socket.ask(rollAlone) }
        }
        withExtendedLifetime(diced) {}
        let delay = contributed.median - alone.median
        return .absolute(
            row: "proof", work: "what \(Self.contributors) contributors delay a roll", unit: .nanoseconds,
            samples: contributed.count, ours: Figures(median: delay, p99: contributed.value(99) - alone.value(99)),
            atMost: 2e6, note: "a roll alone takes \(Unit.nanoseconds.text(alone.median))")
    }

    /// Until each has contributed to the next roll.
    private func waitForContributors(_ client: Client) throws {
        let deadline = monotonicNow() + 10_000_000_000
        while true {
            let snapshot = try client.call(.get, GetParams(table: .default))
            if snapshot.contributors?.count == Self.contributors { return }
            guard monotonicNow() < deadline else { throw Failure("the contributors do not contribute") }
            sleep(seconds: 0.001)
        }
    }

    /// Many rolls of either build in turn, as each is too short to be told from what else the machine does.
    private func roundTrip(_ before: String, _ bench: Bench) throws -> Line {
        let plain = Method.roll(RollParams(table: .default, animate: false)).bytes
        let peers = [
            (server: try Server.diced(bench), request: Self.roll),
            (server: try Server.diced(bench, program: before), request: plain),
        ]
        let sockets = try peers.map { try RawSocket($0.server.socket) }
        var latencies = [Latencies(), Latencies()]
        var spread = Spread()
        for _ in bench.turns("rolls of each build", most: 60, least: 10, stepsLeft: 3) {
            var turn = [Latencies(), Latencies()]
            for index in [0, 1, 1, 0] {
                for _ in 0..<100 { try turn[index].time { try sockets[index].ask(peers[index].request) } }
            }
            for index in peers.indices { latencies[index].add(turn[index]) }
            spread.add(turn[0].median / turn[1].median)
        }
        withExtendedLifetime(peers) {}
        return .against(
            "the other build", row: "proof", work: "table.roll of 5 dice", samples: latencies[0].count,
            ours: latencies[0].figures, theirs: latencies[1].figures, atMost: 1.05, note: spread.note)
    }

    private func oneShot(_ before: (diced: String, dicectl: String), _ bench: Bench) throws -> Line {
        let errors = bench.folder + "/proof-errors"
        let servers = [try Server.diced(bench), try Server.diced(bench, program: before.diced)]
        let commands = zip([bench.programs.dicectl, before.dicectl], servers).map { program, server in
            Command(
                program, ["roll", "--no-animation"],
                variables: ["DICED_SOCKET": server.socket, "XDG_STATE_HOME": bench.folder], errors: errors)
        }
        for command in commands { try command.run() }
        var latencies = [Latencies(), Latencies()]
        var spread = Spread()
        for _ in bench.turns("runs of each build", most: 40, least: 10, stepsLeft: 2) {
            var turn = [Latencies(), Latencies()]
            for _ in 0..<10 {
                for index in commands.indices { try turn[index].time { try commands[index].run() } }
            }
            for index in commands.indices { latencies[index].add(turn[index]) }
            spread.add(turn[0].median / turn[1].median)
        }
        withExtendedLifetime(servers) {}
        return .against(
            "the other build", row: "proof", work: "dicectl roll --no-animation", samples: latencies[0].count,
            ours: latencies[0].figures, theirs: latencies[1].figures, atMost: 1.05, note: spread.note)
    }

    private func manyDice(_ before: String, _ bench: Bench) throws -> Line {
        let servers = [try Server.diced(bench), try Server.diced(bench, program: before)]
        let rollers = try servers.map { server in
            try server.createTables(Self.dice / Self.dicePerTable, dice: Self.dicePerTable).map { table in
                (socket: try RawSocket(server.socket), request: Method.roll(RollParams(table: table)).bytes)
            }
        }
        var latencies = [Latencies(), Latencies()]
        for _ in bench.turns("\(Self.dice) dice", most: 9, least: 3) {
            for (index, rollers) in rollers.enumerated() {
                try latencies[index].time {
                    for roller in rollers { try roller.socket.send(roller.request) }
                    for roller in rollers { try roller.socket.receiveLine() }
                }
            }
        }
        withExtendedLifetime(servers) {}
        return .absolute(
            row: "proof", work: "\(Self.dice) dice, longer than the other build", unit: .nanoseconds,
            samples: latencies[0].count, ours: Figures(median: latencies[0].median - latencies[1].median), atMost: 40e6,
            note: "the other build takes \(Unit.nanoseconds.text(latencies[1].median))")
    }
}
