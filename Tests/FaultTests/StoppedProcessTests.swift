import Foundation
import ProgramTestSupport
import Testing

@Suite("Processes that are stopped in mid-roll and continued", .quietRoom)
struct StoppedProcessTests {
    /// Longer than any roll.
    private static let pause = Duration.seconds(Soak.size(2, long: 10))

    @Test("a daemon that goes on settles every die at once, on the face that was drawn, without a burst of old frames")
    func daemon() async throws {
        let room = try Room.here
        let faces = try await room.faces(seed: 3)
        let daemon = try await room.daemon("--seed", "3")
        let (roller, watcher) = (try daemon.client(), try daemon.client())
        try await watcher.result("table.watch")
        let roll = await roller.begin("table.roll")
        try await watcher.frames(atLeast: 4)
        daemon.child.signal(SIGSTOP)
        try await Task.sleep(for: Self.pause)

        let mark = watcher.lines.count
        let start = ContinuousClock.now
        daemon.child.signal(SIGCONT)
        let result = try await roller.reply(roll)["result"]
        let duration = start.duration(to: .now)
        #expect(duration < .seconds(1), "\(duration)")
        #expect(result["outcome"] == "completed")
        #expect(result["dice"].array.map { $0["value"] } == faces)
        try await watcher.event("rollSettled")
        let frames = watcher.lines.all.dropFirst(mark).filter { $0["method"] == "frame" }.map { $0["params"] }
        // One that was being gathered when the pause came, one with what became due in it, and the last die's.
        #expect(frames.count <= 3, "\(frames)")
        let last = try #require(frames.last)["dice"].array
        #expect(last.allSatisfy { $0["animating"] == false }, "nothing stale is shown: \(frames)")
        for die in last { #expect(die["value"] == faces[(die["die"].int ?? 1) - 1]) }
        print("stopped for \(Self.pause) in mid-roll: settled \(duration) after SIGCONT, in \(frames.count) frame(s)")
    }

    @Test("a hundred tables that go on settle at once too")
    func manyTables() async throws {
        let room = try Room.here
        let daemon = try await room.daemon()
        let client = try daemon.client()
        let names = (1...100).map { JSON.string("t\($0)") }
        for name in names {
            try await client.result("table.create", ["table": name, "dice": [6, 6, 6, 6, 6]])
            try await client.result("table.watch", ["table": name])
        }
        var rolls: [Int] = []
        for name in names { rolls.append(await client.begin("table.roll", ["table": name])) }
        try await client.lines.until { $0.count { $0["params"]["event"] == "rollStarted" } == 100 }
        daemon.child.signal(SIGSTOP)
        try await Task.sleep(for: Self.pause)
        let mark = client.lines.count
        daemon.child.signal(SIGCONT)
        for roll in rolls { #expect(try await client.reply(roll)["result"]["outcome"] == "completed") }
        let frames = client.lines.all.dropFirst(mark).count { $0["method"] == "frame" }
        #expect(frames <= 3 * names.count, "\(frames) frames")
        #expect(try await client.result("server.status")["animating"] == 0)
    }

    @Test("a dicectl watch and a dicectl roll that go on tell the end of the roll, and nobody had to wait for them")
    func clients() async throws {
        let room = try Room.here
        let daemon = try await room.daemon()
        let client = try daemon.client()
        let watch = try room.startDicectl("watch", "--json")
        try await client.status(becomes: "watchers", 1)
        try await client.result("table.watch")
        let roll = try room.startDicectl("roll", "--json")
        try await client.event("rollStarted")
        watch.signal(SIGSTOP)
        roll.signal(SIGSTOP)
        let settled = try await client.event("rollSettled").element["params"]
        #expect(settled["outcome"] == "completed")
        let next = try await client.result("table.roll", ["animate": false])

        watch.signal(SIGCONT)
        roll.signal(SIGCONT)
        #expect(try await roll.ending() == .exited(0))
        let told = try await roll.outcome().json
        #expect(told["dice"] == settled["dice"] && told["outcome"] == "completed")
        try await watch.output.first { line in
            let params = JSON(line.utf8)?["params"] ?? .null
            return params["event"] == "rollSettled" && params["dice"] == next["dice"]
        }
        let events = watch.output.all.compactMap { JSON($0.utf8)?["params"]["event"].string }
        #expect(events == ["rollStarted", "rollSettled", "rollStarted", "rollSettled"])
    }
}
