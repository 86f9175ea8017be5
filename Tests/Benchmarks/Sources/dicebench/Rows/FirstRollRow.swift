import DiceClient
import DiceWire
import Glibc
import Unix

/// A roll for which `dicectl` starts the daemon, and its extra cost over a roll with a running
/// daemon.
struct FirstRollRow: Row {
    private static let limit = 150e6

    func measure(_ bench: Bench) throws -> [Line] {
        var first = Latencies()
        var again = Latencies()
        var oneShot = Latencies()
        // On any processor: the client starts the daemon, which would otherwise share its
        // processor.
        try bench.processors.unpinned {
            for _ in bench.turns("rolls that start a daemon", maximum: 40, minimum: 5) {
                let folder = try bench.newFolder("first")
                let command = Command(
                    bench.programs.dicectl,
                    ["roll", "--motion", "none"],
                    variables: [
                        "DICED_SOCKET": folder + "/socket",
                        "DICED_STATE_DIR": folder + "/state",
                        "XDG_STATE_HOME": bench.folder,
                    ],
                    errors: folder + "/errors"
                )
                try first.time { try command.run() }
                try oneShot.time { try command.run() }
                try endDaemon(folder + "/socket")
                try again.time { try command.run() }
                try endDaemon(folder + "/socket")
            }
        }
        let note =
            "a roll with the daemon running takes \(Unit.nanoseconds.text(oneShot.median))"
        return [("new store", first), ("existing store", again)].map {
            work,
            latencies in
            let above = Figures(
                median: latencies.median - oneShot.median,
                p99: latencies.value(99) - oneShot.median
            )
            return .absolute(
                row: "first roll",
                work: "above one shot, \(work)",
                unit: .nanoseconds,
                samples: latencies.count,
                ours: above,
                atMost: Self.limit,
                note: note
            )
        }
    }

    /// Ends the daemon that `dicectl` started, which is now our child.
    private func endDaemon(_ socket: String) throws {
        let client = Client(
            try Connection.open(SocketPath(path: socket)),
            name: "dicebench"
        )
        let status = try client.call(.status)
        Child.end(pid_t(status.pid))
    }
}
