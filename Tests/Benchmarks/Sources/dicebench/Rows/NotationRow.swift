import DiceModel
import DiceNotation
import DiceOdds
import DiceProof

/// Dice expressions: rolled again and again in one thread, and their exact odds.
struct NotationRow: Row {
    func measure(_ bench: Bench) throws -> [Line] {
        try [evaluation(bench), largeRolls(bench), odds(bench)].flatMap(\.self) + processes(bench)
    }

    private static let rolled = "4d6kh3+2"

    private func evaluation(_ bench: Bench) throws -> [Line] {
        let expression = try Expression(parsing: Self.rolled)
        // As the peers do: no call of the system for each face.
        var generator = SeededGenerator(seed: 1)
        let ours = try times(bench, "evaluations", runs: 10_000) {
            try expression.evaluate(using: &generator).total?.numerator ?? 0
        }
        let peer = PythonPeer(package: "d20", setup: "import d20", statement: "d20.roll('4d6kh3+2')")
        return [
            try against(
                peer, "avrae/d20", work: "evaluating \(Self.rolled)", ours: ours, runs: 500, bar: 1.0 / 20, bench)
        ]
    }

    /// What both can say: `rolldice` rolls at most 10,000 times a run and drops the lowest die. Our faces are drawn as
    /// those of a throw are.
    private func largeRolls(_ bench: Bench) throws -> [Line] {
        let expression = try Expression(parsing: "4d6dl1")
        let rolls = 10_000
        var faces = FaceStream(.random(), table: "bench", throw: 1)
        let ours = try times(bench, "rolls", runs: rolls) {
            try expression.evaluate { faces.face(sides: $0) }.total?.numerator ?? 0
        }
        let drawing = try times(bench, "four faces", runs: rolls) {
            (0..<4).reduce(0) { sum, _ in sum + faces.face(sides: 6) }
        }
        var theirs: Latencies?
        if let program = bench.programs.rolldice {
            let command = Command(program, ["\(rolls)x4d6s1"], errors: bench.folder + "/rolldice-errors")
            // A process that rolls once, which a million rolls in one would take once.
            let idle = Command(program, ["4d6s1"], errors: bench.folder + "/rolldice-errors")
            var (all, start) = (Latencies(), Latencies())
            for _ in bench.turns("rolldice, 100 times 10,000 rolls", most: 100, least: 5, stepsLeft: 4) {
                try all.time { try command.run() }
                try start.time { try idle.run() }
            }
            var each = Latencies()
            each.record(UInt64(max(0, all.median - start.median) / Double(rolls)))
            theirs = each
        }
        return [
            .against(
                "rolldice 4d6s1", row: "notation", work: "rolling 4d6dl1, one of a million", samples: ours.count,
                ours: ours.figures, theirs: theirs?.figures, atMost: 1,
                note: "rolldice's start is taken off; \(Unit.nanoseconds.text(drawing.median)) of ours are the faces")
        ]
    }

    /// The same odds by each; `DiceOddsTests` hold the fractions against each other. Of dice that explode, ours follow 16
    /// explosions here, until less than 10⁻¹² is left.
    private static let odds: [(expression: String, icepool: String, runs: Int, bar: Double)] = [
        ("20d6kh10", "d(6).highest(20, 10)", 100, 0.1), ("10d10kh3", "d(10).highest(10, 3)", 100, 1),
        ("8d6!", "8 @ d(6).explode(depth=16)", 1, 1),
        ("4d6r1kh3+2d8", "d(6).reroll([1], depth='inf').highest(4, 3) + 2 @ d(8)", 100, 1),
    ]

    private func odds(_ bench: Bench) throws -> [Line] {
        try Self.odds.map { expression, statement, runs, bar in
            let ours = try times(bench, "odds", runs: 100) { try Expression(parsing: expression).odds().totals.count }
            let peer = PythonPeer(package: "icepool", setup: "from icepool import d", statement: statement)
            return try against(
                peer, "icepool, warm", work: "odds of \(expression)", ours: ours, runs: runs, bar: bar, bench)
        }
    }

    private func processes(_ bench: Bench) throws -> [Line] {
        try [("4d6kh3", 10e6), ("100d6", 50e6)].map { expression, bar in
            let command = Command(
                bench.programs.dicectl, ["odds", expression], errors: bench.folder + "/odds-errors")
            try command.run()
            var latencies = Latencies()
            for _ in bench.turns("dicectl odds", most: 200, least: 20, stepsLeft: 2) {
                try latencies.time { try command.run() }
            }
            return .absolute(
                row: "notation", work: "dicectl odds \(expression), the process", unit: .nanoseconds,
                samples: latencies.count, ours: latencies.figures, atMost: bar)
        }
    }

    /// Nanoseconds of one run, the mean of each of some batches.
    private func times(_ bench: Bench, _ step: String, runs: Int, _ body: () throws -> Int) throws -> Latencies {
        var (times, sum) = (Latencies(), 0)
        for turn in bench.turns(step, most: 50, least: 5, stepsLeft: 12) {
            let start = monotonicNow()
            for _ in 0..<runs { sum &+= try body() }
            if turn > 0 { times.record((monotonicNow() - start) / UInt64(runs)) }
        }
        guard sum > 0 else { throw Failure("\(step): no total") }
        return times
    }

    private func against(
        _ peer: PythonPeer, _ name: String, work: String, ours: Latencies, runs: Int, bar: Double, _ bench: Bench
    ) throws -> Line {
        var (theirs, note): (Latencies?, String?)
        do {
            theirs = try peer.times(bench, batches: 10, runs: runs)
        } catch let absent as PythonPeer.Absent {
            note = absent.description
        }
        return .against(
            name, row: "notation", work: work, samples: ours.count, ours: ours.figures, theirs: theirs?.figures,
            atMost: bar, note: note)
    }
}
