import DiceModel
import DiceWire

/// A long history checked by `dicectl verify`, compared with `sha256sum` of its export, which reads
/// each byte once.
struct VerifyRow: Row {
    private static let entries = 100_000
    /// The changes of several tables are stored together.
    private static let tables = 50
    /// The turns that a table plays in one write.
    private static let batch = 20

    func measure(_ bench: Bench) throws -> [Line] {
        let diced = try Server.diced(bench)
        let count = try play(diced, bench)
        let file = bench.folder + "/export.jsonl"
        let errors = bench.folder + "/verify-errors"
        let variables = ["DICED_SOCKET": diced.socket, "XDG_STATE_HOME": bench.folder]
        let dicectl = bench.programs.dicectl
        try Command(
            "/bin/sh",
            ["-c", "exec \"$0\" export --all >\"$1\"", dicectl, file],
            variables: variables,
            errors: errors
        ).run()
        let ours = Command(
            dicectl,
            ["verify", file],
            variables: variables,
            errors: errors
        )
        let theirs = bench.programs.sha256sum.map {
            Command($0, [file], errors: errors)
        }
        var verified = Latencies()
        var hashed = Latencies()
        for _ in bench.turns("verify and sha256sum", maximum: 20, minimum: 3) {
            try verified.time { try ours.run() }
            if let theirs {
                try hashed.time { try theirs.run() }
            }
        }
        withExtendedLifetime(diced) {}
        return [
            .against(
                "sha256sum of it",
                row: "verify",
                work: "dicectl verify of an export",
                samples: verified.count,
                ours: verified.figures,
                theirs: theirs == nil ? nil : hashed.figures,
                atMost: 5,
                note: "\(count) entries"
            )
        ]
    }

    /// Plays turns with one roll of five dice, fewer than requested if time is short. Returns the
    /// number of turns played.
    private func play(_ diced: Server, _ bench: Bench) throws -> Int {
        let players = try diced.createTables(Self.tables, dice: 5).map { table in
            let turn =
                Method.roll(RollParams(table: table, animate: false)).bytes
                + Method.endTurn(EndTurnParams(table: table)).bytes
            return (
                socket: try RawSocket(diced.socket),
                requests: Array(repeatElement(turn, count: Self.batch).joined())
            )
        }
        var count = 0
        for _ in bench.turns(
            "turns played",
            maximum: Self.entries / Self.tables / Self.batch,
            minimum: 1,
            stepsLeft: 2
        ) {
            for player in players {
                try player.socket.send(player.requests)
            }
            for player in players {
                try player.socket.receiveLines(2 * Self.batch)
            }
            count += players.count * Self.batch
        }
        return count
    }
}
