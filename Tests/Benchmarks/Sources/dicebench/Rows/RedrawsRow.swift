import DiceModel
import DiceWire
import Glibc

/// `dicectl play` at a real terminal, in true colour, while all dice of a table tumble without a rest: what it writes for
/// each redraw, and what that takes of a processor, from the daemon's line to the last byte.
struct RedrawsRow: Row {
    private static let dice = 50
    private static let bytesLimit = 2_048.0
    private static let sizes: [(columns: UInt16, rows: UInt16)] = [(80, 24), (132, 43)]
    /// The dice are thrown again after so many redraws, before the first of them slows down.
    private static let redrawsPerRoll = 20
    private static let rolls = 50
    /// What begins and what ends each redraw.
    private static let begin = Array("\u{1B}[?2026h".utf8)
    private static let end = Array("\u{1B}[?2026l".utf8)

    func measure(_ bench: Bench) throws -> [Line] {
        let diced = try Server.diced(bench)
        let table = try diced.createTables(1, dice: Self.dice)[0]
        return try Self.sizes.enumerated().flatMap { index, size in
            let play = try Play(bench, at: table.description, on: diced, columns: size.columns, rows: size.rows)
            let socket = try RawSocket(diced.socket)
            let roll = Method.roll(RollParams(table: table, restart: true)).bytes
            var redraws = Redraws()
            // The first draws the whole screen.
            while redraws.sizes.isEmpty { redraws.take(try play.read()) }
            redraws = Redraws()
            let before = try ProcessUse.processorTime(play.pid)
            let area = "\(size.columns)×\(size.rows)"
            for _ in bench.turns(area, most: Self.rolls, least: 5, stepsLeft: Self.sizes.count - index) {
                try socket.send(roll)
                let enough = redraws.sizes.count + Self.redrawsPerRoll
                while redraws.sizes.count < enough, case let bytes = try play.read(), !bytes.isEmpty {
                    redraws.take(bytes)
                    _ = try socket.receive(flags: Int32(MSG_DONTWAIT))
                }
            }
            guard !redraws.sizes.isEmpty else { throw Failure("dicectl play draws nothing") }
            let time = Double(try ProcessUse.processorTime(play.pid) - before) / Double(redraws.sizes.count)
            return lines(redraws.sizes, processorTime: time, "\(Self.dice) dice at \(area)")
        }
    }

    private func lines(_ sizes: [Int], processorTime: Double, _ work: String) -> [Line] {
        let mean = Double(sizes.reduce(0, +)) / Double(sizes.count)
        let sorted = sizes.sorted()
        let p99 = Double(sorted[sorted.count * 99 / 100])
        return [
            .absolute(
                row: "redraws", work: work + ", bytes each", unit: .bytes, samples: sizes.count,
                ours: Figures(median: Double(sorted[sorted.count / 2]), p99: p99), value: mean,
                atMost: Self.bytesLimit, note: "on average \(Unit.bytes.text(mean))"),
            .absolute(
                row: "redraws", work: work + ", CPU each", unit: .nanoseconds, samples: sizes.count,
                ours: Figures(median: processorTime), atMost: nil, note: "the average, of the whole program"),
        ]
    }

    /// The sizes of the redraws in a stream, with the marks around each.
    private struct Redraws {
        private(set) var sizes: [Int] = []
        private var pending: [UInt8] = []

        mutating func take(_ bytes: ArraySlice<UInt8>) {
            pending += bytes
            while let end = pending.firstRange(of: RedrawsRow.end)?.upperBound {
                if let start = pending[..<end].firstRange(of: RedrawsRow.begin)?.lowerBound {
                    sizes.append(end - start)
                }
                pending.removeFirst(end)
            }
        }
    }
}
