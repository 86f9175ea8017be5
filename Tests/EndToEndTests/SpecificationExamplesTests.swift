import ProgramTestSupport
import Testing

/// The examples of section 7 of the JSON-RPC 2.0 specification, with our methods in the place of theirs.
@Suite("Examples of the JSON-RPC 2.0 specification", .room)
struct SpecificationExamplesTests {
    /// Sends a line and returns what it is answered with; nil when nothing answers it.
    private func answer(_ line: String) async throws -> JSON? {
        let client = try await Room.here.daemon().client()
        await client.send(line)
        client.halfClose()
        try await client.lines.ended()
        #expect(client.lines.count <= 1)
        return client.lines.all.first
    }

    /// The reply without the words of its error, which are ours.
    private func bare(_ reply: JSON?) -> JSON? {
        guard case .object(var members) = reply, let error = members["error"] else { return reply }
        members["error"] = ["code": error["code"]]
        return .object(members)
    }

    private func refused(_ code: Int, id: JSON = nil) -> JSON {
        ["jsonrpc": "2.0", "error": ["code": JSON(code)], "id": id]
    }

    @Test(
        "a call with named parameters is answered under its id",
        arguments: ["1", #""one""#, "null", "-7", "2.5", #""""#])
    func namedParameters(_ id: String) async throws {
        let reply = try await answer(
            #"{"jsonrpc": "2.0", "method": "table.history", "params": {"table": "default", "limit": 5}, "id": \#(id)}"#)
        #expect(reply == ["jsonrpc": "2.0", "result": ["entries": [], "more": false], "id": JSON(id.utf8) ?? "?"])
    }

    @Test("the order of the members and of the parameters is free")
    func anyOrder() async throws {
        let reply = try await answer(
            #"{"id": 4, "params": {"limit": 5, "table": "default"}, "method": "table.history", "jsonrpc": "2.0"}"#)
        #expect(reply == ["jsonrpc": "2.0", "result": ["entries": [], "more": false], "id": 4])
    }

    @Test("a notification is carried out and not answered")
    func notification() async throws {
        let client = try await Room.here.daemon().client()
        await client.send(#"{"jsonrpc": "2.0", "method": "table.lock", "params": {"dice": [2]}}"#)
        let table = try await client.result("table.get")
        #expect(table["dice"][1]["locked"] == true)
        #expect(client.lines.count == 1)
    }

    @Test(
        "a notification of an unknown method, or with bad params, is not answered",
        arguments: [
            #"{"jsonrpc": "2.0", "method": "foobar"}"#,
            #"{"jsonrpc": "2.0", "method": "table.lock", "params": {"dice": [77]}}"#,
            #"{"jsonrpc": "2.0", "method": "table.lock", "params": [2]}"#,
        ])
    func badNotification(_ line: String) async throws {
        #expect(try await answer(line) == nil)
    }

    @Test("a call of a method that does not exist")
    func unknownMethod() async throws {
        let reply = try await answer(#"{"jsonrpc": "2.0", "method": "foobar", "id": "1"}"#)
        #expect(bare(reply) == refused(-32601, id: "1"))
    }

    @Test("a call with invalid JSON")
    func invalidJSON() async throws {
        let reply = try await answer(#"{"jsonrpc": "2.0", "method": "foobar, "params": "bar", "baz]"#)
        #expect(bare(reply) == refused(-32700))
    }

    @Test("a call with an invalid request object")
    func invalidRequest() async throws {
        let reply = try await answer(#"{"jsonrpc": "2.0", "method": 1, "params": "bar"}"#)
        #expect(bare(reply) == refused(-32600))
    }

    @Test("a batch of invalid JSON is answered once")
    func invalidBatch() async throws {
        let reply = try await answer(
            #"[{"jsonrpc": "2.0", "method": "table.get", "params": {}, "id": "1"}, {"jsonrpc": "2.0", "method"]"#)
        #expect(bare(reply) == refused(-32700))
    }

    @Test("an empty batch is answered with one error, not with a batch")
    func emptyBatch() async throws {
        #expect(bare(try await answer("[]")) == refused(-32600))
    }

    @Test("an invalid batch that is not empty", arguments: ["[1]", "[1,2,3]"])
    func batchOfNumbers(_ line: String) async throws {
        let replies = try #require(try await answer(line)).array
        #expect(replies.count == JSON(line.utf8)?.array.count)
        #expect(replies.allSatisfy { bare($0) == refused(-32600) })
    }

    @Test("a mixed batch is answered with one array, without its notifications")
    func mixedBatch() async throws {
        let replies = try #require(
            try await answer(
                """
                [{"jsonrpc": "2.0", "method": "ping", "id": "1"},\
                {"jsonrpc": "2.0", "method": "table.lock", "params": {"dice": [1]}},\
                {"jsonrpc": "2.0", "method": "table.history", "params": {"limit": 1}, "id": "2"},\
                {"foo": "boo"},\
                {"jsonrpc": "2.0", "method": "foo.get", "params": {"name": "myself"}, "id": "5"},\
                {"jsonrpc": "2.0", "method": "table.toggleLock", "params": {"dice": [1, 2]}, "id": "9"}]
                """)
        ).array
        #expect(replies.count == 5)
        let byID = Dictionary(grouping: replies) { $0["id"] }.compactMapValues(\.first)
        #expect(byID["1"] == ["jsonrpc": "2.0", "result": [:], "id": "1"])
        #expect(byID["2"] == ["jsonrpc": "2.0", "result": ["entries": [], "more": false], "id": "2"])
        #expect(bare(byID[nil]) == refused(-32600))
        #expect(bare(byID["5"]) == refused(-32601, id: "5"))
        let locks = byID["9"]?["result"]["dice"].array.map { $0["locked"] }
        #expect(locks == [false, true, false, false, false], "each request sees what the one before it did")
    }

    @Test("a batch of notifications is carried out and not answered")
    func batchOfNotifications() async throws {
        #expect(
            try await answer(
                #"[{"jsonrpc":"2.0","method":"ping"},{"jsonrpc":"2.0","method":"table.lock","params":{"dice":[1]}}]"#
            )
                == nil)
    }

    @Test("a batch that rolls is answered when its dice have settled, and others need not wait for it")
    func rollingBatch() async throws {
        let client = try await Room.here.daemon().client()
        await client.send(
            #"[{"jsonrpc":"2.0","method":"table.roll","id":1},{"jsonrpc":"2.0","method":"table.get","id":2}]"#
                + "\n" + #"{"jsonrpc": "2.0", "method": "ping", "id": 3}"#)
        try await client.lines.until { $0.count == 2 }
        #expect(client.lines.all[0]["id"] == 3)
        let replies = Dictionary(grouping: client.lines.all[1].array) { $0["id"] }.compactMapValues(\.first)
        #expect(replies[1]?["result"]["outcome"] == "completed")
        #expect(replies[2]?["result"]["rolling"] == true)
    }
}
