import DiceModel
import DiceTestSupport
import Testing

@testable import DiceWire

/// Of each message there is one description. What follows from it must agree with the type, and with each other.
@Suite("Messages")
struct MessageTests {
    @Test("every property of a message is a member of it", arguments: Described.all)
    func properties(_ message: Described) {
        #expect(message.members == message.properties)
    }

    @Test("what is written is read as the same value", arguments: RandomCase.hundred)
    func roundTrip(_ random: RandomCase) throws {
        func check<Message: RandomMessage & JSONReadable>(_ type: Message.Type) throws {
            var random = random
            let message = Message(&random)
            let read = try Message(json: JSONParser.parse(message.jsonBytes()))
            #expect(read == message)
        }
        for type in RandomCase.messages { try check(type) }
    }

    @Test("what a client asks is what the daemon reads, and fits the schema", arguments: RandomCase.hundred)
    func requests(_ random: RandomCase) throws {
        for method in Method.allCases {
            var random = random
            let request = Request(method, &random)
            let line = Array(request.line(id: .integer(1)).dropLast())
            #expect(
                RequestDecoder().decode(line, Permit(label: "ann"))
                    == .single(Call(id: .integer(1), request: .success(request))))
            let params = try JSONParser.parse(line)["params"] ?? .object([])
            #expect(JSONSchema.object(method.params).accepts(params), "\(method)")
        }
    }

    @Test("what is written fits the schema, and a member less or more is seen by it", arguments: RandomCase.hundred)
    func schemas(_ random: RandomCase) throws {
        func check<Message: RandomMessage & WireValue>(_ type: Message.Type, _ properties: [Property]) throws {
            var random = random
            guard case .object(let members) = try JSONParser.parse(Message(&random).jsonBytes()) else {
                Issue.record("\(type) is no object")
                return
            }
            let schema = Message.wireForm.schema
            #expect(schema.accepts(.object(members)), "\(members)")
            #expect(!schema.accepts(.object(members + [.init(name: "x", value: .null)])))
            for property in properties {
                let rest = JSONValue.object(members.filter { $0.name != property.name })
                #expect(schema.accepts(rest) == !property.isRequired, "\(type) without \(property.name)")
                #expect(((try? Message(json: rest)) == nil) == property.isRequired, "\(type) without \(property.name)")
            }
        }
        func check<Described: RandomMessage & Message>(_ type: Described.Type) throws {
            try check(type, type.members.properties)
        }
        for type in RandomCase.messages.compactMap({ $0 as? any (RandomMessage & Message).Type }) { try check(type) }
        try check(TableEvent.self, [])
    }

    @Test("a die and a table are written as their members say", arguments: RandomCase.hundred)
    func hotMessages(_ random: RandomCase) {
        func check<Hot: Message>(_ messages: [Hot]) {
            var general = JSONWriter()
            general.array { json in
                for message in messages { Hot.members.write(message, to: &json) }
            }
            #expect(messages.jsonBytes() == general.bytes)
        }
        var random = random
        check(random.messages(1...20) as [DieState])
        check(random.messages(1...5) as [TableSnapshot])
        check(random.messages(1...5) as [DiePlan])
    }

    @Test("every kind of event has its word, and is read by it")
    func events() throws {
        var random = RandomCase(1)
        let events = (1...100).map { _ in TableEvent(&random) }
        #expect(Set(events.map(\.kind.name)) == Set(TableEvent.names))
        #expect(Set(TableEvent.names).count == 10)
        for event in events { #expect(try TableEvent(json: JSONParser.parse(event.jsonBytes())) == event) }
    }
}

/// The names that a message has in Swift and on the wire.
struct Described: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let properties: [String]
    let members: [String]

    private init<Value: Message>(_ value: Value) {
        testDescription = "\(Value.self)"
        // `protocol` and `throw` are words of Swift.
        properties = Mirror(reflecting: value).children.map {
            switch $0.label {
            case "protocolNumber": "protocol"
            case "number": "throw"
            case let label: label ?? "?"
            }
        }
        let members = Value.members.properties.map(\.name)
        // Of a history entry, its type says which kind it is.
        self.members = value is Turn || value is ThrowResult ? members.filter { $0 != "kind" } : members
    }

    static let all: [Described] = {
        var random = RandomCase(1)
        let answers = RandomCase.messages.compactMap { $0 as? any (RandomMessage & Message).Type }
        let requests = Method.allCases.compactMap { Request($0, &random).params }
        return answers.map { Described($0.init(&random)) } + requests.map { Described($0) }
    }()
}

extension JSONSchema {
    /// Whether `json` is a value of the schema, with no member that it does not name.
    func accepts(_ json: JSONValue) -> Bool {
        switch (self, json) {
        case (.boolean, .bool), (.string(.any), .string): true
        case (.real(let range), .number): json.real.map(range.contains) ?? false
        case (.integer(let range), .number): json.integer.map { range?.contains($0) ?? true } ?? false
        case (.string(.pattern(let pattern)), .string(let text)): (try? Regex(pattern).wholeMatch(in: text)) != nil
        case (.string(.described), .string(let text)): !text.isEmpty
        case (.words(let words), .string(let text)): words.contains(text)
        case (.array(let element, let count), .array(let elements)):
            count?.contains(elements.count) ?? true && elements.allSatisfy(element.accepts)
        case (.object(let properties), .object(let members)):
            properties.allSatisfy { property in
                !property.isRequired || members.contains { $0.name == property.name }
            }
                && members.allSatisfy { member in
                    properties.contains { $0.name == member.name && $0.schema.accepts(member.value) }
                }
        case (.map(let value), .object(let members)): members.allSatisfy { value.accepts($0.value) }
        case (.oneOf(let schemas), _): schemas.count { $0.accepts(json) } == 1
        case (.component(let name), _):
            OpenRPCDocument.schemas.first { $0.name == name }?.schema.accepts(json) ?? false
        default: false
        }
    }
}
