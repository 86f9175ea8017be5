/// A whole process that rolls once, with a running daemon.
struct OneShotRow: Row {
    func measure(_ bench: Bench) throws -> [Line] {
        let diced = try Server.diced(bench)
        let redis = try Server.redis(bench)
        let errors = bench.folder + "/one-shot-errors"
        var commands = [
            Command(
                bench.programs.dicectl,
                ["roll", "--motion", "none"],
                variables: [
                    "DICED_SOCKET": diced.socket, "XDG_STATE_HOME": bench.folder,
                ],
                errors: errors
            )
        ]
        if let redis, let program = bench.programs.redisCLI {
            commands.append(
                Command(program, ["-s", redis.socket, "ping"], errors: errors)
            )
        }
        if let program = bench.programs.rolldice {
            commands.append(Command(program, ["5d6"], errors: errors))
        }

        for command in commands + commands {
            try command.run()
        }
        var latencies = commands.map { _ in Latencies() }
        var processorTimes = latencies
        for _ in bench.turns("runs of each program", maximum: 500, minimum: 20) {
            for (index, command) in commands.enumerated() {
                processorTimes[index].record(
                    try latencies[index].time { try command.run() }
                )
            }
        }
        func figures(_ name: String) -> Figures? {
            zip(commands, latencies).first { $0.0.name == name }?.1.figures
        }
        let times = zip(commands, processorTimes).map {
            "\($0.name) \(Unit.nanoseconds.text($1.median))"
        }
        let ours = latencies[0].figures
        let work = "dicectl roll --motion none"
        return [
            .against(
                "redis-cli ping",
                row: "one shot",
                work: work,
                samples: latencies[0].count,
                ours: ours,
                theirs: figures("redis-cli"),
                atMost: 1.0,
                note: "median processor time: " + times.joined(separator: ", ")
            ),
            .against(
                "rolldice 5d6",
                row: "one shot",
                work: work,
                samples: latencies[0].count,
                ours: ours,
                theirs: figures("rolldice"),
                atMost: 3.0
            ),
        ]
    }
}
