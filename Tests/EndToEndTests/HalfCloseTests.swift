import ProgramTestSupport
import Testing

@Suite("Half-closed clients", .quickRoom)
struct HalfCloseTests {
    /// The last line has no line end, and is still answered.
    @Test("`nc -N` prints the replies, including that of a roll, and ends", .needs(.nc))
    func netcat() async throws {
        let room = try Room.here
        let daemon = try await room.daemon("--slow", "1000")
        let nc = try room.start(Tool.nc.name, ["-N", "-U", daemon.socket])
        nc.write(
            #"{"jsonrpc":"2.0","id":"r","method":"table.roll"}"# + "\n"
                + #"{"jsonrpc":"2.0","id":2,"method":"table.get"}"#
        )
        nc.closeInput()
        try await nc.output.first { $0.contains(#""id":2"#) }
        #expect(
            try await daemon.client().result("table.cancel") == [
                "cancelled": [1, 2, 3, 4, 5]
            ]
        )
        #expect(try await nc.ending() == .exited(0))
        let replies = try await nc.wholeOutput().compactMap { JSON($0.utf8) }
        #expect(Set(replies.map { $0["id"] }) == ["r", 2])
        #expect(replies.first { $0["id"] == "r" }?["result"]["reason"] == "cancel")
        #expect(
            replies.first { $0["id"] == 2 }?["result"]["rolling"] == true,
            "answered while the dice tumbled"
        )
    }

    @Test(
        "pipelined requests run in order, each on the result of the one before it"
    )
    func pipelined() async throws {
        let client = try await Room.here.daemon().client()
        let requests = [
            ("table.create", #""table":"t","dice":[6,6]"#),
            ("table.roll", #""table":"t","animate":false"#),
            ("table.lock", #""table":"t","dice":[1]"#),
            ("table.endTurn", #""table":"t""#),
            ("table.history", #""table":"t""#),
            ("table.delete", #""table":"t""#),
            ("table.get", #""table":"t""#),
        ]
        let lines = requests.enumerated().map { id, request in
            #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(request.0)","params":{\#(request.1)}}"#
        }
        await client.send(lines.joined(separator: "\n"))
        client.halfClose()
        try await client.lines.ended()
        let replies = client.lines.all
        try #require(replies.map { $0["id"].int } == (0..<7).map { $0 })
        #expect(replies[2]["result"]["dice"][0]["locked"] == true)
        #expect(replies[3]["result"]["dice"][0]["locked"] == true)
        #expect(replies[4]["result"]["entries"][0] == replies[3]["result"].entry)
        #expect(replies[5]["result"] == [:] && replies[6]["error"]["code"] == 1)
    }
}
