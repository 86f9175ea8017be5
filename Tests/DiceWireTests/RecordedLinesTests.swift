import DiceTestSupport
import Foundation
import Testing

@testable import DiceWire

/// What is written and how it is read, compared with the files in `Recorded`. `DICED_RECORD=1` writes those anew, which
/// only a change of the protocol may need.
@Suite("The wire, as it was recorded")
struct RecordedLinesTests {
    @Test("every message is written as before, byte for byte")
    func messages() throws {
        var lines: [String] = []
        for type in RandomCase.messages { lines += (1...10).map { Self.line(type, RandomCase($0)) } }
        try compare(lines, "messages")
    }

    @Test("every request is written as before, byte for byte")
    func requests() throws {
        let lines = Method.allCases.flatMap { method in
            (1...6).map { number in
                var random = RandomCase(number)
                return String(decoding: Request(method, &random).line(id: RequestID(&random)), as: UTF8.self)
            }
        }
        try compare(lines.map { String($0.dropLast()) }, "requests")
    }

    @Test("what a request's params may be is as before, and so is every refusal")
    func refusals() throws {
        let values = [
            #""t1""#, #""a\u0001""#, #""""#, "null", "true", "0", "1", "1000", "1001", "-1", "1.5", "7e0", "[]", "[0]",
            "[3,1,3]", "[1.5]", #"["1"]"#, "{}",
        ]
        var lines: [String] = []
        // One method for each kind of params.
        for method in [
            .hello, .ping, .create, .delete, .get, .roll, .lock, .endTurn, .history, .stats, .saveRoll, .deleteRoll,
            .backup, .watch,
        ]
            as [Method]
        {
            let required = method.params.filter(\.isRequired).map(\.name)
            let params = method.params.map(\.name).flatMap { name in
                values.map { value in
                    let others = required.filter { $0 != name }.map { "\"\($0)\":\(Self.fitting[$0] ?? "?")" }
                    return "{\((others + ["\"\(name)\":\(value)"]).joined(separator: ","))}"
                }
            }
            for params in ["{}", "[]", "null", "7", #"{"tables":1}"#] + params {
                let line = #"{"jsonrpc":"2.0","id":1,"method":"\#(method.rawValue)","params":\#(params)}"#
                lines.append("\(method.rawValue) \(params) -> \(Self.meaning(line))")
            }
        }
        try compare(lines, "refusals")
    }

    @Test("a message with a member left out, changed or unknown is read as before, or is refused")
    func readings() throws {
        var lines: [String] = []
        for type in RandomCase.messages { lines += try Self.readings(of: type) }
        try compare(lines, "readings")
    }

    @Test("the document of rpc.discover is as before, byte for byte")
    func document() throws {
        let text = String(decoding: OpenRPCDocument(version: "1.0.0").jsonBytes(), as: UTF8.self)
        try compare(text.replacing("},{", with: "},\n{").split(separator: "\n").map(String.init), "document")
    }

    private static let fitting = [
        "table": #""t""#, "dice": "[6]", "protocol": "1", "name": #""attack""#, "expression": #""4d6""#,
    ]

    private static func line<Message: RandomMessage>(_ type: Message.Type, _ random: RandomCase) -> String {
        var random = random
        return "\(type) \(String(decoding: Message(&random).jsonBytes(), as: UTF8.self))"
    }

    /// What the daemon would do: the request, as a client writes it, or the error.
    private static func meaning(_ line: String) -> String {
        guard case .single(let call) = RequestDecoder().decode(Array(line.utf8), Permit(label: "ann")) else {
            return "a batch"
        }
        return switch call.request {
        case .success(let request): String(decoding: request.line(id: nil).dropLast(), as: UTF8.self)
        case .failure(let error): String(decoding: error.jsonBytes(), as: UTF8.self)
        }
    }

    private static func readings<Message: RandomMessage & JSONReadable>(of type: Message.Type) throws -> [String] {
        var random = RandomCase(5)
        let message = Message(&random)
        let written = try JSONParser.parse(message.jsonBytes())
        let strange: [JSONValue] = [.null, .bool(true), .number("0"), .number("1.5"), .string("?"), .array([.null])]
        var changed = strange + [.object([]), .object([.init(name: "x", value: .null)])]
        if case .object(let members) = written {
            changed.append(.object(members + [.init(name: "x", value: .null)]))
            for (index, member) in members.enumerated() {
                changed.append(.object(members.filter { $0.name != member.name }))
                for value in strange {
                    changed.append(.object(members + [.init(name: member.name, value: value)]))
                    if index == 0 { changed.append(.object([.init(name: member.name, value: value)] + members)) }
                }
            }
        }
        return changed.enumerated().map { number, json in
            do throws(JSONMismatch) {
                let read = try Message(json: json)
                let text = read == message ? "the same" : String(decoding: read.jsonBytes(), as: UTF8.self)
                return "\(type) \(number) \(text)"
            } catch {
                return "\(type) \(number) wants \(error.wanted)"
            }
        }
    }

    private func compare(_ lines: [String], _ name: String) throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Recorded/\(name).txt")
        if ProcessInfo.processInfo.environment["DICED_RECORD"] == "1" {
            try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: file)
        }
        let recorded = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
        #expect(recorded.count == lines.count)
        for (line, recorded) in zip(lines, recorded) { #expect(line == recorded) }
    }
}
