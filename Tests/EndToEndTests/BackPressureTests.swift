import ProgramTestSupport
import Testing

/// Clients that request more than they read.
@Suite("Responses queued for a reader", .quickRoom)
struct BackPressureTests {
    private static func get(_ id: Int) -> String {
        #"{"jsonrpc":"2.0","id":\#(id),"method":"table.get","params":{"table":"big"}}"#
    }

    /// Checks that the client's lines, which are not parsed, are the complete replies to the first
    /// `count` requests, in order.
    private func checkReplies(_ client: Client, _ count: Int) {
        let replies = client.lines.all.compactMap(\.string)
        #expect(replies.count == count)
        let starts = (1...count).map {
            #"{"jsonrpc":"2.0","id":\#($0),"result":{"table":"big","#
        }
        #expect(
            zip(replies, starts).allSatisfy { $0.hasPrefix($1) && $0.hasSuffix("}}}") }
        )
        let sizes = Set(zip(replies, starts).map { $0.utf8.count - $1.utf8.count })
        #expect(
            sizes.count == 1 && sizes.allSatisfy { $0 > 60_000 },
            "the same table each time"
        )
    }

    @Test(
        "large replies wait for a client that does not read yet, and the connection continues"
    )
    func largeReplies() async throws {
        let daemon = try await Room.here.daemon()
        let other = try daemon.client()
        let deaf = try daemon.client(reading: false)
        try await other.result("table.create", SlowReaderTests.big)
        // Each reply takes some 66 kB, twice the unsent limit.
        let count = 32
        await deaf.send((1...count).map(Self.get).joined(separator: "\n"))
        for _ in 1...100 {
            try await other.result("ping")
        }
        #expect(try await other.result("table.roll")["outcome"] == "completed")
        deaf.startReading(parsing: false)
        try await deaf.lines.until { $0.count == count }
        checkReplies(deaf, count)
        await deaf.send(#"{"jsonrpc":"2.0","id":0,"method":"ping"}"#)
        try await deaf.lines.first(from: count) {
            $0.string?.contains(#""result":{}"#) == true
        }
        #expect(!daemon.child.errors.all.contains { $0.contains("closed") })
    }

    @Test(
        "a client that closed its writing side receives every reply, however late it reads"
    )
    func lateReader() async throws {
        let daemon = try await Room.here.daemon()
        let other = try daemon.client()
        let late = try daemon.client(reading: false)
        let ofOneReply = try daemon.client(reading: false)
        try await other.result("table.create", SlowReaderTests.big)
        let count = 20
        await late.send((1...count).map(Self.get).joined(separator: "\n"))
        // A reply that is longer than a socket's buffer.
        await ofOneReply.send("[" + (1...10).map(Self.get).joined(separator: ",") + "]")
        for client in [late, ofOneReply] {
            client.halfClose()
        }
        for _ in 1...100 {
            try await other.result("ping")
        }
        for client in [late, ofOneReply] {
            client.startReading(parsing: false)
            try await client.lines.ended()
        }
        checkReplies(late, count)
        #expect(ofOneReply.lines.count == 1)
        let line = try #require(ofOneReply.lines.all.first?.string)
        #expect(line.utf8.count > 600_000)
        #expect(line.hasSuffix("}]"))
        try await other.status(becomes: "clients", 1)
    }

    @Test(
        "requests of a client that does not read stay in the socket, not in the daemon's memory"
    )
    func requestsWait() async throws {
        let daemon = try await Room.here.daemon()
        let other = try daemon.client()
        let deaf = try daemon.client(reading: false)
        let requests = String(
            repeating: #"{"jsonrpc":"2.0","id":1,"method":"ping"}"# + "\n",
            count: 20_000
        )
        let isTaken = Locked(false)
        async let sent: Void = {
            await deaf.send(Array(requests.utf8))
            isTaken.withLock { $0 = true }
        }()
        // The daemon reads from each client in turn, 2 KiB at a time: it could read all 820 kB
        // while it answers the pings.
        for _ in 1...500 {
            try await other.result("ping")
        }
        #expect(!isTaken.withLock { $0 })
        try await daemon.kill()
        await sent
    }
}
