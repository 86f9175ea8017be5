import ProgramTestSupport
import Testing

/// A line that is refused, and how.
struct BadLine: Sendable, CustomTestStringConvertible {
    var what: String
    var bytes: [UInt8]
    var code: Int
    /// The id that the refusal bears.
    var id: JSON
    /// What the message names.
    var names: String
    /// A member of `data`, with its value.
    var data: (name: String, value: JSON)?

    init(
        _ what: String, _ line: String, _ code: Int, id: JSON = 1, names: String = "",
        data: (name: String, value: JSON)? = nil
    ) {
        self.init(what, bytes: Array(line.utf8), code, id: id, names: names, data: data)
    }

    init(
        _ what: String, bytes: [UInt8], _ code: Int, id: JSON = 1, names: String = "",
        data: (name: String, value: JSON)? = nil
    ) {
        self.what = what
        self.bytes = bytes
        self.code = code
        self.id = id
        self.names = names
        self.data = data
    }

    /// A request of a known method with params that are refused.
    init(
        _ what: String, _ method: String, params: String, _ code: Int, names: String = "",
        data: (name: String, value: JSON)? = nil
    ) {
        self.init(
            what, #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(params)}"#, code, names: names, data: data
        )
    }

    var testDescription: String { what }
}

@Suite("Bad input", .room)
struct BadInputTests {
    static let lines = [
        BadLine("no JSON", "roll the dice", -32700, id: nil),
        BadLine("half a request", #"{"jsonrpc":"2.0","id":1,"method":"#, -32700, id: nil),
        BadLine("two values on a line", #"{"jsonrpc":"2.0","id":1,"method":"ping"} {}"#, -32700, id: nil),
        BadLine(
            "bad UTF-8", bytes: Array(#"{"jsonrpc":"2.0","id":1,"method":""#.utf8) + [0xFF, 0xFE, 0x22, 0x7D], -32700,
            id: nil),
        BadLine("a NUL", bytes: Array(#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#.utf8) + [0], -32700, id: nil),
        BadLine(
            "UTF-16",
            bytes: #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] },
            -32700, id: nil),
        BadLine("a number", "7", -32600, id: nil),
        BadLine("a string", #""ping""#, -32600, id: nil),
        BadLine("null", "null", -32600, id: nil),
        BadLine("no jsonrpc", #"{"id":1,"method":"ping"}"#, -32600),
        BadLine("another jsonrpc", #"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, -32600),
        BadLine("no method", #"{"jsonrpc":"2.0","id":1}"#, -32600),
        BadLine("a method that is a number", #"{"jsonrpc":"2.0","id":1,"method":7}"#, -32600),
        BadLine("an id that is an object", #"{"jsonrpc":"2.0","id":{},"method":"ping"}"#, -32600, id: nil),
        BadLine("an id that is true", #"{"jsonrpc":"2.0","id":true,"method":"ping"}"#, -32600, id: nil),
        BadLine("params that are a string", "table.get", params: #""default""#, -32600),
        BadLine("an empty batch", "[]", -32600, id: nil),

        BadLine("an unknown method", #"{"jsonrpc":"2.0","id":1,"method":"table.shake"}"#, -32601, names: "table.shake"),
        BadLine("a method in other letters", #"{"jsonrpc":"2.0","id":1,"method":"PING"}"#, -32601),

        BadLine("params by position", "table.get", params: #"["default"]"#, -32602),
        BadLine("an unknown param", "table.get", params: #"{"tabel":"default"}"#, -32602, names: "tabel"),
        BadLine("a param where none is known", "ping", params: #"{"loud":true}"#, -32602, names: "loud"),
        BadLine("a missing param", "table.lock", params: "{}", -32602, names: "dice"),
        BadLine("a table that is a number", "table.get", params: #"{"table":5}"#, -32602, names: "table"),
        BadLine("a table that is null", "table.get", params: #"{"table":null}"#, -32602, names: "table"),
        BadLine("a table with a slash", "table.create", params: #"{"table":"a/b","dice":[6]}"#, -32602, names: "table"),
        BadLine("a table without a name", "table.create", params: #"{"table":"","dice":[6]}"#, -32602, names: "table"),
        BadLine("a table called ..", "table.create", params: #"{"table":"..","dice":[6]}"#, -32602, names: "table"),
        BadLine(
            "a table with a line end", "table.create", params: #"{"table":"a\n","dice":[6]}"#, -32602, names: "table"),
        BadLine(
            "a name of 65 characters", "table.create",
            params: #"{"table":"\#(String(repeating: "a", count: 65))","dice":[6]}"#, -32602, names: "table"),
        BadLine("dice that are a string", "table.lock", params: #"{"dice":"1"}"#, -32602, names: "dice"),
        BadLine("no dice at all", "table.lock", params: #"{"dice":[]}"#, -32602, names: "dice"),
        BadLine("half a die", "table.lock", params: #"{"dice":[1.5]}"#, -32602, names: "dice"),
        BadLine("a die beyond all numbers", "table.lock", params: #"{"dice":[1e30]}"#, -32602, names: "dice"),
        BadLine("animate as a word", "table.roll", params: #"{"animate":"yes"}"#, -32602, names: "animate"),
        BadLine("restart as a number", "table.roll", params: #"{"restart":1}"#, -32602, names: "restart"),
        BadLine("a player without a name", "table.roll", params: #"{"by":""}"#, -32602, names: "by"),
        BadLine("a player who beeps", "table.roll", params: #"{"by":"\u0007"}"#, -32602, names: "by"),
        BadLine(
            "a player of 65 characters", "table.endTurn", params: #"{"by":"\#(String(repeating: "x", count: 65))"}"#,
            -32602, names: "by"),
        BadLine("a page of nothing", "table.history", params: #"{"limit":0}"#, -32602, names: "limit"),
        BadLine("a page too long", "table.history", params: #"{"limit":1001}"#, -32602, names: "limit"),

        BadLine(
            "an unknown table", "table.get", params: #"{"table":"nowhere"}"#, 1, names: "nowhere",
            data: ("reason", "tableNotFound")),
        BadLine(
            "a table twice", "table.create", params: #"{"table":"default","dice":[6]}"#, 2,
            data: ("reason", "tableExists")),
        BadLine("die 0", "table.lock", params: #"{"dice":[0,1]}"#, 7, data: ("dice", [0])),
        BadLine("die 6 of 5", "table.roll", params: #"{"dice":[1,6,9]}"#, 7, data: ("dice", [6, 9])),
        BadLine("die -1", "table.unlock", params: #"{"dice":[-1]}"#, 7, data: ("dice", [-1])),
        BadLine("no dice in a table", "table.create", params: #"{"table":"t","dice":[]}"#, 8, data: ("limit", 1)),
        BadLine(
            "1,001 dice", "table.create", params: #"{"table":"t","dice":\#([Int](repeating: 6, count: 1_001))}"#, 8,
            data: ("limit", 1_000)),
        BadLine("a die of one side", "table.create", params: #"{"table":"t","dice":[6,1]}"#, 8, data: ("limit", 2)),
        BadLine(
            "a die of 1,001 sides", "table.create", params: #"{"table":"t","dice":[1001]}"#, 8, data: ("limit", 1_000)),
        BadLine("another protocol", "hello", params: #"{"protocol":2}"#, 10, data: ("supported", [1])),
        BadLine("no history to end", "table.endTurn", params: "{}", 6, data: ("reason", "nothingRolled")),
    ]

    @Test("a line that cannot be done is answered with its error, and the connection goes on", arguments: lines)
    func badLine(_ bad: BadLine) async throws {
        let client = try await Room.here.daemon().client()
        let before = try await client.result("table.list")
        let start = client.lines.count
        await client.send(bad.bytes + Array("\n".utf8))
        let reply = try await client.lines.first(from: start) { _ in true }.element
        #expect(reply.names == ["jsonrpc", "id", "error"])
        #expect(reply["jsonrpc"] == "2.0")
        #expect(reply["id"] == bad.id)
        let error = reply["error"]
        #expect(error.names == ["code", "message", "data"])
        #expect(error["code"] == JSON(bad.code), "\(error)")
        #expect(error["message"].string?.contains(bad.names.isEmpty ? " " : bad.names) == true, "\(error)")
        #expect(error["data"]["reason"].string != nil)
        if let data = bad.data { #expect(error["data"][data.name] == data.value) }
        #expect(try await client.result("ping") == [:])
        #expect(try await client.result("table.list") == before, "a refused request changes nothing")
        #expect(client.lines.count == start + 3)
    }

    @Test("a line of more than 65,536 bytes is refused, and its connection closed", arguments: [65_537, 1_000_000])
    func longLine(_ length: Int) async throws {
        let daemon = try await Room.here.daemon()
        let client = try daemon.client()
        await client.send(Self.ping(ofLength: length) + Array("\n".utf8) + Self.ping(ofLength: 100) + [10])
        try await client.lines.ended()
        #expect(await client.isHungUp(), "though the client keeps its end open")
        #expect(client.lines.count == 1)
        let reply = try #require(client.lines.all.first)
        #expect(reply["id"] == nil && reply.names.contains("id"))
        #expect(reply["error"]["code"] == -32600)
        #expect(reply["error"]["data"]["reason"] == "lineTooLong")
        #expect(try await daemon.client().result("ping") == [:])
    }

    @Test("a line that never ends is refused as soon as it is too long")
    func endlessLine() async throws {
        let client = try await Room.here.daemon().client()
        await client.send([UInt8](repeating: UInt8(ascii: "x"), count: 70_000))
        let reply = try await client.lines.first { _ in true }.element
        #expect(reply["error"]["data"]["reason"] == "lineTooLong")
        try await client.lines.ended()
    }

    @Test("a line of 65,536 bytes is answered, with and without CR", arguments: ["\n", "\r\n"])
    func longestLine(_ lineEnd: String) async throws {
        let client = try await Room.here.daemon().client()
        await client.send(Self.ping(ofLength: 65_536) + Array(lineEnd.utf8))
        #expect(try await client.reply(1)["result"] == [:])
        await client.send(Self.ping(ofLength: 60).map { $0 == UInt8(ascii: "1") ? UInt8(ascii: "2") : $0 } + [10])
        #expect(try await client.reply(2)["result"] == [:])
    }

    private static func ping(ofLength length: Int) -> [UInt8] {
        let start = #"{"jsonrpc":"2.0","id":1,"method":"ping""#
        return Array((start + String(repeating: " ", count: length - start.utf8.count - 1) + "}").utf8)
    }

    @Test(
        "nesting 10,000 deep is refused, and the daemon lives",
        arguments: [("[", "]"), (#"{"jsonrpc":"2.0","id":1,"method":"ping","params":["#, "]}"), (#"{"a":"#, "}")])
    func deepNesting(_ open: String, _ close: String) async throws {
        let client = try await Room.here.daemon().client()
        let deep = String(repeating: "[", count: 10_000) + String(repeating: "]", count: 10_000)
        await client.send(open + deep + close)
        let reply = try await client.lines.first { _ in true }.element
        let error = reply["error"] == nil ? reply[0]["error"] : reply["error"]
        #expect([-32700, -32600, -32602].contains(error["code"].int))
        await client.send(#"{"jsonrpc":"2.0","id":"alive","method":"ping"}"#)
        try await client.lines.first { $0["id"] == "alive" && $0["result"] == [:] }
    }

    @Test("blank lines are ignored, and so is a CR before the line end")
    func blankLines() async throws {
        let client = try await Room.here.daemon().client()
        await client.send("\n\r\n  \n" + #"{"jsonrpc":"2.0","id":1,"method":"ping"}"# + "\r\n\r")
        #expect(try await client.reply(1)["result"] == [:])
        #expect(try await client.result("table.get")["turn"] == 1)
        #expect(client.lines.count == 2)
    }

    @Test("requests that come a byte at a time, or many in one piece, are answered")
    func pieces() async throws {
        let client = try await Room.here.daemon().client()
        for byte in #"{"jsonrpc":"2.0","id":"slow","method":"ping"}"#.utf8 { await client.send([byte]) }
        await client.send(Array("\n".utf8))
        try await client.lines.first { $0["id"] == "slow" }
        await client.send((1...500).map { #"{"jsonrpc":"2.0","id":\#($0),"method":"ping"}"# }.joined(separator: "\n"))
        try await client.lines.until { $0.count == 501 }
        #expect(client.lines.all.dropFirst().map { $0["id"].int } == (1...500).map { $0 })
    }

    @Test("a client that closes in the middle of a line harms nobody")
    func brokenOff() async throws {
        let daemon = try await Room.here.daemon()
        let (broken, other) = (try daemon.client(), try daemon.client())
        try await broken.result("ping")
        await broken.send(Array(#"{"jsonrpc":"2.0","id":2,"method":"table.roll"}"#.utf8))
        broken.close()
        try await other.status(becomes: "clients", 1)
        #expect(try await other.result("ping") == [:])
    }
}
