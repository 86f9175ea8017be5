import Glibc
import ProgramTestSupport
import Testing

@Suite("dicectl watch", .room)
struct DicectlWatchTests {
    @Test("watch prints the state and then a line for each event")
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
    }

    @Test("watch --json prints the snapshot and then the notifications as they come")
    func json() async throws {
        let room = try Room.here
        let client = try await room.daemon().client()
        try await client.result("table.watch")
        let watch = try room.startDicectl("watch", "--json")
        let first = try await watch.output.first { _ in true }.element
        #expect(JSON(first.utf8) == (try await client.result("table.get")))
        try await client.result("table.roll")
        try await watch.output.first { $0.contains("rollSettled") }
        // The number of watchers is told a second after they came, which may be on either side of the roll's end.
        let (told, sent) = (watch.output.all.dropFirst().compactMap { JSON($0.utf8) }, client.notifications)
        #expect(
            told.filter { $0["params"]["event"] != "watchersChanged" }
                == sent.filter { $0["params"]["event"] != "watchersChanged" })
        watch.signal(SIGTERM)
        _ = try await watch.ending()
    }

    @Test("watch into head -1 ends quietly though nothing happens any more")
    func head() async throws {
        let room = try Room.here
        _ = try await room.daemon()
        let pipeline = try room.start(
            "/bin/bash", ["-c", #"set -o pipefail; "$0" watch | head -1"#, Programs.dicectl],
            environment: room.clientEnvironment)
        let outcome = try await pipeline.outcome()
        #expect(outcome.ending == .exited(0))
        #expect(outcome.output.count == 1 && outcome.complaint == "")
    }

    @Test("watch survives a killed and restarted daemon and shows the new state")
    func restart() async throws {
        let room = try Room.here
        let daemon = try await room.daemon()
        try await daemon.client().result("table.roll", ["animate": false])
        let watch = try room.startDicectl("watch", "--json")
        let before = try #require(JSON(try await watch.output.first { _ in true }.element.utf8))
        try await daemon.kill()
        try await watch.errors.first { $0.contains("gone") }
        let client = try await room.daemon().client()
        let after = try #require(JSON(try await watch.output.first(from: 1) { _ in true }.element.utf8))
        #expect(after["dice"] == before["dice"] && after["roll"] == 1)
        try await client.result("table.roll", ["animate": false])
        try await watch.output.first { $0.contains("rollSettled") }
        #expect(watch.isAlive)
    }

    @Test("watch tells that the table was deleted, and shows it again when it is made anew")
    func deleted() async throws {
        let room = try Room.here
        let client = try await room.daemon().client()
        try await client.result("table.create", ["table": "t", "dice": [6]])
        let watch = try room.startDicectl("watch", "--table", "t")
        try await watch.output.first { _ in true }
        try await client.result("table.delete", ["table": "t"])
        try await watch.output.first { $0 == "t deleted" }
        try await client.result("table.create", ["table": "t", "dice": [6, 6, 20]])
        try await watch.output.first { $0 == "t turn 1 roll 0: 1 1 1 = 3" }
        try await client.result("table.roll", ["table": "t", "animate": false, "by": "ann"])
        try await watch.output.first { $0.hasPrefix("t turn 1 roll 1 ann:") }
        watch.signal(SIGINT)
        #expect(try await watch.ending() == .exited(130))
    }
}
