import DiceModel
import DiceNotation
import DiceOdds
import DiceProof

/// Dice expressions: rolled repeatedly in one thread, and their exact odds.
struct NotationRow: Row {
    func measure(_ bench: Bench) throws -> [Line] {
        try [evaluation(bench), wholeThrow(bench)] + odds(bench)
    }

    private static let rolled = "4d6kh3+2"

    private func evaluation(_ bench: Bench) throws -> Line {
        let expression = try Expression(parsing: Self.rolled)
        // As in the peers, there is no system call for each face.
        var generator = SeededGenerator(seed: 1)
        let ours = try times(bench, "evaluations", runs: 10_000) {
            try expression.evaluate(using: &generator).total?.numerator ?? 0
        }
        let peer = PythonPeer(
            package: "d20",
            setup: "import d20",
            statement: "d20.roll('4d6kh3+2')"
        )
        return try against(
            peer,
            "avrae/d20",
            work: "evaluating \(Self.rolled)",
            ours: ours,
            runs: 500,
            bar: 1.0 / 20,
            bench
        )
    }

    /// Measures a complete throw as in the daemon, including its text, compared with drawing its
    /// faces alone.
    private func wholeThrow(_ bench: Bench) throws -> Line {
        let expression = try Expression(parsing: Self.rolled)
        let seed = Seed.random()
        let ours = try times(bench, "throws", runs: 10_000) {
            var faces = FaceStream(seed, table: "bench", throw: 1)
            return try expression.evaluate { faces.face(sides: $0) }.text.utf8.count
        }
        let drawing = try times(bench, "four faces", runs: 10_000) {
            var faces = FaceStream(seed, table: "bench", throw: 1)
            return (0..<4).reduce(0) { sum, _ in sum + faces.face(sides: 6) }
        }
        return .against(
            "its faces alone",
            row: "notation",
            work: "a throw of \(Self.rolled)",
            samples: ours.count,
            ours: ours.figures,
            theirs: drawing.figures,
            atMost: 2
        )
    }

    /// The same odds computed by each program; `DiceOddsTests` compare the fractions. For exploding
    /// dice, ours follow 16 explosions here, until less than 10⁻¹² is left.
    private static let odds: [(expression: String, icepool: String, runs: Int, bar: Double)] = [
        ("20d6kh10", "d(6).highest(20, 10)", 100, 0.1),
        ("10d10kh3", "d(10).highest(10, 3)", 100, 1),
        ("8d6!", "8 @ d(6).explode(depth=16)", 1, 1),
        (
            "4d6r1kh3+2d8",
            "d(6).reroll([1], depth='inf').highest(4, 3) + 2 @ d(8)", 100, 1
        ),
    ]

    private func odds(_ bench: Bench) throws -> [Line] {
        try Self.odds.map { expression, statement, runs, bar in
            let ours = try times(bench, "odds", runs: 100) {
                try Expression(parsing: expression).odds().totals.count
            }
            let peer = PythonPeer(
                package: "icepool",
                setup: "from icepool import d",
                statement: statement
            )
            return try against(
                peer,
                "icepool, warm",
                work: "odds of \(expression)",
                ours: ours,
                runs: runs,
                bar: bar,
                bench
            )
        }
    }

    /// Returns the nanoseconds of one run, as the mean of each of several batches.
    private func times(
        _ bench: Bench,
        _ step: String,
        runs: Int,
        _ body: () throws -> Int
    ) throws
        -> Latencies
    {
        var times = Latencies()
        var sum = 0
        for turn in bench.turns(step, maximum: 50, minimum: 5, stepsLeft: 7) {
            let start = monotonicNow()
            for _ in 0..<runs {
                sum &+= try body()
            }
            if turn > 0 {
                times.record((monotonicNow() - start) / UInt64(runs))
            }
        }
        guard sum > 0 else { throw Failure("\(step): no total") }
        return times
    }

    private func against(
        _ peer: PythonPeer,
        _ name: String,
        work: String,
        ours: Latencies,
        runs: Int,
        bar: Double,
        _ bench: Bench
    ) throws -> Line {
        var (theirs, note): (Latencies?, String?)
        do {
            theirs = try peer.times(bench, batches: 10, runs: runs)
        } catch let absent as PythonPeer.Absent {
            note = absent.description
        }
        return .against(
            name,
            row: "notation",
            work: work,
            samples: ours.count,
            ours: ours.figures,
            theirs: theirs?.figures,
            atMost: bar,
            note: note
        )
    }
}
