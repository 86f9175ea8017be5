import DiceModel
import DiceTestSupport
import FoundationEssentials
import Testing

@testable import DiceWire

@Suite("What is written")
struct EncodingTests {
    /// The two ways to write a value must give the same JSON, and both ways to read it the value.
    private func check<Value: JSONWritable & JSONReadable & Codable & Equatable>(_ value: Value) throws {
        let written = Data(value.jsonBytes())
        #expect(try JSONDecoder().decode(Value.self, from: written) == value)
        #expect(try Value(json: JSONParser.parse(value.jsonBytes())) == value)
        let codable = try JSONSerializer.canonical(JSONEncoder().encode(value))
        #expect(try JSONSerializer.canonical(written) == codable)
    }

    @Test("the hot messages are equal to Codable's", arguments: RandomCase.hundred)
    func hotMessages(_ random: RandomCase) throws {
        var random = random
        let dice = (1...random.int(1...50)).map { number in
            let sides = random.int(2...1_000)
            return DieState(
                die: number, sides: sides, value: random.int(1...sides), locked: random.bool(),
                animating: random.bool())
        }
        try check(
            TableSnapshot(
                table: "t", revision: random.int(1...(1 << 53) - 1), turn: random.int(1...9), roll: random.int(0...9),
                rolling: random.bool(), by: random.bool() ? "ann" : nil, players: random.bool() ? ["ann", "bo"] : nil,
                up: random.bool() ? "bo" : nil, rollsPerTurn: random.bool() ? 3 : nil, watchers: random.int(0...9),
                total: random.bool() ? 9 : nil, dice: dice, flight: random.bool() ? Flight(&random) : nil))
        try check(
            Frame(
                table: "t", revision: random.int(1...(1 << 53) - 1), turn: random.int(1...9), roll: random.int(0...9),
                rolling: random.bool(), dice: dice))
        try check(
            RollResult(
                table: "t", turn: 1, roll: 2, by: "ann \"\\\u{1}\n\té🎲",
                outcome: random.bool() ? .completed : .cancelled,
                reason: random.bool() ? .restart : nil, rolled: [1, 2], dice: dice, total: random.int(0...50_000)))
    }

    @Test("history, errors and the small results are equal to Codable's")
    func coldMessages() throws {
        let at = Timestamp(millisecondsSinceEpoch: 1_795_215_541_123)
        let turn = Turn(
            id: 7, table: "default", turn: 3, endedAt: at, by: "ann",
            rolls: [RollRecord(roll: 1, by: "bo", at: at, outcome: .cancelled, rolled: [1], values: [4, 5])],
            dice: [TurnDie(die: 1, sides: 6, value: 4, locked: true)], total: 9)
        try check(turn.rolls[0])
        try check(turn.dice[0])
        try check(WireError(.noSuchDie, "no", dice: [0, 7]).data)
        try check(HelloResult(protocol: 1, server: "diced/1", instance: "i", pid: 5))
        try check(
            StatusResult(
                version: "1", pid: 2, uptime: 3, tables: 4, clients: 5, watchers: 6, animating: 7, seeded: true))
        try check(
            StatusResult(
                version: "1", pid: 2, uptime: 3, tables: 4, clients: 5, watchers: 6, animating: 7, seeded: false,
                slow: 9, stateFolder: "/s", storeBytes: 10, log: "journal", startedBy: "systemd"))
        try check(WireError(.limitExceeded, "no", limit: 5, supported: [1], param: "p").data)
        try check(
            ListResult(tables: [TableSummary(table: "t", dice: 1, turn: 2, roll: 3, rolling: false, watchers: 4)]))
        try check(CancelResult(cancelled: [1, 2]))
        try check(BackupResult(path: "/b", bytes: 4_096))
    }

