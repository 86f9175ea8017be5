import DiceGames
import DiceModel
import DiceTestSupport
import Testing

@testable import DiceWire

/// Each message has one definition. Everything derived from it must match the type, and be
/// consistent.
@Suite("Messages")
struct MessageTests {
    @Test("every property of a message is one of its members")
    func properties() {
        let requests = [MethodTable.daemon, .links].flatMap(\.methods).flatMap(\.examples)
        let messages = RandomCase.messages.compactMap { $0 as? any Message.Type }
        for type in messages
            + requests.compactMap({ $0.params as? any Message }).map({ type(of: $0) })
        {
            let elsewhere =
                switch type {
                case is DieState.Type: ["fate", "facesOf", "hidden"]
                case is FlyingDie.Type: ["locked"]
                default: [] as [String]
                }
            #expect(Self.unvisited(type) == elsewhere, "\(type)")
        }
    }

    /// Returns the properties that no random message changes.
    private static func unvisited<Value: Message>(_ type: Value.Type) -> [String] {
        var fields = Fields(RandomVisitor(RandomCase(1)))
        let messages = (1...50).map { _ in
            var message = Value.blank
            message.visit(&fields)
            return properties(of: message)
        }
        return properties(of: Value.blank).filter { property in
            messages.allSatisfy { $0.contains { $0 == property } }
        }.map(\.name)
    }

    /// Returns the properties of a message as text, with those of its groups.
    private static func properties(of value: Any) -> [(name: String, value: String)] {
        Mirror(reflecting: value).children.flatMap { child in
            let isGroup =
                Mirror(reflecting: child.value).displayStyle == .struct
                && !(child.value is any WireValue)
            return (isGroup || value is FlyingDie)
                ? properties(of: child.value) : [(child.label ?? "", "\(child.value)")]
        }
    }

    @Test("a message survives a round trip", arguments: RandomCase.hundred)
    func roundTrip(_ random: RandomCase) throws {
        func check<Message: TestMessage>(_ type: Message.Type) throws {
            var random = random
            let message = random.message(type)
            let read = try Message(json: JSONParser.parse(message.jsonBytes()))
            #expect(read == message)
        }
        for type in RandomCase.messages {
            try check(type)
        }
    }

