import DiceClient
import DiceModel
import DiceWire
import Glibc

/// Resident memory: at rest, of watchers, of a watcher that does not read, and over very many rolls.
struct MemoryRow: Row {
    private static let watchers = 1_000
    /// Rolls that go out in one write; the last request of each batch ends the turn now and then.
    private static let batch = 100
    private static let rollsPerTurn = 500
    /// Until SQLite's page cache is full.
    private static let warmUpRolls = 20_000
    /// Rolls between two looks.
    private static let rollsPerLook = 5_000
    /// Enough to fill what the daemon keeps for a connection many times over.
    private static let stoppedWatcherRolls = 10_000

    func measure(_ bench: Bench) throws -> [Line] {
        let redis = try redisUse(bench)
        return try atRest(bench, redis) + [stoppedWatcher(bench), manyRolls(bench)]
    }

    private func atRest(_ bench: Bench, _ redis: (idle: Double, subscriber: Double)?) throws -> [Line] {
        let diced = try Server.diced(bench)
        _ = try diced.client().call(Method.ping())
        sleep(seconds: 0.5)
        let idle = try MemoryUse(of: diced.pid)
        let audience = try Audience(diced.socket, count: Self.watchers)
        try audience.sendAll(Method.watch(WatchParams(table: .default)).bytes)
        try audience.listen(seconds: 30) { audience.heard.allSatisfy { !$0.isEmpty } }
        sleep(seconds: 0.5)
        let watched = try MemoryUse(of: diced.pid)
        let each = (watched.resident - idle.resident) / Double(Self.watchers)
        return [
            .absolute(
                row: "memory", work: "idle", unit: .bytes, ours: Figures(median: idle.resident), atMost: 20e6,
                note: idle.note + (redis.map { "; Redis \(Unit.bytes.text($0.idle))" } ?? "")),
            .absolute(
                row: "memory", work: "each of 1,000 idle watchers", unit: .bytes, ours: Figures(median: each),
                atMost: 8e3, note: redis.map { "a subscriber of Redis: \(Unit.bytes.text($0.subscriber))" }),
        ]
    }

    private func redisUse(_ bench: Bench) throws -> (idle: Double, subscriber: Double)? {
        guard let redis = try Server.redis(bench) else { return nil }
        let idle = try MemoryUse(of: redis.pid).resident
        let audience = try Audience(redis.socket, count: Self.watchers)
        try audience.sendAll(Redis.command("SUBSCRIBE", "table"))
        while try audience.listen(milliseconds: 300) {}
        return (idle, (try MemoryUse(of: redis.pid).resident - idle) / Double(Self.watchers))
    }

    /// The highest of many looks while the table is rolled and one watcher reads nothing.
    private func stoppedWatcher(_ bench: Bench) throws -> Line {
        let diced = try Server.diced(bench)
        let player = try Player(diced)
        try player.roll(Self.warmUpRolls)
        let before = try MemoryUse(of: diced.pid).resident
        let watcher = try RawSocket(diced.socket)
        try watcher.send(Method.watch(WatchParams(table: .default)).bytes)
        var most = before
        for _ in 0..<20 {
            try player.roll(Self.stoppedWatcherRolls / 20)
            most = max(most, try MemoryUse(of: diced.pid).resident)
        }
        return .absolute(
            row: "memory", work: "a stopped watcher over \(Self.stoppedWatcherRolls) rolls", unit: .bytes,
            ours: Figures(median: most - before), atMost: 2e6)
    }

    private func manyRolls(_ bench: Bench) throws -> Line {
        let diced = try Server.diced(bench)
        let player = try Player(diced)
        try player.roll(Self.warmUpRolls)
        let warm = try MemoryUse(of: diced.pid).resident
        let start = monotonicNow()
        var rolls = 0
        var most = warm
        for _ in bench.turns("rolls", most: 1_000_000 / Self.rollsPerLook, least: 4) {
            try player.roll(Self.rollsPerLook)
            rolls += Self.rollsPerLook
            most = max(most, try MemoryUse(of: diced.pid).resident)
        }
        let seconds = Double(monotonicNow() - start) / 1e9
        return .absolute(
            row: "memory", work: "growth over many rolls", unit: .ratio, samples: rolls,
            ours: Figures(median: most / warm - 1), atMost: 0.05,
            note: "\(Unit.bytes.text(warm)) after \(Self.warmUpRolls) rolls, at most \(Unit.bytes.text(most)) later; "
                + Unit.perSecond.text(Double(rolls) / seconds) + " rolls")
    }

    /// Rolls without animation, a batch of requests at a time, and ends a turn now and then.
    private final class Player {
        private let socket: RawSocket
        private var rolls = 0
        private let requests: [UInt8]

        init(_ diced: Server) throws {
            socket = try RawSocket(diced.socket)
            let roll = Method.roll(RollParams(table: .default, animate: false)).bytes
            requests = (0..<MemoryRow.batch).flatMap { _ in roll }
        }

        func roll(_ count: Int) throws {
            let end = rolls + count
            while rolls < end {
                try socket.send(requests)
                try socket.receiveLines(MemoryRow.batch)
                rolls += MemoryRow.batch
                guard rolls % MemoryRow.rollsPerTurn == 0 else { continue }
                try socket.send(Method.endTurn(EndTurnParams(table: .default)).bytes)
                try socket.receiveLine()
            }
        }
    }
}
