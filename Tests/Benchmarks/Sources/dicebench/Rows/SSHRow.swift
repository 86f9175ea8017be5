import DiceWire

/// A roll over ssh, as a process, against ssh alone; and a round trip through ssh to a daemon, as `dicectl -H` makes it, against what ssh alone takes for the same bytes.
struct SSHRow: Row {
    func measure(_ bench: Bench) throws -> [Line] {
        let work = "ping through ssh and dicectl stdio, one client"
        guard let ssh = try SSHServer(bench) else {
            return [
                .against(
                    "ssh HOST cat", row: "ssh", work: work, samples: 0, ours: Figures(median: 0), theirs: nil,
                    atMost: 1.15, note: "ssh and sshd are not installed, or this is not root")
            ]
        }
        let request = Method.ping().bytes
        let diced = try Server.diced(bench)
        let ours = try ssh.open(["dicectl", "stdio", "--socket", diced.socket], request)
        let cat = try ssh.open(["cat"], request)
        let own = try RawSocket(diced.socket)
        let length = try own.answerLength(of: request)
        let stdio = try RawSocket.opened(
            to: bench.programs.dicectl, ["stdio", "--socket", diced.socket], request,
            errors: bench.folder + "/stdio-errors")
        var (throughSSH, alone, local, copied) = (Latencies(), Latencies(), Latencies(), Latencies())
        var warmUp = Latencies()
        for peer in [ours, cat, stdio] {
            try peer.socket.ask(request, answerLength: peer.answerLength, count: 300, into: &warmUp)
        }
        for _ in bench.turns("through ssh", most: 60, least: 4, stepsLeft: 2) {
            try ours.socket.ask(request, answerLength: length, count: 200, into: &throughSSH)
            try cat.socket.ask(request, answerLength: request.count, count: 200, into: &alone)
            try own.ask(request, answerLength: length, count: 200, into: &local)
            try stdio.socket.ask(request, answerLength: length, count: 200, into: &copied)
        }
        let roll = ssh.dicectl(bench, ["-H", "bench", "--socket", diced.socket, "roll", "--no-animation"])
        let nothing = ssh.command(["true"])
        for command in [roll, nothing] { try command.run() }
        var (rolls, logins) = (Latencies(), Latencies())
        for _ in bench.turns("rolls as processes", most: 50, least: 5) {
            try rolls.time { try roll.run() }
            try logins.time { try nothing.run() }
        }
        return [
            .against(
                "ssh HOST true", row: "ssh", work: "dicectl -H HOST roll, the process", samples: rolls.count,
                ours: rolls.figures, theirs: logins.figures, atMost: 1.15),
            .against(
                "ssh HOST cat", row: "ssh", work: work, samples: throughSSH.count, ours: throughSSH.figures,
                theirs: alone.figures, atMost: 1.15,
                note: "the same ping without ssh: \(Unit.nanoseconds.text(local.median))"),
            .absolute(
                row: "ssh", work: "what dicectl stdio adds to a ping", unit: .nanoseconds, samples: copied.count,
                ours: Figures(median: copied.median - local.median), atMost: 200_000),
        ]
    }
}
