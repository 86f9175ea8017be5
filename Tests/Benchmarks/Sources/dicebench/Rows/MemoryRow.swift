import DiceClient
import DiceModel
import DiceWire
import Glibc

/// Resident memory: idle, and with watchers.
struct MemoryRow: Row {
    private static let watchers = 1_000
    func measure(_ bench: Bench) throws -> [Line] {
        let redis = try redisUse(bench)
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
                row: "memory",
                work: "idle",
                unit: .bytes,
                ours: Figures(median: idle.resident),
                atMost: 20e6,
                note: idle.note
                    + (redis.map { "; Redis \(Unit.bytes.text($0.idle))" } ?? "")
            ),
            .absolute(
                row: "memory",
                work: "each of 1,000 idle watchers",
                unit: .bytes,
                ours: Figures(median: each),
                atMost: 8e3,
                note: redis.map {
                    "a subscriber of Redis: \(Unit.bytes.text($0.subscriber))"
                }
            ),
        ]
    }

    private func redisUse(_ bench: Bench) throws -> (idle: Double, subscriber: Double)? {
        guard let redis = try Server.redis(bench) else { return nil }
        let idle = try MemoryUse(of: redis.pid).resident
        let audience = try Audience(redis.socket, count: Self.watchers)
        try audience.sendAll(Redis.command("SUBSCRIBE", "table"))
        while try audience.listen(milliseconds: 300) {}
        return (
            idle, (try MemoryUse(of: redis.pid).resident - idle) / Double(Self.watchers)
        )
    }
}
