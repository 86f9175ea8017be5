import ProgramTestSupport
import Testing

@Suite("Bad input", .quickRoom)
struct BadInputTests {
    /// A rejected line, the error's code, the id in the response, and a text that its message
    /// contains.
    private typealias Bad = (line: String, code: Int, id: JSON, names: String)

    private static func request(_ method: String, _ params: String) -> String {
        #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(params)}"#
    }

    /// One line for each kind of refusal; `DiceWireTests/RequestDecoderTests` has the others.
    private static let lines: [Bad] = [
        ("roll the dice", -32700, .null, " "),
        (
            String(repeating: "[", count: 10_000)
                + String(repeating: "]", count: 10_000), -32700,
            .null, " "
        ),
        (#""ping""#, -32600, .null, " "),
        ("[]", -32600, .null, " "),
        (#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, -32600, 1, " "),
        (#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#, -32600, .null, " "),
        (request("table.shake", "{}"), -32601, 1, "table.shake"),
        (request("table.get", #"{"tabel":"default"}"#), -32602, 1, "tabel"),
        (request("table.lock", "{}"), -32602, 1, "dice"),
        (request("table.create", #"{"table":"..","dice":[6]}"#), -32602, 1, "table"),
        (request("table.roll", #"{"by":"\u0007"}"#), -32602, 1, "by"),
        (request("table.get", #"{"table":"nowhere"}"#), 1, 1, "nowhere"),
        (request("table.create", #"{"table":"default","dice":[6]}"#), 2, 1, " "),
        (request("table.endTurn", "{}"), 6, 1, " "),
        (request("table.roll", #"{"dice":[1,6,9]}"#), 7, 1, " "),
        (request("table.create", #"{"table":"t","dice":[1001]}"#), 8, 1, " "),
        (request("hello", #"{"protocol":2}"#), 10, 1, " "),
    ]

    @Test(
        "an invalid line gets its error, changes nothing, and the connection continues"
    )
    func badLines() async throws {
        let client = try await Room.here.daemon().client()
        let before = (
            try await client.result("table.list"), try await client.result("table.get")
        )
        for bad in Self.lines {
            let start = client.lines.count
            let what = String(bad.line.prefix(80))
            await client.send(bad.line)
            let reply = try await client.lines.first(from: start) { _ in true }.element
            #expect(
                reply.names == ["jsonrpc", "id", "error"] && reply["id"] == bad.id,
                "\(what): \(reply)"
            )
            let error = reply["error"]
            #expect(
                error.names == ["code", "message", "data"]
                    && error["code"] == JSON(bad.code),
                "\(what): \(error)"
            )
            #expect(
                error["message"].string?.contains(bad.names) == true,
                "\(what): \(error)"
            )
            #expect(error["data"]["reason"].string != nil, "\(what): \(error)")
        }
        let start = client.lines.count
        await client.send(
            Array(#"{"jsonrpc":"2.0","id":1,"method":""#.utf8) + [
                0xFF, 0xFE, 0x22, 0x7D, 0x0A,
            ]
        )
        let reply = try await client.lines.first(from: start) { _ in true }.element
        #expect(reply["error"]["code"] == -32700)
        #expect(try await client.result("table.list") == before.0)
        #expect(try await client.result("table.get") == before.1)
        #expect(client.lines.count == start + 3)
    }

    @Test(
        "a line of 65,536 bytes is answered; a longer or endless one is refused and disconnected"
    )
    func longLines() async throws {
        let daemon = try await Room.here.daemon()
        let client = try daemon.client()
        await client.send(Self.ping(ofLength: 65_536) + [10])
        #expect(try await client.reply(1)["result"] == [:])
        let tooLong =
            Self.ping(ofLength: 65_537) + [10] + Self.ping(ofLength: 100) + [10]
        for bytes in [tooLong, [UInt8](repeating: UInt8(ascii: "x"), count: 70_000)] {
            let refused = try daemon.client()
            await refused.send(bytes)
            try await refused.lines.ended()
            // The daemon closes the connection even though the client has not.
            try await refused.hungUp()
            #expect(refused.lines.count == 1)
            let reply = try #require(refused.lines.all.first)
            #expect(reply["id"] == nil)
            #expect(reply.names.contains("id"))
            #expect(
                reply["error"]["code"] == -32600
                    && reply["error"]["data"]["reason"] == "lineTooLong"
            )
        }
        #expect(try await client.result("ping") == [:])
    }

    private static func ping(ofLength length: Int) -> [UInt8] {
        let start = #"{"jsonrpc":"2.0","id":1,"method":"ping""#
        return Array(
            (start + String(repeating: " ", count: length - start.utf8.count - 1) + "}")
                .utf8
        )
    }
}
