import DiceClient
import DiceModel
import DiceWire

/// A roll sent to many watchers: as plans, compared with frames; and a ping at the same time.
struct PlansRow: Row {
    /// The cost of each roll.
    private struct Taken {
        /// Messages per watcher.
        var messages: [Double] = []
        var bytes: [Double] = []
        /// The daemon's processor time in nanoseconds.
        var time: [Double] = []
        var ping = Figures(median: 0)
    }

    func measure(_ bench: Bench) throws -> [Line] {
        try [(5, 1_000, 4), (50, 10_000, 2)].flatMap { dice, watchers, stepsLeft in
            let plans = try taken(
                .plan,
                dice,
                watchers: watchers,
                stepsLeft: stepsLeft,
                bench
            )
            let frames = try taken(
                .values,
                dice,
                watchers: watchers,
                stepsLeft: stepsLeft - 1,
                bench
            )
            func line(
                _ work: String,
                _ unit: Unit,
                _ values: KeyPath<Taken, [Double]>,
                atMost: Double?
            ) -> Line {
                .against(
                    "frames",
                    row: "plans",
                    work: "\(work), \(dice) dice, \(watchers) watchers",
                    unit: unit,
                    samples: plans.time.count,
                    ours: Figures(median: Self.median(plans[keyPath: values])),
                    theirs: Figures(median: Self.median(frames[keyPath: values])),
                    atMost: atMost
                )
            }
            return [
                line("messages", .count, \.messages, atMost: nil),
                line("CPU", .nanoseconds, \.time, atMost: 0.2),
                line("bytes", .count, \.bytes, atMost: nil),
                .absolute(
                    row: "plans",
                    work: "ping beside \(watchers) watchers",
                    unit: .nanoseconds,
                    samples: plans.time.count,
                    ours: plans.ping,
                    value: plans.ping.p99,
                    atMost: 10e6,
                    note:
                        "beside frames: \(Unit.nanoseconds.text(frames.ping.p99 ?? 0)) (p99)"
                ),
            ]
        }
    }

    private func taken(
        _ frames: FrameKind,
        _ dice: Int,
        watchers: Int,
        stepsLeft: Int,
        _ bench: Bench
    ) throws -> Taken {
        let diced = try Server.diced(bench)
        let table = try diced.createTables(1, dice: dice)[0]
        let audience = try Audience(diced.socket, count: watchers)
        try audience.sendAll(
            Method.watch(WatchParams(table: table, frames: frames)).bytes
        )
        try audience.listen(seconds: 60) { audience.heard.allSatisfy { !$0.isEmpty } }
        let roller = try diced.client()
        // Waits for the watcher counts, which would otherwise be counted as messages of the first
        // roll.
        try audience.listen(seconds: 2) { false }
        try audience.listen(toRollAt: table, by: roller)
        var taken = Taken()
        let step = "\(watchers) watchers, \(frames.rawValue)"
        for _ in bench.turns(step, maximum: 15, minimum: 5, stepsLeft: stepsLeft) {
            audience.forget()
            let (_, time) = try diced.processorTime {
                try audience.listen(toRollAt: table, by: roller)
            }
            let heard = audience.heard.joined()
            taken.messages.append(Double(heard.count) / Double(watchers))
            let bytes = heard.reduce(0) { $0 + audience.lines[$1.line].count + 1 }
            taken.bytes.append(Double(bytes) / Double(watchers))
            taken.time.append(time)
        }
        let pinger = try Pinger(diced)
        for _ in 0..<3 {
            audience.forget()
            try audience.listen(toRollAt: table, by: roller)
        }
        taken.ping = pinger.end()
        return taken
    }

    private static func median(_ values: [Double]) -> Double {
        values.sorted()[values.count / 2]
    }
}
