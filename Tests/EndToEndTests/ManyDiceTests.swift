import ProgramTestSupport
import Testing

@Suite("Many dice", .quickRoom)
struct ManyDiceTests {
    @Test("fifty dice of one table all settle")
    func fifty() async throws {
        let client = try await Room.here.daemon().client()
        try await client.result(
            "table.create",
            ["table": "t", "dice": JSON((1...50).map { $0 + 1 })]
        )
        let result = try await client.result("table.roll", ["table": "t"])
        #expect(
            result["outcome"] == "completed" && result["rolled"].ints == Array(1...50)
        )
        for die in result["dice"].array {
            #expect(
                die["animating"] == false
                    && (1...(die["sides"].int ?? 0)).contains(die["value"].int ?? 0)
            )
        }
    }

    @Test("a hundred tables roll at once, and all settle")
    func hundredTables() async throws {
        let daemon = try await Room.here.daemon("--slow", "1")
        let client = try daemon.client()
        let other = try daemon.client()
        func requests(_ method: String, _ params: String) -> String {
            (1...100).map {
                #"{"jsonrpc":"2.0","id":\#($0),"method":"\#(method)","params":{"table":"t\#($0)"\#(params)}}"#
            }.joined(separator: "\n")
        }
        await client.send(requests("table.create", #","dice":[6,6,6,6,6]"#))
        try await client.lines.until { $0.count == 100 }
        await client.send(requests("table.roll", ""))
        try await client.lines.until { $0.count == 200 }
        #expect(
            client.lines.all[100...].allSatisfy {
                $0["result"]["outcome"] == "completed"
            }
        )
        #expect(try await other.result("server.status")["animating"] == 0)
        #expect(try await other.result("table.list")["tables"].array.count == 101)
    }
}
