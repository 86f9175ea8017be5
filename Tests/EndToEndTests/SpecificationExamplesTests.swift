import ProgramTestSupport
import Testing

/// The examples of section 7 of the JSON-RPC 2.0 specification, with diced's methods.
@Suite("Examples of the JSON-RPC 2.0 specification", .quickRoom)
struct SpecificationExamplesTests {
    /// Returns the reply without the message of its error, which is specific to diced.
    private func bare(_ reply: JSON?) -> JSON? {
        guard case .object(var members) = reply, let error = members["error"] else {
            return reply
        }
        members["error"] = ["code": error["code"]]
        return .object(members)
    }

    private static func refused(_ code: Int, id: JSON = nil) -> JSON {
        reply("error", ["code": JSON(code)], id: id)
    }

    /// Returns a reply, whose id may be null.
    private static func reply(_ name: String, _ value: JSON, id: JSON) -> JSON {
        .object(["jsonrpc": "2.0", name: value, "id": id])
    }

    private static let history: JSON = ["entries": [], "more": false]

    /// Lines and their expected answers; `nil` for no answer.
    private static let examples: [(String, JSON?)] = [
        (
            #"{"jsonrpc": "2.0", "method": "table.history", "params": {"table": "default", "limit": 5}, "id": "one"}"#,
            ["jsonrpc": "2.0", "result": history, "id": "one"]
        ),
        (
            #"{"id": null, "params": {"limit": 5, "table": "default"}, "method": "table.history", "jsonrpc": "2.0"}"#,
            reply("result", history, id: .null)
        ),
        (#"{"jsonrpc": "2.0", "method": "table.lock", "params": {"dice": [2]}}"#, nil),
        (#"{"jsonrpc": "2.0", "method": "foobar"}"#, nil),
        (#"{"jsonrpc": "2.0", "method": "table.lock", "params": [2]}"#, nil),
        (
            #"{"jsonrpc": "2.0", "method": "foobar", "id": "1"}"#,
            refused(-32601, id: "1")
        ),
        (
            #"{"jsonrpc": "2.0", "method": "foobar, "params": "bar", "baz]"#,
            refused(-32700)
        ),
        (#"{"jsonrpc": "2.0", "method": 1, "params": "bar"}"#, refused(-32600)),
        (
            #"[{"jsonrpc": "2.0", "method": "table.get", "id": "1"}, {"jsonrpc": "2.0", "method"]"#,
            refused(-32700)
        ),
        ("[]", refused(-32600)),
        ("[1,2]", .array([refused(-32600), refused(-32600)])),
        (
            #"[{"jsonrpc":"2.0","method":"ping"},{"jsonrpc":"2.0","method":"ping"}]"#,
            nil
        ),
    ]

    @Test(
        "each line is answered as the specification defines, and notifications get no answer"
    )
    func examples() async throws {
        let client = try await Room.here.daemon().client()
        for (line, expected) in Self.examples {
            let start = client.lines.count
            await client.send(line)
            try await client.result("ping")
            // The last answer is the one to `ping`.
            let answers = client.lines.all[start...].dropLast().map { answer -> JSON? in
                guard case .array(let replies) = answer else { return bare(answer) }
                return .array(replies.compactMap { bare($0) })
            }
            let wanted: [JSON?] = expected.map { [$0] } ?? []
            #expect(answers == wanted, "\(line)")
        }
        #expect(
            try await client.result("table.get")["dice"][1]["locked"] == true,
            "a notification is carried out"
        )
    }

    @Test("a mixed batch is answered with one array, without its notifications")
    func mixedBatch() async throws {
        let client = try await Room.here.daemon().client()
        await client.send(
            """
            [{"jsonrpc": "2.0", "method": "ping", "id": "1"},\
            {"jsonrpc": "2.0", "method": "table.lock", "params": {"dice": [1]}},\
            {"jsonrpc": "2.0", "method": "table.history", "params": {"limit": 1}, "id": "2"},\
            {"foo": "boo"},\
            {"jsonrpc": "2.0", "method": "foo.get", "params": {"name": "myself"}, "id": "5"},\
            {"jsonrpc": "2.0", "method": "table.toggleLock", "params": {"dice": [1, 2]}, "id": "9"}]
            """
        )
        let replies = try await client.lines.first { _ in true }.element.array
        #expect(replies.count == 5)
        let byID = Dictionary(grouping: replies) { $0["id"] }.compactMapValues(\.first)
        #expect(byID["1"] == ["jsonrpc": "2.0", "result": [:], "id": "1"])
        #expect(byID["2"] == ["jsonrpc": "2.0", "result": Self.history, "id": "2"])
        #expect(bare(byID[nil]) == Self.refused(-32600))
        #expect(bare(byID["5"]) == Self.refused(-32601, id: "5"))
        let locks = byID["9"]?["result"]["dice"].array.map { $0["locked"] }
        #expect(
            locks == [false, true, false, false, false],
            "each request sees what the one before it did"
        )
    }

    @Test(
        "a batch that rolls is answered after its dice settle, and other requests need not wait"
    )
    func rollingBatch() async throws {
        let client = try await Room.here.daemon("--slow", "1").client()
        await client.send(
            #"[{"jsonrpc":"2.0","method":"table.roll","id":1},{"jsonrpc":"2.0","method":"table.get","id":2}]"#
                + "\n" + #"{"jsonrpc": "2.0", "method": "ping", "id": 3}"#
        )
        try await client.lines.until { $0.count == 2 }
        #expect(client.lines.all[0]["id"] == 3)
        let replies = Dictionary(grouping: client.lines.all[1].array) { $0["id"] }
            .compactMapValues(
                \.first
            )
        #expect(replies[1]?["result"]["outcome"] == "completed")
        #expect(replies[2]?["result"]["rolling"] == true)
    }
}