    @Test(
        "a message fits its schema, which detects a missing or extra member",
        arguments: RandomCase.hundred.prefix(20)
    )
    func schemas(_ random: RandomCase) throws {
        func check<Value: WireValue>(_ type: Value.Type, _ properties: [Property]) throws {
            var random = random
            let members = try Self.members(random.message(type))
            let schema = Value.wireForm.schema
            #expect(schema.accepts(.object(members)), "\(members)")
            #expect(
                !schema.accepts(.object(members + [.init(name: "x", value: .null)]))
            )
            for property in properties {
                let rest = JSONValue.object(members.filter { $0.name != property.name })
                #expect(
                    schema.accepts(rest) == !property.isRequired,
                    "\(type) without \(property.name)"
                )
                #expect(
                    ((try? Value(json: rest)) == nil) == property.isRequired,
                    "\(type) without \(property.name)"
                )
            }
        }
        for case let type as any Message.Type in RandomCase.messages {
            try check(type, type.properties)
        }
        try check(TableEvent.self, [])
    }

    private static func members(_ message: some JSONWritable) throws -> [JSONValue.NamedValue] {
        guard case .object(let members) = try JSONParser.parse(message.jsonBytes()) else {
            Issue.record("\(message) is no object")
            return []
        }
        return members
    }

    @Test("dice are written with their members", arguments: RandomCase.hundred)
    func dice(_ random: RandomCase) {
        var random = random
        var die: DieState = random.message()
        var general = JSONWriter()
        general.object(visiting: { die.visit(&$0) })
        #expect(die.jsonBytes() == general.bytes)
    }

    @Test("every kind of event has its name and survives a round trip")
    func events() throws {
        var random = RandomCase(1)
        let events = (1...200).map { _ in TableEvent(&random) }
        #expect(Set(events.map(\.kind.name)) == Set(TableEvent.names))
        #expect(Set(TableEvent.names).count == 16)
        for event in events {
            let line = try #require(ServerLine(Notification.event(event).jsonBytes()))
            #expect(line.kind == .notification("event"))
            #expect(try line.notification() == .event(event))
        }
    }

    @Test("a member of another type is refused in every message")
    func otherTypes() throws {
        func check<Value: Message>(_ type: Value.Type) throws {
            var random = RandomCase(5)
            let members = try Self.members(random.message(type))
            for member in members {
                for value in [JSONValue.array([.null]), .bool(true)] {
                    if case (.bool, .bool) = (member.value, value) {
                        continue
                    }
                    let changed = JSONValue.object(
                        members + [.init(name: member.name, value: value)]
                    )
                    #expect(
                        throws: JSONMismatch.self,
                        "\(type) with another \(member.name)"
                    ) {
                        try Value(json: changed)
                    }
                }
            }
        }
        for case let type as any Message.Type in RandomCase.messages {
            try check(type)
        }
    }

    /// A daemon may be newer or broken: unknown members are ignored, impossible values are rejected
    /// with the expected type.
    @Test(
        "a die from the daemon is read if it is valid",
        arguments: [
            (#"{"sides":6,"value":4,"locked":false,"animating":false}"#, "die"),
            (
                #"{"die":1,"sides":6,"value":4,"locked":false,"animating":false,"die":null}"#,
                "a whole number"
            ),
            (
                #"{"die":"1","sides":6,"value":4,"locked":false,"animating":false}"#,
                "a whole number"
            ),
            (
                #"{"die":1.5,"sides":6,"value":4,"locked":false,"animating":false}"#,
                "a whole number"
            ),
            (
                #"{"die":0,"sides":6,"value":4,"locked":false,"animating":false}"#,
                "a possible die"
            ),
            (
                #"{"die":1,"sides":1,"value":1,"locked":false,"animating":false}"#,
                "a possible sides"
            ),
            (
                #"{"die":1,"sides":6,"value":7,"locked":false,"animating":false}"#,
                "a face of the die"
            ),
            (
                #"{"die":1,"sides":6,"value":4,"locked":0,"animating":false}"#,
                "true or false"
            ),
            ("[]", "an object"),
            ("null", "an object"),
            (#"{"die":1,"sides":6,"value":4,"locked":false,"animating":false}"#, nil),
            (
                #"{"die":1e0,"sides":6.0,"value":4,"locked":false,"animating":false}"#,
                nil
            ),
            (
                #"{"die":1,"sides":6,"value":4,"locked":false,"animating":false,"weight":null}"#,
                nil
            ),
            (
                #"{"die":"1","sides":6,"value":4,"locked":false,"animating":false,"die":1}"#,
                nil
            ),
        ] as [(String, String?)]
    )
    func rules(text: String, wanted: String?) throws {
        let json = try JSONParser.parse(Array(text.utf8))
        guard let wanted else {
            #expect(
                try DieState(json: json)
                    == DieState(
                        die: 1,
                        sides: 6,
                        value: 4,
                        locked: false,
                        animating: false
                    )
            )
            return
        }
        #expect(throws: JSONMismatch(wanted: wanted)) { try DieState(json: json) }
    }

    @Test(
        "null is accepted for an optional member only"
    )
    func optional() throws {
        func read(_ members: String) throws -> TableSnapshot {
            let text =
                #"{"table":"t","revision":1,"turn":1,"roll":0,"rolling":false,\#(members)"#
                + #""dice":[{"die":1,"sides":6,"value":4,"locked":false,"animating":false}]}"#
            return try TableSnapshot(json: JSONParser.parse(Array(text.utf8)))
        }
        let bare = try read("")
        #expect(bare.by == nil)
        #expect(bare.watchers == 0)
        #expect(try read(#""by":null,"watchers":null,"#) == bare)
        #expect(try read(#""by":"ann","watchers":2,"#).by == "ann")
        #expect(throws: JSONMismatch(wanted: "a string")) { try read(#""by":5,"#) }
        #expect(throws: JSONMismatch(wanted: "a possible by")) {
            try read(#""by":"","#)
        }
        #expect(throws: JSONMismatch(wanted: "a possible watchers")) {
            try read(#""watchers":-1,"#)
        }
    }
}

extension JSONSchema {
    /// Returns true if `json` matches the schema and has no other members.
    func accepts(_ json: JSONValue) -> Bool {
        switch (self, json) {
        case (.boolean, .bool), (.string(.any), .string): true
        case (.real(let range), .number), (.real(let range), .integer):
            json.real.map(range.contains) ?? false
        case (.integer(let range), .number), (.integer(let range), .integer):
            json.integer.map { range?.contains($0) ?? true } ?? false
        case (.string(.pattern(let pattern)), .string(let text)):
            (try? Regex(pattern).wholeMatch(in: text)) != nil
        case (.string(.described), .string(let text)): !text.isEmpty
        case (.enumeration(let words), .string(let text)): words.contains(text)
        case (.array(let element, let count), .array(let elements)):
            count?.contains(elements.count) ?? true
                && elements.allSatisfy(element.accepts)
        case (.object(let properties), .object(let members)):
            properties.allSatisfy { property in
                !property.isRequired || members.contains { $0.name == property.name }
            }
                && members.allSatisfy { member in
                    properties.contains {
                        $0.name == member.name && $0.schema.accepts(member.value)
                    }
                }
        case (.map(let value), .object(let members)):
            members.allSatisfy { value.accepts($0.value) }
        case (.oneOf(let schemas), _): schemas.count { $0.accepts(json) } == 1
        case (.component(_, let make), _): make().accepts(json)
        default: false
        }
    }
}
