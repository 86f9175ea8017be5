import DiceModel
import DiceTestSupport
import Testing

@testable import DiceWire

@Suite("Requests")
struct RequestDecoderTests {
    private let permit = Permit(label: "ann")

    private func call(_ text: String) throws -> Call {
        guard case .single(let call) = RequestDecoder().decode(Array(text.utf8), permit)
        else {
            throw WireError(.batchTooLarge, ["limit": 0, "count": 1])
        }
        return call
    }

    private func refusal(_ text: String) throws -> (id: RequestID?, error: WireError) {
        let call = try call(text)
        guard case .failure(let error) = call.request else {
            throw WireError(example: .internalError)
        }
        return (call.id, error)
    }

    private static let table = TableName("t1") ?? .default

    @Test(
        "every request is decoded to its meaning",
        arguments: [
            (#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#, Method.ping()),
            (#"{"jsonrpc":"2.0","id":1,"method":"ping","params":{}}"#, Method.ping()),
            (
                #" {"id":1,"params":{"protocol":1,"client":"x"},"method":"hello","jsonrpc":"2.0"} "#,
                Method.hello(HelloParams(protocolNumber: 1, client: "x"))
            ),
            (
                #"{"jsonrpc":"2.0","id":1,"method":"table.get"}"#,
                Method.get(GetParams(table: .default))
            ),
            (
                #"{"jsonrpc":"2.0","id":1,"method":"table.watch","params":{"table":"t1"}}"#,
                Method.watch(WatchParams(table: table))
            ),
            (
                #"{"jsonrpc":"2.0","id":1,"method":"table.roll","params":{"dice":[3,1,3],"animate":false,"restart":true,"by":"ann"}}"#,
                Method.roll(
                    RollParams(
                        table: .default,
                        dice: [1, 3],
                        animate: false,
                        restart: true,
                        by: "ann"
                    )
                )
            ),
            (
                #"{"jsonrpc":"2.0","id":1,"method":"table.roll","params":{}}"#,
                Method.roll(RollParams(table: .default))
            ),
            (
                #"{"jsonrpc":"2.0","id":1,"method":"table.create","params":{"table":"t1","dice":[6,20]}}"#,
                Method.create(
                    CreateParams(table: table, SettingsChange(dice: [6, 20]))
                )
            ),
            (
                #"{"jsonrpc":"2.0","id":1,"method":"table.configure","params":{"dice":[6,{"faces":["hit",""]}]}}"#,
                Method.configure(
                    ConfigureParams(
                        table: .default,
                        SettingsChange(dice: [6, DieShape(faces: ["hit", ""])])
                    )
                )
            ),
            (
                #"{"jsonrpc":"2.0","id":1,"method":"table.lock","params":{"dice":[2]}}"#,
                Method.lock(LockParams(table: .default, dice: [2]))
            ),
            (
                #"{"jsonrpc":"2.0","id":1,"method":"table.history","params":{"limit":1000,"before":5}}"#,
                Method.history(HistoryQuery(of: .default, limit: 1_000, before: 5))
            ),
            (
                #"{"jsonrpc":"2.0","id":1,"method":"table.history","params":{"limit":1,"before":1}}"#,
                Method.history(HistoryQuery(of: .default, limit: 1, before: 1))
            ),
            (
                #"{"jsonrpc":"2.0","id":1,"method":"table.history","params":{"limit":7e0,"before":5.0}}"#,
                Method.history(HistoryQuery(of: .default, limit: 7, before: 5))
            ),
            (
                #"{"jsonrpc":"2.0","id":1,"method":"table.history"}"#,
                Method.history(HistoryQuery(of: .default, limit: 20))
            ),
            (
                #"{"jsonrpc":"2.0","id":1,"method":"table.stats"}"#,
                Method.stats(FaceQuery(table: .one(.default)))
            ),
            (
                #"{"jsonrpc":"2.0","id":1,"method":"table.stats","params":{"by":"ann","sides":20}}"#,
                Method.stats(FaceQuery(table: .one(.default), by: "ann", sides: 20))
            ),
            (
                #"{"jsonrpc":"2.0","id":1,"method":"table.roll"}"#,
                Method.roll(
                    RollParams(
                        table: .default,
                        dice: nil,
                        animate: true,
                        restart: false,
                        by: nil
                    )
                )
            ),
        ] as [(String, Request)]
    )
    func requests(text: String, expected: Request) throws {
        #expect(try call(text) == Call(id: .integer(1), request: .success(expected)))
    }

    @Test(
        "every method has an example that the daemon accepts",
        arguments: [MethodTable.daemon, .links]
    )
    func examples(_ table: MethodTable) {
        for method in table.methods {
            #expect(!method.examples.isEmpty, "\(method)")
            for example in method.examples {
                let read = RequestDecoder(table).decode(
                    example.line(id: nil).dropLast(),
                    permit
                )
                #expect(
                    read == .single(Call(id: nil, request: .success(example))),
                    "\(method)"
                )
            }
        }
    }

    @Test(
        "a client's request survives a round trip and fits the schema",
        arguments: RandomCase.hundred
    )
    func roundTrip(_ random: RandomCase) throws {
        for method in MethodTable.daemon.methods {
            var random = random
            let request = try method.request(&random)
            let line = request.line(id: .string("x"))
            #expect(line.last == UInt8(ascii: "\n"))
            #expect(line.count { $0 == UInt8(ascii: "\n") } == 1)
            let read = RequestDecoder().decode(line.dropLast(), permit)
            #expect(read == .single(Call(id: .string("x"), request: .success(request))))
            let notification = RequestDecoder().decode(
                request.line(id: nil).dropLast(),
                permit
            )
            #expect(notification == .single(Call(id: nil, request: .success(request))))
            let params =
                try JSONParser.parse(Array(line.dropLast()))["params"] ?? .object([])
            #expect(JSONSchema.object(method.params).accepts(params), "\(method)")
        }
    }

    @Test(
        "request members are in the documented order and empty ones are omitted"
    )
    func order() {
        func written(_ request: Request, id: RequestID?) -> String {
            String(decoding: request.line(id: id), as: UTF8.self)
        }
        #expect(
            written(Method.ping(), id: .integer(7))
                == #"{"jsonrpc":"2.0","id":7,"method":"ping"}"#
                + "\n"
        )
        let roll = RollParams(
            table: Self.table,
            dice: [1, 3],
            animate: false,
            restart: true,
            by: "ann"
        )
        #expect(
            written(Method.roll(roll), id: nil)
                == #"{"jsonrpc":"2.0","method":"table.roll","params":{"table":"t1","dice":[1,3],"#
                + #""animate":false,"restart":true,"by":"ann"}}"# + "\n"
        )
    }

    @Test(
        "ids are returned unchanged",
        arguments: [
            ("7", RequestID.integer(7)),
            ("\"a\"", .string("a")),
            ("null", .null),
            ("1.50", .number("1.50")),
            ("7.0", .number("7.0")),
            ("-0", .number("-0")),
            ("1e400", .number("1e400")),
            ("1e2", .number("1e2")),
            ("-7", .integer(-7)),
            ("9223372036854775807", .integer(.max)),
            (#""\u0001é🎲\"\\""#, .string("\u{1}é🎲\"\\")),
            (
                "123456789012345678901234567890",
                .number("123456789012345678901234567890")
            ),
            (
                String(repeating: "7", count: 400),
                .number(String(repeating: "7", count: 400))
            ),
        ]
    )
    func ids(text: String, id: RequestID) throws {
        #expect(try call(#"{"jsonrpc":"2.0","id":\#(text),"method":"ping"}"#).id == id)
        #expect(String(decoding: id.jsonBytes(), as: UTF8.self) == text)
    }

    @Test(
        "the last of two members with the same name counts",
        arguments: [
            #""jsonrpc":"2.0","id":2,"method":"table.get","params":{"table":"default","table":"t1"}"#,
            #""jsonrpc":"2.0","id":2,"method":"table.get","params":{"table":5,"t\u0061ble":"t1"}"#,
            #""jsonrpc":"2.0","id":2,"method":"table.get","params":{"tables":1},"params":{"table":"t1"}"#,
            #""jsonrpc":"2.0","id":2,"method":"table.delete","method":"table.get","params":{"table":"t1"}"#,
            #""jsonrpc":"2.0","id":1,"id":2,"method":"table.get","params":{"table":"t1"}"#,
            #""jsonrpc":"2.0","id":[],"\u0069d":2,"method":"table.get","params":{"table":"t1"}"#,
            #""jsonrpc":"1.0","jsonrpc":"2.0","id":2,"method":"table.get","params":{"table":"t1"}"#,
        ]
    )
    func twins(members: String) throws {
        #expect(
            try call("{\(members)}")
                == Call(
                    id: .integer(2),
                    request: .success(Method.get(GetParams(table: Self.table)))
                )
        )
    }

    @Test(
        "an invalid last member is refused whatever precedes it",
        arguments: [
            (
                #"{"jsonrpc":"2.0","id":1,"id":{},"method":"ping"}"#, RequestID.null,
                ErrorCode.invalidRequest
            ),
            (
                #"{"jsonrpc":"2.0","id":1,"method":"ping","method":"nope"}"#,
                .integer(1),
                .methodNotFound
            ),
            (
                #"{"jsonrpc":"2.0","id":1,"method":"table.get","params":{"table":"t1","table":5}}"#,
                .integer(1),
                .invalidParams
            ),
        ]
    )
    func lastTwinDoesNotFit(text: String, id: RequestID, code: ErrorCode) throws {
        let refused = try refusal(text)
        #expect(refused.id == id)
        #expect(refused.error.known == code)
    }

    @Test("a request without an id is a notification")
    func notification() throws {
        #expect(
            try call(#"{"jsonrpc":"2.0","method":"ping"}"#)
                == Call(id: nil, request: .success(Method.ping()))
        )
        let wrong = try refusal(#"{"jsonrpc":"2.0","method":"nope"}"#)
        #expect(wrong.id == nil)
        #expect(wrong.error.known == .methodNotFound)
    }

    @Test(
        "invalid JSON is refused",
        arguments: [
            "{", "xx", "{\"jsonrpc\":\"2.0\",}", "[1", "\u{0}",
            String(repeating: "[", count: 10_000), "1 2",
        ]
    )
    func noJSON(_ text: String) throws {
        let (id, error) = try refusal(text)
        #expect(id == .null)
        #expect(error.known == .parseError)
    }

    @Test("invalid UTF-8 is refused")
    func noUTF8() {
        let line: [UInt8] =
            Array(#"{"jsonrpc":"2.0","id":"#.utf8) + [0x22, 0xFF, 0x22]
            + Array(#","method":"ping"}"#.utf8)
        guard case .single(let call) = RequestDecoder().decode(line, permit),
            case .failure(let error) = call.request
        else {
            Issue.record("taken")
            return
        }
        #expect(error.known == .parseError)
    }

    @Test(
        "JSON that is not a request is refused",
        arguments: [
            ("1", RequestID.null),
            ("\"x\"", .null),
            ("null", .null),
            ("{}", .null),
            (#"{"jsonrpc":"2.0","method":1,"params":"bar"}"#, .null),
            (#"{"jsonrpc":"1.0","id":4,"method":"ping"}"#, .integer(4)),
            (#"{"id":4,"method":"ping"}"#, .integer(4)),
            (#"{"jsonrpc":"2.0","id":4}"#, .integer(4)),
            (#"{"jsonrpc":"2.0","id":[],"method":"ping"}"#, .null),
            (#"{"jsonrpc":"2.0","id":4,"method":"ping","params":7}"#, .integer(4)),
            (
                #"{"jsonrpc":"2.0","id":4,"method":"table.get","params":null}"#,
                .integer(4)
            ),
        ]
    )
    func noRequest(text: String, id: RequestID) throws {
        let refused = try refusal(text)
        #expect(refused.id == id)
        #expect(refused.error.known == .invalidRequest)
    }

    @Test(
        "invalid params are named with their requirements",
        arguments: [
            ("table.get", #"{"tables":"x"}"#, "tables", "\"table\""),
            ("ping", #"{"x":1}"#, "x", "this method takes no params"),
            (
                "table.lock", "{}", "dice",
                "is missing; it must be an array of die numbers"
            ),
            (
                "table.unlock", "{}", "dice",
                "is missing; it must be an array of one or more die numbers"
            ),
            ("table.unlock", #"{"dice":[],"only":true}"#, "only", "unknown"),
            (
                "table.get", #"{"table":"a/b"}"#, "table",
                "must be 1 to 64 of the letters"
            ),
            (
                "table.get", #"{"table":null}"#, "table",
                "must be 1 to 64 of the letters"
            ),
            (
                "table.roll", #"{"dice":[]}"#, "dice",
                "must be an array of one or more die numbers"
            ),
            (
                "table.roll", #"{"dice":[1.5]}"#, "dice",
                "must be an array of one or more die numbers"
            ),
            ("table.roll", #"{"animate":1}"#, "animate", "must be true or false"),
            (
                "table.roll", #"{"by":""}"#, "by",
                "must be a string of 1 to 64 printable characters"
            ),
            (
                "table.roll", #"{"by":"a\u001b"}"#, "by",
                "must be a string of 1 to 64 printable characters"
            ),
            (
                "table.roll", #"{"entropy":"00"}"#, "entropy",
                "must be 32 lower-case hexadecimal digits"
            ),
            (
                "table.configure", #"{"pace":0.24}"#, "pace",
                "must be a number from 0.25 to 4"
            ),
            (
                "table.configure", #"{"pace":4.01}"#, "pace",
                "must be a number from 0.25 to 4"
            ),
            (
                "table.create", #"{"table":"a","pace":"NaN"}"#, "pace",
                "must be a number from 0.25 to 4"
            ),
            (
                "table.create", #"{"table":"a","pace":1e400}"#, "pace",
                "must be a number from 0.25 to 4"
            ),
            (
                "table.history", #"{"limit":0}"#, "limit",
                "must be a whole number from 1 to 1000"
            ),
            (
                "table.history", #"{"limit":1001}"#, "limit",
                "must be a whole number from 1 to 1000"
            ),
            (
                "table.history", #"{"limit":1.5}"#, "limit",
                "must be a whole number from 1 to 1000"
            ),
            (
                "table.history", #"{"before":0}"#, "before",
                "must be a whole number from 1"
            ),
            (
                "table.history", #"{"since":"yesterday"}"#, "since",
                "must be a UTC time"
            ),
            ("table.history", #"{"kind":"roll"}"#, "kind", "must be one of \"turn\""),
            (
                "table.stats", #"{"sides":1}"#, "sides",
                "must be a whole number from 2 to 1000"
            ),
            (
                "table.stats", #"{"sides":1001}"#, "sides",
                "must be a whole number from 2 to 1000"
            ),
            (
                "table.watch", #"{"frames":"some"}"#, "frames",
                "must be \"values\" or \"plan\""
            ),
            (
                "roll.save", #"{"name":"a.b","expression":"d6"}"#, "name",
                "must be 1 to 64 of the letters"
            ),
            (
                "roll.save", #"{"name":"4a","expression":"d6"}"#, "name",
                "must be 1 to 64 of the letters"
            ),
            (
                "server.backup", #"{"path":"dice.db"}"#, "path",
                "must be an absolute path"
            ),
            (
                "server.backup", #"{"keep":0}"#, "keep",
                "must be a whole number from 1 to 10000"
            ),
        ] as [(String, String, String, String)]
    )
    func wrongParams(method: String, params: String, name: String, rule: String) throws {
        let (id, error) = try refusal(
            #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(params)}"#
        )
        #expect(id == .integer(1))
        #expect(error.known == .invalidParams)
        #expect(error.data.param == name)
        #expect(error.message.contains("\"\(name)\""))
        #expect(error.message.contains(rule))
    }

    @Test("labels are normalized to NFC")
    func labels() throws {
        for (method, params) in [
            ("table.roll", #"{"by":"e\u0301"}"#),
            ("table.configure", #"{"players":["e\u0301"]}"#),
            ("table.history", #"{"by":"e\u0301"}"#),
        ] {
            let request = try call(
                #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(params)}"#
            ).request.get()
            let name: String? =
                switch request.params {
                case let params as RollParams: params.by
                case let params as ConfigureParams: params.change.players?.first
                case let query as HistoryQuery: query.by
                default: nil
                }
            #expect(name?.utf8.elementsEqual("\u{E9}".utf8) == true, "\(method)")
        }
    }

    @Test(
        "a missing param or one of another type is refused by name",
        arguments: MethodTable.daemon.methods
    )
    func otherTypes(_ method: AnyMethod) throws {
        var random = RandomCase(1)
        let line = Array(try method.request(&random).line(id: nil).dropLast())
        guard
            case .object(let given) = try JSONParser.parse(line)["params"]
                ?? .object([])
        else {
            return
        }
        func refuse(_ params: [JSONValue.NamedValue], _ param: Property) {
            let error = #expect(throws: WireError.self) { try method.request(params) }
            #expect(error?.known == .invalidParams)
            #expect(error?.data.param == param.name)
            #expect(error?.message.contains("\"\(param.name)\"") == true)
        }
        for param in method.params {
            for value in [JSONValue.null, .bool(true), .array([.null])] {
                if case (.boolean, .bool) = (param.schema, value) {
                    continue
                }
                refuse(given + [.init(name: param.name, value: value)], param)
            }
            if param.isRequired {
                refuse(given.filter { $0.name != param.name }, param)
            }
        }
    }

    @Test("positional params are refused with a correct example")
    func positionalParams() throws {
        let (_, error) = try refusal(
            #"{"jsonrpc":"2.0","id":1,"method":"table.get","params":["default"]}"#
        )
        #expect(error.known == .invalidParams)
        #expect(error.message.contains("by name"))
    }

    @Test(
        "the error repeats at most 64 characters of an unknown param or method"
    )
    func longNames() throws {
        let long = String(repeating: "x", count: 65)
        let param = try refusal(
            #"{"jsonrpc":"2.0","id":1,"method":"ping","params":{"\#(long)":1}}"#
        ).error
        #expect(param.data.param == String(long.dropLast()))
        #expect(!param.message.contains(long))
        let method = try refusal(#"{"jsonrpc":"2.0","id":1,"method":"\#(long)"}"#).error
        #expect(method.message.contains(long.dropLast()))
        #expect(!method.message.contains(long))
    }

    @Test("a batch holds each of its calls and an empty one is refused")
    func batches() throws {
        let text =
            #"[{"jsonrpc":"2.0","id":1,"method":"ping"},1,{"jsonrpc":"2.0","method":"ping"},{"foo":"boo"}]"#
        guard case .batch(let calls) = RequestDecoder().decode(Array(text.utf8), permit)
        else {
            Issue.record("no batch")
            return
        }
        #expect(
            calls.map { RequestDecoder().read($0, permit).id } == [
                .integer(1), .null, nil, .null,
            ]
        )
        for empty in ["[]", " [ ] "] {
            let refused = try refusal(empty)
            #expect(refused.id == .null)
            #expect(refused.error.known == .invalidRequest)
        }
    }

    @Test("a batch has at most 1,000 elements and a longer one is refused as a whole")
    func longBatches() throws {
        func batch(_ count: Int) -> String {
            "[" + Array(repeating: "1", count: count).joined(separator: ",") + "]"
        }
        guard
            case .batch(let calls) = RequestDecoder().decode(
                Array(batch(1_000).utf8),
                permit
            )
        else {
            Issue.record("no batch")
            return
        }
        #expect(calls.count == 1_000)
        let refused = try refusal(batch(1_001))
        #expect(refused.id == .null)
        #expect(refused.error.known == .limitExceeded)
        #expect(refused.error.data.limit == 1_000)
        #expect(refused.error.data.of == "batch")
    }
}
