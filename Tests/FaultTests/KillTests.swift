import DiceModel
import Glibc
import ProgramTestSupport
import Testing

@Suite("kill -9 at any moment", .room)
struct KillTests {
    @Test(
        "acknowledged changes survive a kill, none is stored in part, and no die animates",
        arguments: [Soak.seed]
    )
    func mixedLoad(seed: UInt64) async throws {
        let room = try Room.here
        var luck = SeededGenerator(seed: seed)
        let players = [
            Player("few", tables: 3, sizes: [1, 2, 5], seed: luck.next()),
            Player("many", tables: 2, sizes: [50, 100], seed: luck.next()),
            Player("lone", tables: 1, sizes: [5], seed: luck.next()),
        ]
        let crowd = Crowd()
        let scorer = Scorer()
        var starts: [Duration] = []
        let kills = Soak.size(10, long: 200)
        var promised: [Int: JSON] = [:]
        for killed in 0...kills {
            let start = ContinuousClock.now
            let daemon = try await room.daemon()
            starts.append(start.duration(to: .now))
            let client = try daemon.client()
            for player in players {
                try await player.check(with: client)
            }
            try await crowd.check(with: client, isOver: killed == kills)
            try await scorer.check(with: client)
            #expect(try await client.result("server.status")["animating"] == 0)
            let open = try await client.result("table.get")
            let turn = try #require(open["turn"].int)
            #expect(
                promised[turn, default: open["commitment"]] == open["commitment"],
                "the seed was replaced"
            )
            promised[turn] = open["commitment"]
            let verified = try await room.dicectl("verify", "--all")
            let isEmpty =
                verified.ending == .exited(65)
                && verified.complaint.contains("no entries")
            #expect(verified.ending == .exited(0) || isEmpty, "\(verified.complaint)")
            if killed == kills {
                break
            }
            try await client.result("table.watch")

            // The number of changes that are acknowledged before the kill, which sometimes also
            // waits for dice to settle.
            let count = Int.random(in: 1...40, using: &luck)
            let mustSettle = killed % 4 == 3
            // The kill may come at any later moment.
            let moment = Duration.microseconds(
                Int64.random(in: 0...20_000, using: &luck)
            )
            let progress = Progress()
            let clients = try (1...7).map { _ in try daemon.client() }
            await withTaskGroup { group in
                for (player, client) in zip(players, clients) {
                    group.addTask { await player.play(with: client, progress) }
                }
                for (number, client) in clients[3..<6].enumerated() {
                    let seed = luck.next()
                    group.addTask {
                        await crowd.play(
                            with: client,
                            as: "crowd \(number)",
                            seed: seed,
                            progress
                        )
                    }
                }
                group.addTask { await scorer.play(with: clients[6], progress) }
                group.addTask {
                    try? await progress.acknowledged(count, withSettledDice: mustSettle)
                    // A real delay, not a wait: the kill happens at any moment.
                    try? await Task.sleep(for: moment)
                    daemon.child.signal(SIGKILL)
                }
            }
            #expect(try await daemon.child.ending() == .killed(by: SIGKILL))
            try await client.lines.ended()
            expectOrder(client.notifications.map { $0["params"] })
        }
        var acknowledged = await crowd.acknowledged + scorer.acknowledged
        for player in players {
            acknowledged += await player.acknowledged
        }
        #expect(acknowledged > kills)
        starts.sort()
        print(
            "kill -9: \(kills) kills, seed \(seed), \(acknowledged) changes acknowledged, "
                + "ready after \(starts[starts.count / 2]) (median), \(starts.last ?? .zero) (longest)"
        )
    }

    /// Checks the order of one watcher's notifications: a table's revision, turn and roll never
    /// decrease.
    private func expectOrder(_ notifications: [JSON]) {
        for (one, next) in zip(notifications, notifications.dropFirst()) {
            #expect(one["revision"].int ?? 0 <= next["revision"].int ?? 0)
        }
        let frames = notifications.filter { $0["event"] == .null }
        for (one, next) in zip(frames, frames.dropFirst()) {
            #expect(
                (one["turn"].int ?? 0, one["roll"].int ?? 0) <= (
                    next["turn"].int ?? 0, next["roll"].int ?? 0
                )
            )
        }
    }
}
