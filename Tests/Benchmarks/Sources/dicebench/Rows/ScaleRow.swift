import DiceModel
import DiceWire
import Glibc

/// Many dice at once: tables of 50, each rolled by a connection of its own (one alone would start its rolls one after
/// the other, as each is stored before the next is begun).
struct ScaleRow: Row {
    private static let dicePerTable = 50
    private static let sizes = [50, 1_000, 10_000]
    private static let timeLimit = 1.25e9 + 50e6

    private struct Result {
        var dice: Int
        var wall = Latencies()
        /// Nanoseconds of the daemon's processor time, in all rounds.
        var totalProcessorTime = 0.0
        var processorTime: Double { totalProcessorTime / Double(wall.count) }
        /// Of one processor, in the busiest round.
        var busiest = 0.0
    }

    func measure(_ bench: Bench) throws -> [Line] {
        let diced = try Server.diced(bench)
        let most = Self.sizes.reduce(0, max) / Self.dicePerTable
        let tables = try diced.createTables(most, dice: Self.dicePerTable)
        let results = try Self.sizes.enumerated().map { index, size in
            let tables = tables.prefix(size / Self.dicePerTable)
            return try measure(diced, tables, stepsLeft: Self.sizes.count - index, bench)
        }
        return results.map { result in
            .absolute(
                row: "scale", work: "\(result.dice) dice, first request to last result", unit: .nanoseconds,
                samples: result.wall.count, ours: Figures(median: result.wall.median, p99: result.wall.maximum),
                value: result.wall.maximum,
                atMost: Self.timeLimit, note: "the second figure is the longest round")
        } + growth(results) + [busiest(results)]
    }

    private func measure(
        _ diced: Server, _ tables: ArraySlice<TableName>, stepsLeft: Int, _ bench: Bench
    ) throws -> Result {
        let rollers = try tables.map { table in
            (socket: try RawSocket(diced.socket), request: Method.roll(RollParams(table: table)).bytes)
        }
        var result = Result(dice: tables.count * Self.dicePerTable)
        for _ in bench.turns("\(result.dice) dice", most: 5, least: 2, stepsLeft: stepsLeft) {
            let start = monotonicNow()
            let (_, time) = try diced.processorTime {
                for roller in rollers { try roller.socket.send(roller.request) }
                for roller in rollers { try roller.socket.receiveLine() }
            }
            let wall = monotonicNow() - start
            result.wall.record(wall)
            result.totalProcessorTime += time
            result.busiest = max(result.busiest, time / Double(wall))
        }
        return result
    }

    /// The exponent by which processor time grows with dice, between neighbouring sizes.
    private func growth(_ results: [Result]) -> [Line] {
        zip(results, results.dropFirst()).map { few, many in
            let exponent = log(many.processorTime / few.processorTime) / log(Double(many.dice) / Double(few.dice))
            let times = [few, many].map { Unit.nanoseconds.text($0.processorTime) }
            return .absolute(
                row: "scale", work: "CPU from \(few.dice) to \(many.dice) dice, exponent", unit: .ratio,
                ours: Figures(median: exponent), atMost: 1.1, note: "a round takes \(times[0]), then \(times[1])")
        }
    }

    private func busiest(_ results: [Result]) -> Line {
        let last = results[results.count - 1]
        return .absolute(
            row: "scale", work: "processors busy at \(last.dice) dice", unit: .ratio,
            ours: Figures(median: last.busiest), atMost: 1.0)
    }
}
