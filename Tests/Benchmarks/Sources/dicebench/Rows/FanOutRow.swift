import DiceClient
import DiceModel
import DiceWire

/// One table of 50 dice that roll, and watchers; Redis publishes the very same lines at the very same pace.
struct FanOutRow: Row {
    private static let dice = 50
    /// The number of watchers that has bars.
    private static let judged = 1_000

    func measure(_ bench: Bench) throws -> [Line] {
        try [(1, 4), (10, 3), (100, 2), (Self.judged, 1)].flatMap { try lines(watchers: $0, stepsLeft: $1, bench) }
    }

    private func lines(watchers: Int, stepsLeft: Int, _ bench: Bench) throws -> [Line] {
        let diced = try Server.diced(bench)
        let table = try diced.createTables(1, dice: Self.dice)[0]
        let audience = try Audience(diced.socket, count: watchers)
        try audience.sendAll(Method.watch(WatchParams(table: table)).bytes)
        try audience.listen(seconds: 30) { audience.heard.allSatisfy { !$0.isEmpty } }
        let roller = try diced.client()
        let redis = try Server.redis(bench).map { try Publisher(redis: $0, subscribers: watchers) }
        let relay = try Publisher(relay: try Server.bare(.relay, bench), listeners: watchers)

        var ours = Delivery()
        var settles = Settles()
        try audience.listen(toRollAt: table, by: roller)
        // Enough settles for a 99th percentile where one is judged.
        let least = watchers == Self.judged ? 5 : 2
        for _ in bench.turns(Self.watchers(watchers), most: 10, least: least, stepsLeft: stepsLeft) {
            audience.forget()
            let (_, time) = try diced.processorTime { try audience.listen(toRollAt: table, by: roller) }
            ours.add(time, audience)
            settles.add(try Settles(audience, dice: Self.dice))
            let script = Publisher.Script(audience)
            try redis?.play(script)
            try relay.play(script)
        }
        return report(watchers, ours, settles, redis?.delivery, relay.delivery)
    }

    private static func watchers(_ count: Int) -> String { "\(count) watcher\(count == 1 ? "" : "s")" }

    private func report(
        _ watchers: Int, _ ours: Delivery, _ settles: Settles, _ redis: Delivery?, _ relay: Delivery
    ) -> [Line] {
        let work = Self.watchers(watchers)
        let isJudged = watchers == Self.judged
        let lines: [Line] = [
            .absolute(
                row: "fan-out", work: "settles missed, \(work)", unit: .count, samples: settles.expected,
                ours: Figures(median: Double(settles.missed)), atMost: 0,
                note: "\(ours.messages) messages of \(ours.bytesEach) bytes"),
            .absolute(
                row: "fan-out", work: "last arrival − first, \(work)", unit: .nanoseconds,
                samples: settles.spans.count, ours: settles.spans.figures, value: settles.spans.value(99),
                atMost: isJudged ? 10e6 : nil,
                note: "p99 of the same lines: bare relay " + Unit.nanoseconds.text(relay.spans.value(99))
                    + (redis.map { ", Redis " + Unit.nanoseconds.text($0.spans.value(99)) } ?? "")),
            .against(
                "Redis PUBLISH", row: "fan-out", work: "CPU a message, \(work)", samples: ours.messages,
                ours: Figures(median: ours.cost), theirs: redis.map { Figures(median: $0.cost) },
                atMost: isJudged ? 1.25 : nil),
            .against(
                "bare relay", row: "fan-out", work: "CPU a message, \(work)", samples: ours.messages,
                ours: Figures(median: ours.cost), theirs: Figures(median: relay.cost), atMost: nil),
        ]
        // One watcher is the first and the last.
        return watchers > 1 ? lines : lines.filter { $0.unit != .nanoseconds || $0.peer != nil }
    }
}
