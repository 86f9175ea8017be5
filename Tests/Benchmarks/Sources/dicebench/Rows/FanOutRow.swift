import DiceClient
import DiceModel
import DiceWire

/// One table with 50 rolling dice and its watchers. Redis publishes exactly the same lines at the
/// same pace.
struct FanOutRow: Row {
    private static let dice = 50
    /// The number of watchers for which there are bars.
    private static let judged = 1_000

    func measure(_ bench: Bench) throws -> [Line] {
        try [(1, 4), (10, 3), (100, 2), (Self.judged, 1)].flatMap {
            try lines(watchers: $0, stepsLeft: $1, bench)
        }
    }

    private func lines(watchers: Int, stepsLeft: Int, _ bench: Bench) throws -> [Line] {
        let diced = try Server.diced(bench)
        let table = try diced.createTables(1, dice: Self.dice)[0]
        let audience = try Audience(diced.socket, count: watchers)
        try audience.sendAll(Method.watch(WatchParams(table: table)).bytes)
        try audience.listen(seconds: 30) { audience.heard.allSatisfy { !$0.isEmpty } }
        let roller = try diced.client()
        let redis = try Server.redis(bench).map {
            try Publisher(redis: $0, subscribers: watchers)
        }
        let relay = try Publisher(
            relay: try Server.bare(.relay, bench),
            listeners: watchers
        )

        var ours = Delivery()
        try audience.listen(toRollAt: table, by: roller)
        for _ in bench.turns(
            Self.watchers(watchers),
            maximum: 10,
            minimum: 2,
            stepsLeft: stepsLeft
        ) {
            audience.forget()
            let (_, time) = try diced.processorTime {
                try audience.listen(toRollAt: table, by: roller)
            }
            ours.add(time, audience)
            let script = Publisher.Script(audience)
            try redis?.play(script)
            try relay.play(script)
        }
        return report(watchers, ours, redis?.delivery, relay.delivery)
    }

    private static func watchers(_ count: Int) -> String {
        "\(count) watcher\(count == 1 ? "" : "s")"
    }

    private func report(
        _ watchers: Int,
        _ ours: Delivery,
        _ redis: Delivery?,
        _ relay: Delivery
    )
        -> [Line]
    {
        let peers = [
            ("Redis PUBLISH", redis, watchers == Self.judged ? 1.25 : nil),
            ("bare relay", relay, nil),
        ]
        return peers.map { peer, theirs, limit in
            .against(
                peer,
                row: "fan-out",
                work: "CPU a message, \(Self.watchers(watchers))",
                samples: ours.messages,
                ours: Figures(median: ours.cost),
                theirs: theirs.map { Figures(median: $0.cost) },
                atMost: limit,
                note: "\(ours.bytesEach) bytes each"
            )
        }
    }
}
