import DiceModel
import DiceWire

/// What it cost to deliver messages, and how far apart the same message arrived.
struct Delivery {
    private(set) var messages = 0
    /// From the first listener's arrival of a line to the last's.
    private(set) var spans = Latencies()
    private var processorTime = 0.0
    private var bytes = 0

    /// Processor time a message.
    var cost: Double { processorTime / Double(max(1, messages)) }
    var bytesEach: Int { bytes / max(1, messages) }

    mutating func add(_ processorTime: Double, _ audience: Audience) {
        self.processorTime += processorTime
        var first = Array(repeating: UInt64.max, count: audience.lines.count)
        var last = Array(repeating: UInt64.min, count: audience.lines.count)
        for heard in audience.heard.joined() {
            messages += 1
            bytes += audience.lines[heard.line].count + 1
            first[heard.line] = min(first[heard.line], heard.time)
            last[heard.line] = max(last[heard.line], heard.time)
        }
        for (first, last) in zip(first, last) where last >= first { spans.record(last - first) }
    }
}

/// Which watcher saw which die settle when, however frames were merged for it.
struct Settles {
    private(set) var expected = 0
    private(set) var missed = 0
    /// From the first watcher that saw a die settle to the last.
    private(set) var spans = Latencies()

    init() {}

    /// What an audience heard of one roll of `dice` dice.
    init(_ audience: Audience, dice: Int) throws {
        let settled = try audience.lines.map { line in
            guard line.isFrame else { return [Int]() }
            guard case .frame(let frame)? = try ServerLine(line)?.notification() else { return [Int]() }
            return frame.dice.filter { !$0.animating }.map(\.die)
        }
        expected = dice * audience.count
        var first = Array(repeating: UInt64.max, count: dice + 1)
        var last = Array(repeating: UInt64.min, count: dice + 1)
        for heard in audience.heard {
            var seen = Set<Int>()
            for entry in heard {
                for die in settled[entry.line] where seen.insert(die).inserted {
                    first[die] = min(first[die], entry.time)
                    last[die] = max(last[die], entry.time)
                }
            }
            missed += dice - seen.count
        }
        for (first, last) in zip(first, last) where last >= first { spans.record(last - first) }
    }

    mutating func add(_ other: Settles) {
        expected += other.expected
        missed += other.missed
        spans.add(other.spans)
    }
}

extension [UInt8] {
    var isFrame: Bool { contains(text: #""method":"frame""#) }

    func isEvent(_ name: String) -> Bool { contains(text: #""event":"\#(name)""#) }

    /// The words stand near the beginning.
    private func contains(text: String) -> Bool {
        String(decoding: prefix(200), as: UTF8.self).contains(text)
    }
}
