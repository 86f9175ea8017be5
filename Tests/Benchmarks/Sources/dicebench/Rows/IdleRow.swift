import DiceModel
import DiceWire

/// Watchers, and nothing happens: how often any thread of the daemon wakes up.
struct IdleRow: Row {
    private static let watchers = 100
    /// Until the status has been told and spare threads have ended.
    private static let settlingSeconds = 7.0

    func measure(_ bench: Bench) throws -> [Line] {
        let diced = try Server.diced(bench)
        let redis = try Server.redis(bench)
        let watchers = try Audience(diced.socket, count: Self.watchers)
        try watchers.sendAll(Method.watch(WatchParams(table: .default)).bytes)
        let subscribers = try redis.map { try Audience($0.socket, count: Self.watchers) }
        try subscribers?.sendAll(Redis.command("SUBSCRIBE", "table"))
        sleep(seconds: Self.settlingSeconds)

        let servers = [diced, redis].compactMap(\.self)
        let before = try servers.map { try ProcessUse.sleeps($0.pid) }
        var seconds = 0
        for _ in bench.turns("nothing happens", most: 10, least: 5) {
            sleep(seconds: 1)
            seconds += 1
        }
        let wakeUps = try zip(servers, before).map { Double(try ProcessUse.sleeps($0.pid) - $1) }
        let redisNote = wakeUps.count > 1 ? "; Redis: \(Unit.count.text(wakeUps[1]))" : ""
        return [
            .absolute(
                row: "idle", work: "wake-ups in \(seconds) s, 100 watchers", unit: .count,
                ours: Figures(median: wakeUps[0]), atMost: 0,
                note: "the watchdog is off" + redisNote)
        ]
    }
}
