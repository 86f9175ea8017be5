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
    }

    @Test("the dice of a large table tumble, each by itself")
    func tumble() async throws {
        let client = try await Room.here.daemon("--slow", "50").client()
        try await client.result(
            "table.create", ["table": "t", "dice": JSON([Int](repeating: 6, count: 200))])
        try await client.result("table.watch", ["table": "t"])
        _ = await client.begin("table.roll", ["table": "t"])
        try await client.frames(atLeast: 10)
        let frames = client.frames
        #expect(frames[0]["dice"].array.count == 200, "the start shows every die")
        for frame in frames[1...] {
            #expect(frame["rolling"] == true)
            #expect((1..<200).contains(frame["dice"].array.count))
            #expect(frame["dice"].array.allSatisfy { $0["animating"] == true })
        }
    }

    @Test("five hundred dice of a hundred tables are in flight at once")
    func allAtOnce() async throws {
        let daemon = try await Room.here.daemon("--slow", "1000")
        let (client, other) = (try daemon.client(), try daemon.client())
        for table in 1...100 {
            _ = await client.begin("table.create", ["table": .string("t\(table)"), "dice": [6, 6, 6, 6, 6]])
            _ = await client.begin("table.roll", ["table": .string("t\(table)")])
        }
        try await other.status(becomes: "animating", 500)
        for table in 1...100 {
            let name = JSON.string("t\(table)")
            #expect(try await other.result("table.cancel", ["table": name]) == ["cancelled": [1, 2, 3, 4, 5]])
        }
        try await client.lines.until { lines in lines.count { $0["result"]["reason"] == "cancel" } == 100 }
        #expect(try await other.result("server.status")["animating"] == 0)
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
        try await client.lines.until { $0.count == 200 }
        #expect(client.lines.all[100...].allSatisfy { $0["result"]["outcome"] == "completed" })
        #expect(try await other.result("server.status")["animating"] == 0)
        #expect(try await other.result("table.list")["tables"].array.count == 101)
    }
}
