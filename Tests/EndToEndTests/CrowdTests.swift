import Foundation
import ProgramTestSupport
import Testing

@Suite("Many connections at once", .quickRoom, .needs(.prlimit))
struct CrowdTests {
    private static let limit = 96

    @Test(
        "a crowd that needs every descriptor waits in part, and is served when there is room"
    )
    func reserve() async throws {
        let room = try Room.here
        let daemon = try await room.daemon(through: [
            Tool.prlimit.name, "--nofile=\(Self.limit):\(Self.limit)",
        ])
        let first = try daemon.client()
        try await first.result("table.watch")
        let crowd = try (1...Self.limit).map { _ in try daemon.client() }
        for client in crowd {
            await client.send(#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#)
        }
        // Clients are accepted when the daemon's loop runs, as it does for each request.
        var admitted = 0
        var unchanged = 0
        while unchanged < 100 {
            let clients = try #require(
                try await first.result("server.status")["clients"].int
            )
            unchanged = clients == admitted ? unchanged + 1 : 0
            admitted = clients
        }
        #expect(admitted < crowd.count, "there was room for all")
        let used = try FileManager.default.contentsOfDirectory(
            atPath: "/proc/\(daemon.child.pid)/fd"
        ).count
        // Of these, 24 are reserved for the daemon itself, which may already have opened some of
        // them.
        #expect((16...32).contains(Self.limit - used), "\(used) in use")

        let turns = Soak.size(2, long: 10)
        var entry = JSON.null
        for turn in 1...turns {
            #expect(try await first.result("table.roll")["outcome"] == "completed")
            entry = try await first.result("table.endTurn").entry
            #expect(entry["turn"] == JSON(turn))
        }
        #expect(daemon.child.errors.count < 10 + turns)
        let waiting = crowd.filter { $0.lines.count == 0 }
        for client in crowd where client.lines.count > 0 {
            client.close()
        }
        for client in waiting {
            _ = try await client.reply(1)
            client.close()
        }
        try await first.status(becomes: "clients", 1)
        try await daemon.kill()
        #expect(
            try await room.daemon().client().result("table.history", ["limit": 1])[
                "entries"
            ] == [
                entry
            ]
        )
    }

    @Test("the reason for refusing connections is logged once, and they are accepted later")
    func untaken() async throws {
        let daemon = try await Room.here.daemon()
        try await limit(daemon.child, files: 3)
        let client = try daemon.client()
        let line = try await daemon.child.errors.first {
            $0.contains("cannot accept a connection")
        }
        #expect(line.element.contains("Too many open files"))
        try await limit(daemon.child, files: Self.limit)
        try await client.result("ping")
        #expect(
            daemon.child.errors.all.count {
                $0.contains("cannot accept a connection")
            } == 1
        )
    }

    private func limit(_ child: Child, files: Int) async throws {
        let outcome = try await Room.here.start(
            Tool.prlimit.name,
            ["--pid", "\(child.pid)", "--nofile=\(files):"]
        ).outcome()
        #expect(outcome.ending == .exited(0), "\(outcome.complaint)")
    }
}
