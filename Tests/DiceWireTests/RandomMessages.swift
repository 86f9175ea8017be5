import DiceGames
import DiceModel
import DiceNotation
import DiceTestSupport

@testable import DiceWire

typealias TestMessage = JSONReadable & JSONWritable & Equatable

/// A value whose members do not suffice to generate it at random, as the daemon or a client would
/// send it.
protocol RandomMessage: Sendable {
    init(_ random: inout RandomCase)
}

extension RandomCase {
    /// Every type whose written form can be read back unchanged.
    static let messages: [any TestMessage.Type] = [
        DieState.self, DiePlan.self, FlightPlan.self, TableSnapshot.self, Frame.self,
        TurnDie.self,
        RollRecord.self,
        Turn.self, HistoryPage.self,
        ThrowDie.self, FlyingDie.self, TargetCheck.self, ThrowResult.self,
        ThrowFrame.self,
        HistoryEntry.self,
        FaceCounts.self, FaceStatistics.self, SavedRoll.self, SavedRolls.self, SaveRollResult.self,
        EmptyObject.self, HelloResult.self, StatusResult.self, TableSummary.self,
        ListResult.self,
        RollResult.self,
        CancelResult.self, BackupResult.self, Archived.self, PruneResult.self,
        TableEvent.self,
        Notification.self,
        WireError.Details.self,
        WireError.self,
        RequestID.self, Correction.self, Rest.self,
    ]

    /// Returns a message whose members fit together.
    mutating func message<Value>(_ type: Value.Type = Value.self) -> Value {
        while true {
            if let type = type as? any RandomMessage.Type, let value = type.init(&self) as? Value {
                return value
            }
            if let type = type as? any Message.Type, let value = visited(type) as? Value {
                return value
            }
        }
    }

    /// Returns a message whose members are random; `nil` if they do not fit together.
    mutating func visited<Value: Message>(_ type: Value.Type) -> Value? {
        let visitor = RandomVisitor(self)
        var fields = Fields(visitor)
        var message = Value.blank
        message.visit(&fields)
        self = visitor.random
        return visitor.isPossible ? message : nil
    }

    /// Returns a value of the schema; `nil` if the type does not have it.
    fileprivate mutating func value<Value: WireValue>(_ schema: JSONSchema) -> Value? {
        switch schema {
        case .array where Value.self is any RandomMessage.Type,
            .oneOf where Value.self is any RandomMessage.Type:
            return message(Value.self)
        case .array(let element, let count):
            return (Value.self as? any RandomList.Type)?.init(element, count ?? 0...3, &self)
                as? Value
        case .component(_, let make):
            if case .string = make() {
                return try? Value(json: json(schema))
            }
            return message(Value.self)
        default: return try? Value(json: json(schema))
        }
    }

    /// Returns a number, small more often than large.
    mutating func number(_ range: ClosedRange<Int>) -> Int {
        let near = max(range.lowerBound, -1_000)...min(range.upperBound, 1_000)
        let far = max(range.lowerBound, -1 << 53 + 1)...min(range.upperBound, 1 << 53 - 1)
        return int(1...9) > 2 ? int(near) : int(far)
    }

    /// Returns a list of few values.
    fileprivate mutating func many<Value>(
        _ count: ClosedRange<Int>,
        _ value: (inout RandomCase) -> Value
    ) -> [Value] {
        (0..<int(count.lowerBound...min(count.upperBound, count.lowerBound + 3))).map { _ in
            value(&self)
        }
    }

    mutating func element<Value>(_ values: [Value]) -> Value {
        values[int(0...(values.count - 1))]
    }

    mutating func label() -> String {
        element([
            "ann", "bo \"b\" \\", "é🎲", "👩‍👩‍👧", "/", "a'b", "名前",
            String(repeating: "l", count: 64),
        ])
    }

    /// Returns a text that matches a pattern of the protocol.
    private mutating func text(_ pattern: String) -> String {
        if pattern.contains("f]{64}") {
            hex(64)
        } else if pattern.contains("f]{32}") {
            pattern.contains(")?") && bool() ? "" : hex(32)
        } else if pattern.contains("http") {
            element(["https://a.example", "http://127.0.0.1:7447", "https://[::1]:8443"])
        } else if pattern.contains("T") {
            Timestamp(millisecondsSinceEpoch: Int64(int(0...4_000_000_000_000))).description
        } else {
            element(["attack", "A", "a_b-9", String(repeating: "x", count: 64)])
        }
    }

    private mutating func hex(_ digits: Int) -> String {
        (1...digits).map { _ in String(int(0...15), radix: 16) }.joined()
    }

    /// Returns a value that matches the schema.
    mutating func json(_ schema: JSONSchema) -> JSONValue {
        switch schema {
        case .boolean: .bool(bool())
        case .integer(let range): integer(number(range ?? Int.min...Int.max))
        case .real(let range): .number("\(real(range))")
        case .string(.any): .string(element([label(), "2d6+{bonus=3}", "/tmp/a b"]))
        case .string(.described): .string(label())
        case .string(.pattern(let pattern)): .string(text(pattern))
        case .enumeration(let words): .string(element(words))
        case .array(let schema, let count):
            .array(
                many(count ?? 0...3) { $0.json(schema) }
            )
        case .object(let properties):
            .object(
                properties.filter { $0.isRequired || bool() }.map {
                    JSONValue.NamedValue(name: $0.name, value: json($0.schema))
                }
            )
        case .map(let schema):
            .object([JSONValue.NamedValue(name: "bonus", value: json(schema))])
        case .oneOf(let schemas): json(element(schemas))
        case .component(_, let make): json(make())
        }
    }

