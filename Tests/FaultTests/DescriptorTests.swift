import ProgramTestSupport
import Testing

@Suite("Out of file descriptors", .room, .needs(.prlimit))
struct DescriptorTests {
    private static let limit = 96
    /// What the daemon keeps for itself, less what it may have opened meanwhile.
    private static let kept = 20

    @Test("the daemon serves those it has, keeps descriptors for itself, and takes the others when there is room again")
    func acceptsAgain() async throws {
        let daemon = try await Room.here.daemon(through: [Tool.prlimit.name, "--nofile=\(Self.limit):\(Self.limit)"])
        let (roller, watcher) = (try daemon.client(), try daemon.client())
        try await watcher.result("table.watch")
        try await roller.result("ping")
        // More than there is room for.
        let crowd = try (1...90).map { _ in try daemon.client() }
        for client in crowd { await client.send(#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#) }
        _ = try await crowd[0].reply(1)

        let rolls = Soak.size(2, long: 10)
        for turn in 1...rolls {
            let mark = watcher.lines.count
            #expect(try await roller.result("table.roll")["outcome"] == "completed")
            try await watcher.event("rollSettled", from: mark)
            #expect(try await roller.result("table.endTurn")["turn"] == JSON(turn))
        }
        let clients = try await roller.result("server.status")["clients"].int ?? 0
        #expect(clients > crowd.count / 2 && clients < crowd.count)
        #expect(Self.limit - daemon.child.descriptors >= Self.kept)
        #expect(daemon.child.errors.count < 10 + rolls)

        let waiting = crowd.filter { $0.lines.count == 0 }
        for client in crowd where client.lines.count > 0 { client.close() }
        for client in waiting {
            _ = try await client.reply(1)
            client.close()
        }
        #expect(try await daemon.client().result("ping") == [:])
        print("out of descriptors: \(clients) clients are served, the others wait")
    }
}