    @Test("members come in the documented order")
    func order() {
        let snapshot = TableSnapshot(
            table: "default", revision: 12, turn: 3, roll: 1, rolling: false, by: "ann", players: ["ann", "bo"],
            up: "bo", rollsPerTurn: 3, watchers: 2, total: 4,
            dice: [DieState(die: 1, sides: 6, value: 4, locked: false, animating: false)])
        let dice = #"[{"die":1,"sides":6,"value":4,"locked":false,"animating":false}]"#
        #expect(
            String(decoding: snapshot.jsonBytes(), as: UTF8.self)
                == #"{"table":"default","revision":12,"turn":3,"roll":1,"rolling":false,"by":"ann","#
                + #""players":["ann","bo"],"up":"bo","rollsPerTurn":3,"watchers":2,"total":4,"dice":\#(dice)}"#)
        let reply = Reply(id: .string("a"), result: .failure(WireError(.busy, "wait")))
        #expect(
            String(decoding: reply.jsonBytes(), as: UTF8.self)
                == #"{"jsonrpc":"2.0","id":"a","error":{"code":3,"message":"wait","data":{"reason":"busy"}}}"#)
    }

    @Test("every event survives the wire")
    func events() throws {
        let die = DieState(die: 1, sides: 6, value: 4, locked: false, animating: false)
        let plan = DiePlan(die: 1, values: Array(1...10), times: (1...11).map { Double($0) / 2 })
        let turn = Turn(
            id: 1, table: "t", turn: 1, endedAt: Timestamp(millisecondsSinceEpoch: 0), by: "a", rolls: [],
            dice: [TurnDie(die: 1, sides: 6, value: 4, locked: true)], total: 4)
        let kinds: [TableEvent.Kind] = [
            .rollStarted(rolled: [1]), .rollStarted(rolled: [1], roll: 2, plan: [plan]), .lockChanged(dice: [die]),
            .turnEnded(turn), .tableDeleted, .serverStopping,
            .watchersChanged(0, nil), .contributorsChanged([]), .rollAsked(roll: 1, entropy: "", contributors: []),
            .tableChanged(TableSnapshot(table: "t", revision: 5, turn: 1, roll: 0, rolling: false, dice: [die])),
            .rollSettled(rolled: [1], outcome: .completed, reason: nil, dice: [die], total: 4),
            .rollSettled(rolled: [1], outcome: .cancelled, reason: .disconnected, dice: [die], total: 4),
        ]
        #expect(Set(kinds.map(\.name)) == Set(TableEvent.names))
        for kind in kinds {
            let event = Notification.event(TableEvent(table: "t", revision: 5, by: "ann", kind: kind))
            let line = try #require(ServerLine(event.jsonBytes()))
            #expect(line.kind == .notification("event"))
            #expect(try line.notification() == event)
        }
    }

    @Test("every character survives the wire, and none of a message ends its line")
    func characters() throws {
        for scalar in (0..<0x300 as Range<UInt32>).compactMap({ Unicode.Scalar($0) }) + ["\u{2028}", "\u{FFFF}", "🎲"] {
            let text = "a\(scalar)b"
            let written = text.jsonBytes()
            #expect(written.allSatisfy { $0 >= 0x20 })
            #expect(try JSONParser.parse(written) == .string(text))
            #expect(try JSONDecoder().decode(String.self, from: Data(written)) == text)
        }
        #expect(String(decoding: "\u{1F}\u{7F}/".jsonBytes(), as: UTF8.self) == "\"\\u001f\u{7F}/\"")
    }

    @Test("codes and reasons are those of the protocol")
    func codes() {
        let codes: [(Int, String)] = [
            (-32_700, "parseError"), (-32_600, "invalidRequest"), (-32_601, "methodNotFound"),
            (-32_602, "invalidParams"), (-32_603, "internalError"), (1, "tableNotFound"), (2, "tableExists"),
            (3, "busy"), (4, "dieAnimating"), (5, "allLocked"), (6, "nothingRolled"), (7, "noSuchDie"),
            (8, "limitExceeded"), (9, "dieLocked"), (10, "unsupportedProtocol"), (11, "shuttingDown"),
            (12, "storageFailed"), (13, "badExpression"), (14, "notAllowed"), (15, "notYourTurn"),
            (16, "noRollsLeft"), (17, "turnOpen"), (18, "revealMismatch"),
        ]
        #expect(ErrorCode.allCases.map(\.rawValue) == codes.map(\.0))
        #expect(ErrorCode.allCases.map(\.reason) == codes.map(\.1))
        #expect(WireError.lineTooLong.known == .invalidRequest && WireError.lineTooLong.data.reason == "lineTooLong")
        #expect(WireError.lineTooLong.data.limit == 65_536)
    }