    /// Returns the number as the parser does.
    private func integer(_ number: Int) -> JSONValue {
        (0..<1_000_000_000_000_000).contains(number) ? .integer(number) : .number("\(number)")
    }

    private mutating func real(_ range: ClosedRange<Double>) -> Double {
        let near = max(range.lowerBound, -9_999)...min(range.upperBound, 9_999)
        return (Double.random(in: near, using: &generator) * 4).rounded() / 4
    }
}

/// Gives each member a random value of its form.
final class RandomVisitor: FieldVisitor {
    var random: RandomCase
    private(set) var isPossible = true

    init(_ random: RandomCase) {
        self.random = random
    }

    func visit<Value: WireValue>(
        _ name: String,
        _ value: inout Value?,
        isRequired: Bool,
        _ form: () -> Form<Value>,
        _ summary: () -> String
    ) {
        value = nil
        guard isRequired || random.bool() else { return }
        let form = form()
        repeat {
            value = random.value(form.schema)
        } while value.map(form.isPossible) != true
    }

    func require(_ condition: @autoclosure () -> Bool) {
        isPossible = isPossible && condition()
    }
}

private protocol RandomList {
    init?(_ element: JSONSchema, _ count: ClosedRange<Int>, _ random: inout RandomCase)
}

extension Array: RandomList where Element: WireValue {
    /// Dice are numbered, and times ascend.
    fileprivate init?(
        _ element: JSONSchema,
        _ count: ClosedRange<Int>,
        _ random: inout RandomCase
    ) {
        let elements: [Element?] = random.many(count) { $0.value(element) }
        var numbered = elements.compactMap(\.self)
        guard numbered.count == elements.count else { return nil }
        for index in numbered.indices {
            if var die = numbered[index] as? any NumberedDie {
                die.die = index + 1
                numbered[index] = die as? Element ?? numbered[index]
            }
        }
        self = (numbered as? [Double])?.sorted() as? Self ?? numbered
    }
}

private protocol NumberedDie {
    var die: Int { get set }
}

extension DieState: NumberedDie {}
extension TurnDie: NumberedDie {}
extension DiePlan: NumberedDie {}

extension ThrowDie: RandomMessage {
    init(_ random: inout RandomCase) {
        self = random.visited(Self.self) ?? .blank
        if hidden == true {
            value = 0
            kept = true
            flags = []
        }
    }
}

extension FlyingDie: RandomMessage {
    init(_ random: inout RandomCase) {
        self = random.visited(Self.self) ?? .blank
        if state.hidden == true {
            state.value = 0
        }
    }
}

extension FlyingDice: RandomMessage {
    init(_ random: inout RandomCase) {
        self.init(random.many(0...3) { $0.message(FlyingDie.self).state })
    }
}

extension ThrowResult: RandomMessage {
    init(_ random: inout RandomCase) {
        self = random.visited(Self.self) ?? .blank
        if hidden == true {
            outcome = .other("")
            text = ""
        } else if outcome == .other("") {
            outcome = .completed
        }
        if id == nil {
            proof.edition = nil
            proof.digest = nil
        }
    }
}

extension Game: RandomMessage {
    init(_ random: inout RandomCase) {
        self = random.element(Game.all)
        // A document that was stored by 2.0.0 has no words.
        if random.bool() {
            words = [:]
        }
    }
}

extension FaceCounts: RandomMessage {
    init(_ random: inout RandomCase) {
        let counts = random.many(2...4) { $0.int(1...1_000_000) }
        self.init(
            by: random.bool() ? random.label() : nil,
            entered: random.bool() ? true : nil,
            counts: counts
        )
    }
}

extension DurationCounts: RandomMessage {
    init(_ random: inout RandomCase) {
        self.init()
        add(.milliseconds(random.int(1...1_000)))
    }
}

extension HistoryEntry: RandomMessage {
    init(_ random: inout RandomCase) {
        switch random.int(0...3) {
        case 0: self = .turn(random.message())
        case 1: self = .corrected(random.message())
        case 2: self = .rested(random.message())
        default:
            var thrown: ThrowResult = random.message()
            thrown.id = random.int(1...1_000)
            self = .thrown(thrown)
        }
    }
}

extension TableEvent: RandomMessage {
    init(_ random: inout RandomCase) {
        let visitor = RandomVisitor(random)
        var fields = Fields(visitor)
        self.init(blank: visitor.random.element(Kind.Name.allCases))
        visit(&fields)
        random = visitor.random
    }
}

extension Notification: RandomMessage {
    init(_ random: inout RandomCase) {
        self =
            switch random.int(0...5) {
            case 0: .event(random.message())
            case 1: .throw(random.message())
            case 2: .tables(random.message())
            case 3: .backup(random.message())
            case 4: .progress(random.message())
            default: .frame(random.message())
            }
    }
}

extension WireError: RandomMessage {
    init(_ random: inout RandomCase) {
        self.init(
            code: random.element(ErrorCode.allCases).rawValue,
            message: random.label(),
            reason: ""
        )
        data = random.message()
    }
}

extension RequestID: RandomMessage {
    init(_ random: inout RandomCase) {
        self = random.element([
            .integer(random.int(1...1_000)), .number("-1.50e3"), .string(random.label()),
            .null,
        ])
    }
}

extension AnyMethod {
    /// Returns a request with valid params, generated from their schemas, or else an example.
    func request(_ random: inout RandomCase) throws -> Request {
        for _ in 1...20 {
            guard case .object(let members) = random.json(.object(params)) else {
                continue
            }
            if let request = try? request(members) {
                return request
            }
        }
        return random.element(examples)
    }
}
