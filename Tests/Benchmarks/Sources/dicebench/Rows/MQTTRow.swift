import DiceClient
import DiceModel
import DiceWire
import Glibc

/// A table's audience behind a broker of MQTT: what a roll costs broker and bridge, what is lost, and whether a broker that
/// stands still delays a roll.
struct MQTTRow: Row {
    private static let dice = 5
    private static let counts = [500, 1_000, 2_000, 5_000]
    private static let asksPerTurn = 100

    /// What rolls before so many viewers took.
    private struct Taken {
        var broker: [Double] = []
        var bridge: [Double] = []
        /// Events of a roll, for a viewer who lost none.
        var events: [Double] = []
        var bytes: [Double] = []
        /// Events that viewers lost, and viewers whose last state is not the newest.
        var lost = 0
        var behind = 0
    }

    func measure(_ bench: Bench) throws -> [Line] {
        let diced = try Server.diced(bench)
        let table = try diced.createTables(1, dice: Self.dice)[0]
        let alone = try latencies(diced, table, bench, stepsLeft: Self.counts.count + 3)
        guard let mosquitto = try Mosquitto(bench) else {
            return [
                Line(
                    row: "mqtt", work: "an audience behind mosquitto", unit: .nanoseconds, ours: Figures(median: 0),
                    verdict: .noPeer)
            ]
        }
        let bridge = try mosquitto.bridge(bench, from: diced, "\(table)", prefix: "bench")
        var lines: [Line] = []
        var costs: [(x: Double, y: Double)] = []
        for (index, count) in Self.counts.enumerated() {
            let viewers = try MQTTViewers(port: mosquitto.port, count: count, filter: "bench/\(table)/#")
            let taken = try taken(
                diced, mosquitto.server, bridge.pid, table, viewers, bench, stepsLeft: Self.counts.count + 2 - index)
            costs.append((Double(count), Self.median(taken.broker)))
            lines += report(taken, count)
        }
        let fit = LinearFit(costs)
        let residuals = fit.residuals.map { "\(Int(($0 * 100).rounded())) %" }.joined(separator: ", ")
        lines.append(
            .absolute(
                row: "mqtt", work: "CPU of the broker a viewer and roll, fitted", unit: .nanoseconds,
                samples: costs.count, ours: Figures(median: fit.slope), atMost: nil,
                note: "and \(Unit.nanoseconds.text(fit.base)) a roll; residuals \(residuals)"))
        let beside = try latencies(diced, table, bench, stepsLeft: 2)
        kill(mosquitto.server.pid, SIGSTOP)
        let stopped = try latencies(diced, table, bench, stepsLeft: 1)
        kill(mosquitto.server.pid, SIGCONT)
        lines.append(delay("with a broker", beside, alone))
        lines.append(delay("while the broker stands still", stopped, alone))
        withExtendedLifetime(bridge) {}
        return lines
    }

    private func report(_ taken: Taken, _ count: Int) -> [Line] {
        let samples = taken.broker.count
        func line(_ work: String, _ unit: Unit, _ value: Double, atMost: Double? = nil, note: String? = nil) -> Line {
            .absolute(
                row: "mqtt", work: "\(work), \(count) viewers", unit: unit, samples: samples,
                ours: Figures(median: value), atMost: atMost, note: note)
        }
        return [
            line("CPU of the broker a roll", .nanoseconds, Self.median(taken.broker)),
            line("CPU of the bridge a roll", .nanoseconds, Self.median(taken.bridge)),
            line(
                "messages a roll", .count, Self.median(taken.events), atMost: Double(Self.dice + 2),
                note: "\(Int(Self.median(taken.bytes))) bytes to a viewer, state and all"),
            line(
                "viewers without the newest state", .count, Double(taken.behind), atMost: 0,
                note: "\(taken.lost) events lost at QoS 0"),
        ]
    }

    private func taken(
        _ diced: Server, _ broker: Server, _ bridge: pid_t, _ table: TableName, _ viewers: MQTTViewers, _ bench: Bench,
        stepsLeft: Int
    ) throws -> Taken {
        let roller = try diced.client()
        var taken = Taken()
        // The first one warms up.
        for turn in bench.turns("\(viewers.heard.count) viewers", most: 12, least: 4, stepsLeft: stepsLeft) {
            viewers.forget()
            let before = try ProcessUse.processorTime(bridge)
            let (_, time) = try broker.processorTime {
                _ = try roller.begin([Method.roll(RollParams(table: table))])
                try viewers.listen(seconds: 15) { viewers.heard.allSatisfy { !$0.state.isEmpty } }
            }
            _ = try roller.call(Method.ping())
            guard turn > 0 else { continue }
            taken.broker.append(time)
            taken.bridge.append(Double(try ProcessUse.processorTime(bridge) - before))
            let most = viewers.heard.reduce(0) { max($0, $1.events) }
            taken.events.append(Double(most))
            taken.bytes.append(Double(viewers.heard.reduce(0) { max($0, $1.bytes) }))
            taken.lost += viewers.heard.reduce(0) { $0 + most - $1.events }
            let newest = viewers.heard.first { !$0.state.isEmpty }?.state ?? []
            taken.behind += viewers.heard.count { $0.state != newest }
        }
        return taken
    }

    /// Of rolls that do not animate.
    private func latencies(_ diced: Server, _ table: TableName, _ bench: Bench, stepsLeft: Int) throws -> Latencies {
        let socket = try RawSocket(diced.socket)
        let roll = Method.roll(RollParams(table: table, animate: false)).bytes
        let end = Method.endTurn(EndTurnParams(table: table)).bytes
        var latencies = Latencies()
        for _ in bench.turns("rolls", most: 20, least: 5, stepsLeft: stepsLeft) {
            // A turn's record would grow, and every roll with it.
            try socket.ask(end)
            for _ in 0..<Self.asksPerTurn { try latencies.time { try socket.ask(roll) } }
        }
        return latencies
    }

    private func delay(_ when: String, _ ours: Latencies, _ alone: Latencies) -> Line {
        .absolute(
            row: "mqtt", work: "a roll \(when) takes longer by", unit: .nanoseconds, samples: ours.count,
            ours: Figures(median: ours.median - alone.median, p99: ours.value(99) - alone.value(99)), atMost: 1e6,
            note: "a roll takes \(Unit.nanoseconds.text(alone.median)) without a bridge")
    }

    private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
}