    @Test("what changes something is not safe to repeat")
    func repeating() {
        let safe = Method.allCases.filter(\.isSafeToRepeat).map(\.rawValue)
        #expect(
            safe == [
                "hello", "ping", "rpc.discover", "session.confine", "server.status", "server.watch",
                "server.unwatch", "table.list", "table.get",
                "table.history",
                "table.stats", "table.watch", "table.unwatch", "roll.list",
            ])
    }

    @Test("an error of a newer daemon is read, and one without data too")
    func newerError() throws {
        let error = try WireError(json: JSONParser.parse(Array(#"{"code":99,"message":"m"}"#.utf8)))
        #expect(error.known == nil && error.code == 99 && error.message == "m" && error.data.reason == "code99")
    }

    @Test("an error's code tells its reason", arguments: ErrorCode.allCases)
    func reasons(_ code: ErrorCode) throws {
        let error = WireError(code, "m")
        #expect(error.known == code && error.data.reason == code.reason)
        #expect(try WireError(json: JSONParser.parse(error.jsonBytes())) == error)
    }

    @Test("the result of a reply is passed on as the daemon wrote it")
    func rawResult() throws {
        let result = #"{"result":{"a":[1,"}]\"",{"result":2}]},"by":"x,y"}"#
        let line = try #require(ServerLine(Array(#"{"jsonrpc":"2.0","id":1,"result":\#(result)}"#.utf8)))
        #expect(line.resultBytes.map { String(decoding: $0, as: UTF8.self) } == result)
        #expect(ServerLine(Array(#"{"jsonrpc":"2.0","id":1}"#.utf8))?.resultBytes == nil)
    }

    @Test(
        "what is no message is told apart",
        arguments: ["", "{}", "[]", "x", #"{"id":1"#, #"{"id":[],"result":1}"#, #"{"id":1,"error":5}"#])
    func garbage(_ text: String) {
        #expect(ServerLine(Array(text.utf8)) == nil)
    }

    @Test(
        "numbers are written in full",
        arguments: [
            (0, "0"), (-7, "-7"), (9, "9"), (10, "10"), (99, "99"), (100, "100"), (-1_000, "-1000"),
            (Int.max, "9223372036854775807"), (Int.min, "-9223372036854775808"),
        ])
    func integers(number: Int, text: String) {
        #expect(String(decoding: number.jsonBytes(), as: UTF8.self) == text)
    }
}

/// Sorts the members of JSON text, so that two texts can be compared.
private enum JSONSerializer {
    static func canonical(_ data: Data) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return try encoder.encode(try JSONDecoder().decode(AnyJSON.self, from: data))
    }

    private enum AnyJSON: Codable {
        case object([String: AnyJSON])
        case array([AnyJSON])
        case string(String)
        case integer(Int)
        case real(Double)
        case bool(Bool)
        case null

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
                self = .null
            } else if let value = try? container.decode(Bool.self) {
                self = .bool(value)
            } else if let value = try? container.decode(Int.self) {
                self = .integer(value)
            } else if let value = try? container.decode(String.self) {
                self = .string(value)
            } else if let value = try? container.decode(Double.self) {
                self = .real(value)
            } else if let value = try? container.decode([AnyJSON].self) {
                self = .array(value)
            } else {
                self = .object(try container.decode([String: AnyJSON].self))
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .object(let value): try container.encode(value)
            case .array(let value): try container.encode(value)
            case .string(let value): try container.encode(value)
            case .integer(let value): try container.encode(value)
            case .real(let value): try container.encode(value)
            case .bool(let value): try container.encode(value)
            case .null: try container.encodeNil()
            }
        }
    }
}
