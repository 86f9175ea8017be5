import DiceGames
import DiceModel
import DiceTestSupport
import Testing

@testable import DiceWire

/// Each message has one definition. Everything derived from it must match the type, and be
/// consistent.
@Suite("Messages")
struct MessageTests {
    @Test("every property of a message is one of its members", arguments: Described.all)
    func properties(_ message: Described) {
        #expect(message.members.sorted() == message.properties.sorted())
    }

    @Test("a die of a throw has no lock and can be a Fate die")
    func dieInThrow() {
        #expect(
            DieState.membersInThrow.properties.map(\.name) == [
                "die", "sides", "value", "animating", "fate", "faces", "facesOf",
                "hidden",
            ]
        )
    }

    @Test("a message survives a round trip", arguments: RandomCase.hundred)
    func roundTrip(_ random: RandomCase) throws {
        func check<Message: RandomMessage & JSONReadable>(_ type: Message.Type) throws {
            var random = random
            let message = Message(&random)
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
        func check<Message: RandomMessage & WireValue>(
            _ type: Message.Type,
            _ properties: [Property]
        ) throws {
            var random = random
            guard
                case .object(let members) = try JSONParser.parse(
                    Message(&random).jsonBytes()
                )
            else {
                Issue.record("\(type) is no object")
                return
            }
            let schema = Message.wireForm.schema
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
                    ((try? Message(json: rest)) == nil) == property.isRequired,
                    "\(type) without \(property.name)"
                )
            }
        }
        func check<Described: RandomMessage & Message>(_ type: Described.Type) throws {
            try check(type, type.members.properties)
        }
        for type in RandomCase.messages.compactMap({
            $0 as? any (RandomMessage & Message).Type
        }) {
            try check(type)
        }
        try check(TableEvent.self, [])
    }

    @Test(
        "dice, tables and plans are written with their members",
        arguments: RandomCase.hundred
    )
    func hotMessages(_ random: RandomCase) {
        func check<Hot: Message>(_ messages: [Hot]) {
            var general = JSONWriter()
            general.array { json in
                for message in messages {
                    Hot.members.write(message, to: &json)
                }
            }
            #expect(messages.jsonBytes() == general.bytes)
        }
        var random = random
        check(random.messages(1...20) as [DieState])
        check(random.messages(1...5) as [TableSnapshot])
        check(random.messages(1...5) as [DiePlan])
    }

    @Test("every kind of event has its name and survives a round trip")
    func events() throws {
        var random = RandomCase(1)
        let events = (1...100).map { _ in TableEvent(&random) }
        #expect(Set(events.map(\.kind.name)) == Set(TableEvent.names))
        #expect(Set(TableEvent.names).count == 14)
        for event in events {
            let line = try #require(ServerLine(Notification.event(event).jsonBytes()))
            #expect(line.kind == .notification("event"))
            #expect(try line.notification() == .event(event))
        }
    }

    @Test("a member of another type is refused in every message")
    func otherTypes() throws {
        func check<Described: RandomMessage & Message>(_ type: Described.Type) throws {
            var random = RandomCase(5)
            guard
                case .object(let members) = try JSONParser.parse(
                    Described(&random).jsonBytes()
                )
            else {
                Issue.record("\(type) is no object")
                return
            }
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
                        try Described(json: changed)
                    }
                }
            }
        }
        for type in RandomCase.messages.compactMap({
            $0 as? any (RandomMessage & Message).Type
        }) {
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
            ("[]", "die"),
            ("null", "die"),
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

/// The names of a message's members in Swift and on the wire.
struct Described: CustomTestStringConvertible, Sendable {
    let testDescription: String
    private(set) var properties: [String]
    let members: [String]

    private init<Value: Message>(_ value: Value) {
        testDescription = "\(Value.self)"
        // `protocol` and `throw` are Swift keywords, and a request has one viewer.
        let properties = Self.children(of: value).map {
            switch $0 {
            case "protocolNumber": "protocol"
            case "number": "throw"
            case "viewers": "viewer"
            default: $0
            }
        }
        // This applies to a table's die; the members of a throw's die are in
        // `DieState.membersInThrow`.
        self.properties =
            value is DieState
            ? properties.filter { !["fate", "facesOf", "hidden"].contains($0) }
            : properties
        // Members that follow from the turn's rolls.
        if value is Turn {
            self.properties.append("entered")
        }
        let members = Value.members.properties.map(\.name)
        // The type of a history entry determines its kind.
        let isEntry =
            value is Turn || value is ThrowResult || value is Correction
            || value is Rest
        self.members = isEntry ? members.filter { $0 != "kind" } : members
    }

    /// Returns the names of a value's properties; a group is replaced by its own properties.
    private static func children(of value: Any) -> [String] {
        Mirror(reflecting: value).children.flatMap { child in
            switch child.value {
            case is RollChance, is EntryProof, is ThrowMeaning, is TurnMatch,
                is TableSettings,
                is SettingsChange:
                children(of: child.value)
            case is Match.Score where value is Correction:
                children(of: child.value).filter { $0 != "isBust" }
            default: [child.label ?? "?"]
            }
        }
    }

    static let all: [Described] = {
        var random = RandomCase(1)
        let answers = RandomCase.messages.compactMap {
            $0 as? any (RandomMessage & Message).Type
        }
        let requests = MethodTable.daemon.methods.flatMap(\.examples).compactMap {
            $0.params as? any Message
        }
        return answers.map { Described($0.init(&random)) }
            + requests.map { Described($0) }
    }()
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
