import ProgramTestSupport
import Testing

@Suite("Half-closed clients", .room)
struct HalfCloseTests {
    static let roll = #"{"jsonrpc":"2.0","id":"r","method":"table.roll"}"#

    @Test("a client that has shut down its writing side still gets its roll's reply, and is then closed")
    func rollReply() async throws {
        let daemon = try await Room.here.daemon()
        let client = try daemon.client()
        await client.send(Self.roll)
        client.halfClose()
        try await client.lines.ended()
        #expect(client.lines.count == 1)
        #expect(client.lines.all.first?["result"]["outcome"] == "completed")
    }

    @Test("the last line is answered even without its line end")
    func lastLine() async throws {
        let daemon = try await Room.here.daemon()
        let client = try daemon.client()
        await client.send(Array(#"{"jsonrpc":"2.0","id":7,"method":"ping"}"#.utf8))
        client.halfClose()
        try await client.lines.ended()
        #expect(client.lines.all == [["jsonrpc": "2.0", "id": 7, "result": [:]]])
    }

    @Test("nc -N prints the reply and ends", .needs(.nc))
    func netcat() async throws {
        let room = try Room.here
        let daemon = try await room.daemon("--slow", "1000")
        let nc = try room.start(Tool.nc.name, ["-N", "-U", daemon.socket])
        nc.write(Self.roll + "\n" + #"{"jsonrpc":"2.0","id":2,"method":"table.get"}"#)
        nc.closeInput()
        try await nc.output.first { $0.contains(#""id":2"#) }
        #expect(try await daemon.client().result("table.cancel") == ["cancelled": [1, 2, 3, 4, 5]])
        #expect(try await nc.ending() == .exited(0))
        let replies = try await nc.wholeOutput().compactMap { JSON($0.utf8) }
        #expect(Set(replies.map { $0["id"] }) == ["r", 2])
        #expect(replies.first { $0["id"] == "r" }?["result"]["reason"] == "cancel")
        #expect(replies.first { $0["id"] == 2 }?["result"]["rolling"] == true, "answered while the dice tumbled")
    }

    @Test("requests sent ahead are carried out in order, each on what the one before it has left")
    func pipelined() async throws {
        let daemon = try await Room.here.daemon()
        let client = try daemon.client()
        let requests = [
            #"{"jsonrpc":"2.0","id":1,"method":"table.create","params":{"table":"t","dice":[6,6]}}"#,
            #"{"jsonrpc":"2.0","id":2,"method":"table.roll","params":{"table":"t","animate":false}}"#,
            #"{"jsonrpc":"2.0","id":3,"method":"table.lock","params":{"table":"t","dice":[1]}}"#,
            #"{"jsonrpc":"2.0","id":4,"method":"table.endTurn","params":{"table":"t"}}"#,
            #"{"jsonrpc":"2.0","id":5,"method":"table.history","params":{"table":"t"}}"#,
            #"{"jsonrpc":"2.0","id":6,"method":"table.delete","params":{"table":"t"}}"#,
            #"{"jsonrpc":"2.0","id":7,"method":"table.get","params":{"table":"t"}}"#,
        ]
        await client.send(requests.joined(separator: "\n"))
        client.halfClose()
        try await client.lines.ended()
        let replies = Dictionary(grouping: client.lines.all) { $0["id"].int ?? 0 }.compactMapValues(\.first)
        #expect(replies.count == 7)
        #expect(replies[3]?["result"]["dice"][0]["locked"] == true)
        #expect(replies[4]?["result"]["dice"][0]["locked"] == true)
        #expect(replies[5]?["result"]["entries"][0] == replies[4]?["result"].entry)
        #expect(replies[6]?["result"] == [:])
        #expect(replies[7]?["error"]["code"] == 1)
    }
}
