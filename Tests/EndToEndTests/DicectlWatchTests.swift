import Glibc
import ProgramTestSupport
import Testing

@Suite("dicectl watch", .quickRoom)
struct DicectlWatchTests {
    @Test(
        "`watch` prints the state and then a line per event, and ends quietly if piped into head"
    )
    func plain() async throws {
        let room = try Room.here
        let client = try await room.daemon().client()
        let watch = try room.startDicectl("watch")
        try await watch.output.first { $0.hasPrefix("default turn 1 roll 0: ") }
        try await client.result("table.roll", ["by": "ann"])
        try await client.result("table.lock", ["dice": [1]])
        try await client.result("table.endTurn", ["by": "ben"])
        try await watch.output.first { $0.contains("ended by ben") }
        #expect(watch.output.count == 5)
        watch.signal(SIGINT)
        #expect(try await watch.ending() == .exited(130))
        let pipeline = try room.start(
            "/bin/bash",
            ["-c", #"set -o pipefail; "$0" watch | head -1"#, Programs.dicectl],
            environment: room.clientEnvironment
        )
        let outcome = try await pipeline.outcome()
        #expect(outcome.ending == .exited(0))
        #expect(outcome.output.count == 1)
        #expect(outcome.complaint == "")
    }

    @Test("`watch --json` prints the snapshot and then each notification as it arrives")
    func json() async throws {
        let room = try Room.here
        let client = try await room.daemon().client()
        try await client.result("table.watch")
        let watch = try room.startDicectl("watch", "--json")
        let first = try await watch.output.first { _ in true }.element
        #expect(JSON(first.utf8) == (try await client.result("table.get")))
        try await client.result("table.roll")
        try await watch.output.first { $0.contains("rollSettled") }
        // The number of watchers is sent a second after a watcher joins, which may be before or
        // after the roll ends.
        let told = watch.output.all.dropFirst().compactMap { JSON($0.utf8) }
        let sent = client.notifications
        #expect(
            told.filter { $0["params"]["event"] != "watchersChanged" }
                == sent.filter { $0["params"]["event"] != "watchersChanged" }
        )
    }

    @Test("watch survives a killed and restarted daemon and shows the new state")
    func restart() async throws {
        let room = try Room.here
        let daemon = try await room.daemon()
        try await daemon.client().result("table.roll", ["animate": false])
        let watch = try room.startDicectl("watch", "--json")
        let before = try #require(
            JSON(try await watch.output.first { _ in true }.element.utf8)
        )
        try await daemon.kill()
        try await watch.errors.first { $0.contains("disconnected") }
        let client = try await room.daemon().client()
        let after = try #require(
            JSON(try await watch.output.first(from: 1) { _ in true }.element.utf8)
        )
        #expect(after["dice"] == before["dice"] && after["roll"] == 1)
        try await client.result("table.roll", ["animate": false])
        try await watch.output.first { $0.contains("rollSettled") }
        #expect(watch.isAlive)
    }
}
