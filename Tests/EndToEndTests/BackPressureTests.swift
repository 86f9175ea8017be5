import ProgramTestSupport
import Testing

/// Clients that ask for more than they read.
@Suite("Replies that wait for their reader", .room)
struct BackPressureTests {
    private static func get(_ id: Int) -> String {
        #"{"jsonrpc":"2.0","id":\#(id),"method":"table.get","params":{"table":"big"}}"#
    }

    /// Whether the client's lines, which are not parsed, are the replies to the first `count` requests, in order and whole.
    private func checkReplies(_ client: Client, _ count: Int) {
        let replies = client.lines.all.compactMap(\.string)
        #expect(replies.count == count)
        let starts = (1...count).map { #"{"jsonrpc":"2.0","id":\#($0),"result":{"table":"big","# }
        #expect(zip(replies, starts).allSatisfy { $0.hasPrefix($1) && $0.hasSuffix("}]}}") })
        let sizes = Set(zip(replies, starts).map { $0.utf8.count - $1.utf8.count })
        #expect(sizes.count == 1 && sizes.allSatisfy { $0 > 60_000 }, "the same table each time")
    }

    @Test("a client that sends and does not read is waited for, and gets every reply when it reads")
    func manyRequests() async throws {
        let daemon = try await Room.here.daemon()
        let (other, deaf) = (try daemon.client(), try daemon.client(reading: false))
        let count = 20_000
        let requests = (1...count).map { #"{"jsonrpc":"2.0","id":\#($0),"method":"ping"}"# }
        async let sent: Void = deaf.send(requests.joined(separator: "\n"))
        for _ in 0..<20 { try await other.result("ping") }
        #expect(try await other.result("table.roll")["outcome"] == "completed")
        deaf.startReading()
        await sent
        try await deaf.lines.until { $0.count == count }
        #expect(deaf.lines.all.map { $0["id"].int } == (1...count).map { $0 })
    }

    @Test("large replies wait for a client that does not read yet, and not in the daemon's memory")
    func largeReplies() async throws {
        let daemon = try await Room.here.daemon()
        let (other, deaf) = (try daemon.client(), try daemon.client(reading: false))
        try await other.result("table.create", SlowReaderTests.big)
        // Some 66 kB each: twice as much as may wait unsent.
        let count = 32
        await deaf.send((1...count).map(Self.get).joined(separator: "\n"))
        for _ in 1...100 { try await other.result("ping") }
        deaf.startReading(parsing: false)
        try await deaf.lines.until { $0.count == count }
        checkReplies(deaf, count)
        await deaf.send(#"{"jsonrpc":"2.0","id":0,"method":"ping"}"#)
        try await deaf.lines.first(from: count) { $0.string?.contains(#""result":{}"#) == true }
        #expect(!daemon.child.errors.all.contains { $0.contains("closed") })
    }

    @Test(
        "a client that has shut down its writing side gets all that it asked for, however late it reads",
        arguments: [4, 9, 20])
    func lateReader(_ count: Int) async throws {
        let daemon = try await Room.here.daemon()
        let (other, late) = (try daemon.client(), try daemon.client(reading: false))
        try await other.result("table.create", SlowReaderTests.big)
        await late.send((1...count).map(Self.get).joined(separator: "\n"))
        late.halfClose()
        for _ in 1...100 { try await other.result("ping") }
        late.startReading(parsing: false)
        try await late.lines.ended()
        checkReplies(late, count)
        try await other.status(becomes: "clients", 1)
    }

    @Test("a reply that is longer than a socket holds comes whole to who has ended the input and reads late")
    func lateReaderOfOneReply() async throws {
        let daemon = try await Room.here.daemon()
        let (other, late) = (try daemon.client(), try daemon.client(reading: false))
        try await other.result("table.create", SlowReaderTests.big)
        await late.send("[" + (1...10).map(Self.get).joined(separator: ",") + "]")
        late.halfClose()
        for _ in 1...100 { try await other.result("ping") }
        late.startReading(parsing: false)
        try await late.lines.ended()
        #expect(late.lines.count == 1)
        let line = try #require(late.lines.all.first?.string)
        #expect(line.utf8.count > 600_000 && line.hasSuffix("}]"))
    }

    @Test("requests of a client that does not read stay in the socket, and not in the daemon's memory")
    func requestsWait() async throws {
        let daemon = try await Room.here.daemon()
        let (other, deaf) = (try daemon.client(), try daemon.client(reading: false))
        let requests = String(repeating: #"{"jsonrpc":"2.0","id":1,"method":"ping"}"# + "\n", count: 60_000)
        let isTaken = Locked(false)
        async let sent: Void = {
            await deaf.send(Array(requests.utf8))
            isTaken.withLock { $0 = true }
        }()
        // The daemon reads of each client in turn, 2 KiB at a time: it could have read all 2.4 MB meanwhile.
        for _ in 1...2_000 { try await other.result("ping") }
        #expect(!isTaken.withLock { $0 })
        try await daemon.kill()
        await sent
    }

    @Test("what the replies to a batch hold beyond 1 MiB is refused")
    func largeBatch() async throws {
        let daemon = try await Room.here.daemon()
        let (other, client) = (try daemon.client(), try daemon.client(reading: false))
        try await other.result("table.create", SlowReaderTests.big)
        client.startReading(parsing: false)
        await client.send(Self.get(0))
        let size = try #require(try await client.lines.first { _ in true }.element.string?.utf8.count)
        await client.send("[" + (1...500).map(Self.get).joined(separator: ",") + "]")
        let line = try #require(try await client.lines.first(from: 1) { _ in true }.element.string)
        let replies = line.dropFirst().dropLast().split(separator: #"{"jsonrpc":"2.0","id":"#)
        #expect(replies.map { $0.prefix { $0 != "," } } == (1...500).map { "\($0)" })
        let done = replies.prefix { $0.utf8.count > 10_000 }.count
        // As many as it takes to pass the limit.
        #expect((1 << 20) / (size + 3)...(1 << 20) / size + 1 ~= done)
        for reply in replies[done...] {
            #expect(reply.contains(#""error":{"code":8,"#) && reply.contains(#""limit":1048576"#))
        }
        #expect(try await other.result("ping") == [:])
    }

    @Test("of two members with one name the last counts")
    func membersTwice() async throws {
        let client = try await Room.here.daemon().client()
        await client.send(#"{"jsonrpc":"1.0","id":1,"method":"shake","jsonrpc":"2.0","method":"ping","id":2}"#)
        #expect(try await client.reply(2) == ["jsonrpc": "2.0", "id": 2, "result": [:]])
        await client.send(#"{"jsonrpc":"2.0","id":3,"method":"ping","method":"shake"}"#)
        #expect(try await client.reply(3)["error"]["code"] == -32601)
        await client.send(#"{"jsonrpc":"2.0","id":4,"method":"table.lock","params":{"dice":[1],"dice":[2,4]}}"#)
        #expect(
            try await client.reply(4)["result"]["dice"].array.map { $0["locked"] }
                == [false, true, false, true, false])
        await client.send(
            #"{"jsonrpc":"2.0","id":5,"method":"table.lock","params":{"dice":[1]},"params":{"dice":[5]}}"#)
        #expect(
            try await client.reply(5)["result"]["dice"].array.map { $0["locked"] } == [false, true, false, true, true])
        await client.send(#"{"jsonrpc":"2.0","id":6,"method":"table.get","params":{"table":"default","table":"none"}}"#)
        #expect(try await client.reply(6)["error"]["data"]["reason"] == "tableNotFound")
        await client.send(#"[{"jsonrpc":"2.0","id":7,"method":"shake","method":"ping","id":8}]"#)
        let batch = try await client.lines.first { !$0.array.isEmpty }.element
        #expect(batch == [["jsonrpc": "2.0", "id": 8, "result": [:]]])
    }

    @Test("what happens at a table that a batch asks for is told behind the batch's answer")
    func snapshotInBatch() async throws {
        let client = try await Room.here.daemon().client()
        await client.send(
            #"[{"jsonrpc":"2.0","id":1,"method":"table.watch"},"#
                + #"{"jsonrpc":"2.0","id":2,"method":"table.roll","params":{"animate":false}}]"#)
        try await client.event("rollSettled")
        let lines = client.lines.all
        let kinds = lines.dropFirst().map { $0["method"] == "frame" ? "frame" : $0["params"]["event"] }
        #expect(kinds == ["frame", "rollStarted", "rollSettled"])
        #expect(lines[0].array.map { $0["id"] } == [1, 2])
        #expect(lines[0][0]["result"]["roll"] == 0 && lines[0][1]["result"]["roll"] == 1)
    }
}
