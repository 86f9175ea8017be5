import ProgramTestSupport
import Testing

@Suite("Many dice", .room)
struct ManyDiceTests {
    @Test("fifty dice of one table all settle")
    func fifty() async throws {
        let client = try await Room.here.daemon().client()
        try await client.result("table.create", ["table": "t", "dice": JSON((1...50).map { $0 + 1 })])
        try await client.result("table.watch", ["table": "t"])
        let result = try await client.result("table.roll", ["table": "t"])
        #expect(result["outcome"] == "completed")
        #expect(result["rolled"].ints == Array(1...50))
        #expect(result["dice"].array.allSatisfy { $0["animating"] == false })
        for die in result["dice"].array {
            #expect((1...(die["sides"].int ?? 0)).contains(die["value"].int ?? 0))
        }
        let settledLate = client.frames.flatMap(\.["dice"].array).count { $0["animating"] == true }
        #expect(settledLate > 50, "the dice tumbled: more than the frame that shows the start")
    }

    @Test("a hundred tables roll at once and all settle")
    func hundredTables() async throws {
        let daemon = try await Room.here.daemon()
        let (client, other) = (try daemon.client(), try daemon.client())
        func requests(_ method: String, _ params: String) -> String {
            (1...100).map {
                #"{"jsonrpc":"2.0","id":\#($0),"method":"\#(method)","params":{"table":"t\#($0)"\#(params)}}"#
            }.joined(separator: "\n")
        }
        await client.send(requests("table.create", #","dice":[6,6,6,6,6]"#))
        try await client.lines.until { $0.count == 100 }
        await client.send(requests("table.roll", ""))
        var animating = 0
        while client.lines.count < 200 {
            animating = max(animating, try await other.result("server.status")["animating"].int ?? 0)
        }
        #expect(animating > 100, "of 500 dice")
        #expect(client.lines.all[100...].allSatisfy { $0["result"]["outcome"] == "completed" })
        #expect(try await other.result("server.status")["animating"] == 0)
        #expect(try await other.result("table.list")["tables"].array.count == 101)
    }
}
