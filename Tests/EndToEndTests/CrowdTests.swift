import Foundation
import ProgramTestSupport
import Testing

@Suite("A crowd at the door", .room, .needs(.prlimit))
struct CrowdTests {
    private static let limit = 96

    /// How many descriptors the daemon has open.
    private func descriptors(_ daemon: Daemon) throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/\(daemon.child.pid)/fd").count
    }

    @Test("a crowd that would take every descriptor leaves the daemon those that it needs to write its store")
    func reserve() async throws {
        let room = try Room.here
        let daemon = try await room.daemon(through: [Tool.prlimit.name, "--nofile=\(Self.limit):\(Self.limit)"])
        let first = try daemon.client()
        try await first.result("ping")
        let crowd = try (1...Self.limit).map { _ in try daemon.client() }
        // Whoever is let in is let in when the daemon's loop turns, as it does for each request.
        var (admitted, unchanged) = (0, 0)
        while unchanged < 100 {
            let clients = try #require(try await first.result("server.status")["clients"].int)
            (admitted, unchanged) = clients == admitted ? (admitted, unchanged + 1) : (clients, 0)
        }
        #expect(admitted < crowd.count, "there was room for all")
        let used = try descriptors(daemon)
        // 24 are kept for what the daemon itself opens, of which it may have opened some by now.
        #expect((16...32).contains(Self.limit - used), "\(used) in use")

        try await first.result("table.roll", ["animate": false])
        let entry = try await first.result("table.endTurn").entry
        try await daemon.kill()
        for client in crowd { client.close() }
        let again = try await room.daemon().client()
        #expect(try await again.result("table.history")["entries"] == [entry])
    }
}
