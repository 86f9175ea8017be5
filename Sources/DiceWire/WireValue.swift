public import DiceModel
import DiceNotation

/// A value of the protocol that can be written, read and described.
protocol WireValue: JSONReadable, JSONWritable {
    /// The default form of a value, which a member may override.
    static var wireForm: Form<Self> { get }
}

/// The constraints of a value beyond its type. Its schema and its rule are made only when asked for.
struct Form<Value: Sendable>: Sendable {
    private let makeSchema: @Sendable () -> JSONSchema
    private let makeRule: @Sendable () -> String
    /// Normalizes the value of a request; `nil` if it is rejected.
    var accept: @Sendable (Value) -> Value?
    /// Returns true if a daemon's answer may contain the value. Unknown words are accepted, but
    /// numbers are limited.
    var isPossible: @Sendable (Value) -> Bool
    /// A more specific reason than `rule` for a rejected value; `nil` if `rule` suffices.
    var refusal: @Sendable (Value) -> WireError? = { _ in nil }

    init(
        schema: @autoclosure @escaping @Sendable () -> JSONSchema,
        rule: @autoclosure @escaping @Sendable () -> String = "",
        accept: @escaping @Sendable (Value) -> Value? = { $0 },
        isPossible: @escaping @Sendable (Value) -> Bool = { _ in true }
    ) {
        makeSchema = schema
        makeRule = rule
        self.accept = accept
        self.isPossible = isPossible
    }

    var schema: JSONSchema { makeSchema() }
    /// The text after "must be".
    var rule: String { makeRule() }
}

extension Form where Value: WireValue {
    /// Every value of the type.
    static var any: Self { Value.wireForm }
}

extension Bool: WireValue {
    public init(json: JSONValue) throws(JSONMismatch) {
        guard case .bool(let bool) = json else {
            throw JSONMismatch(wanted: "true or false")
        }
        self = bool
    }

    public func write(to json: inout JSONWriter) {
        json.value(self ? "true" : "false")
    }

    static var wireForm: Form<Bool> { Form(schema: .boolean, rule: "true or false") }
}

extension Int: WireValue {
    public init(json: JSONValue) throws(JSONMismatch) {
        guard let integer = json.integer else {
            throw JSONMismatch(wanted: "a whole number")
        }
        self = integer
    }

    public func write(to json: inout JSONWriter) {
        json.integer(self)
    }

    static var wireForm: Form<Int> { Form(schema: .integer()) }
}

extension Form<Int> {
    /// A count, from 0.
    static var count: Self { integer(0...Int.max) }
    /// A number that starts at 1.
    static var number: Self { integer(1...Int.max) }

    /// Returns the form of an integer. Its rule is the range; a value outside gets a specific
    /// refusal elsewhere.
    static func integer(_ range: ClosedRange<Int>) -> Self {
        let end = range.upperBound == Int.max ? "" : " to \(range.upperBound)"
        var form = Form(
            schema: .integer(range),
            rule: "a whole number from \(range.lowerBound)\(end)"
        )
        let possible = range.lowerBound...min(range.upperBound, largest)
        form.isPossible = { possible.contains($0) }
        return form
    }

    /// A sum, which may be negative.
    static var sum: Self {
        var form = Int.wireForm
        form.isPossible = { (-largest...largest).contains($0) }
        return form
    }

    /// The largest integer that every JSON reader represents exactly.
    private static var largest: Int { (1 << 53) - 1 }

    static func within(_ range: ClosedRange<Int>) -> Self {
        var form = integer(range)
        form.accept = { range.contains($0) ? $0 : nil }
        return form
    }
}

extension String: WireValue {
    public init(json: JSONValue) throws(JSONMismatch) {
        guard let string = json.string else { throw JSONMismatch(wanted: "a string") }
        self = string
    }

    public func write(to json: inout JSONWriter) {
        json.string(self)
    }

    static var wireForm: Form<String> { Form(schema: .string(), rule: "a string") }
}

extension Form<String> {
    static var tableName: Self {
        Form(schema: .tableName, isPossible: { TableName($0) != nil })
    }

    /// A name. Its length is checked elsewhere, because existing names may be longer than new ones;
    /// stored names are read unchanged.
    static var label: Self {
        Form(
            schema: .label,
            rule: "a string of \(PlayerLabel.form)",
            accept: LabelText.canonical,
            isPossible: { !$0.isEmpty }
        )
    }

    /// The owner of a saved roll: a name, or empty for everyone.
    static var owner: Self {
        Form(
            schema: .string(),
            rule: "\"\" for everyone, or a string of \(PlayerLabel.form)",
            accept: { $0.isEmpty ? $0 : LabelText.canonical($0) }
        )
    }

    /// Returns the form of a newly given name.
    static func newLabel(_ what: String) -> Self {
        var form = label
        form.accept = LabelText.accepted
        form.refusal = { text in
            TextLimit.label.excess(of: text).map { .tooLong($0, what) }
        }
        return form
    }

    static var absolutePath: Self {
        Form(schema: .string(), rule: "an absolute path") {
            $0.hasPrefix("/") && !$0.contains("\0") ? $0 : nil
        }
    }

    static func enumeration(
        _ words: @autoclosure @escaping @Sendable () -> [String]
    ) -> Self {
        Form(schema: .enumeration(words()))
    }
}

/// A value that is written on the wire as text, which is parsed by its initializer and written by
/// its description.
protocol WireText: WireValue, CustomStringConvertible {
    init?(_ text: String)
}

extension WireText {
    public init(json: JSONValue) throws(JSONMismatch) {
        guard let value = json.string.flatMap(Self.init) else {
            throw JSONMismatch(wanted: "\(Self.self)")
        }
        self = value
    }

    public func write(to json: inout JSONWriter) {
        json.string(description)
    }
}

extension TableName: WireText {
    static var wireForm: Form<TableName> { Form(schema: .tableName, rule: form) }
}

extension RollName: WireText {
    static var wireForm: Form<RollName> { Form(schema: .rollName, rule: form) }
}

extension ThrowGroup: WireText {
    static var wireForm: Form<ThrowGroup> { Form(schema: .throwGroup, rule: form) }
}

extension Timestamp: WireText {
    static let blank = Timestamp(millisecondsSinceEpoch: 0)

    static var wireForm: Form<Timestamp> {
        Form(schema: .timestamp, rule: "a UTC time such as 2026-11-14T20:00:00.000Z")
    }
}

/// A value from a fixed set of words.
protocol WireChoice: WireValue, RawRepresentable<String>, CaseIterable {}

extension WireChoice {
    public init(json: JSONValue) throws(JSONMismatch) {
        guard let value = json.string.flatMap(Self.init) else {
            throw JSONMismatch(wanted: "\(Self.self)")
        }
        self = value
    }

    public func write(to json: inout JSONWriter) {
        json.string(rawValue)
    }

    static var wireForm: Form<Self> {
        let words = allCases.map { "\"\($0.rawValue)\"" }
        let rule =
            words.count == 2
            ? words.joined(separator: " or ")
            : "one of " + words.joined(separator: ", ")
        return Form(schema: .enumeration(allCases.map(\.rawValue)), rule: rule)
    }
}

extension FrameKind: WireChoice {}
extension HistoryKind: WireChoice {}
extension ConnectionRole: WireChoice {}

protocol WireWord: WireValue, OpenWord {}

extension WireWord {
    public init(json: JSONValue) throws(JSONMismatch) {
        guard let word = json.string,
            (1...TextLimit.label.bytes).contains(word.utf8.count)
        else {
            throw JSONMismatch(wanted: "\(Self.self)")
        }
        self = Self(rawValue: word) ?? .other(word)
    }

    public func write(to json: inout JSONWriter) {
        json.string(rawValue)
    }

    static var wireForm: Form<Self> { Form(schema: .enumeration(allCases.map(\.rawValue))) }
}

extension RollOutcome: WireWord {}
extension CancelReason: WireWord {}

extension Array: JSONWritable where Element: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.array { json in
            for element in self {
                element.write(to: &json)
            }
        }
    }
}

extension Array: JSONReadable where Element: JSONReadable {
    public init(json: JSONValue) throws(JSONMismatch) {
        guard case .array(let elements) = json else {
            throw JSONMismatch(wanted: "an array")
        }
        self = []
        reserveCapacity(elements.count)
        for element in elements {
            append(try Element(json: element))
        }
    }
}

extension Array: WireValue where Element: WireValue {
    static var wireForm: Form<Array> {
        Form(schema: .array(of: Element.wireForm.schema))
    }
}

extension Form {
    /// Returns the form of a list of at most this many elements.
    static func atMost<Element: WireValue>(_ count: Int) -> Self
    where Value == [Element] {
        Form(schema: Value.wireForm.schema, isPossible: { $0.count <= count })
    }

    /// Returns the form of a list of some of a table's dice, without duplicates. `number` returns a
    /// die's number.
    static func someDice<Die: WireValue>(_ number: @escaping @Sendable (Die) -> Int)
        -> Self
    where Value == [Die] {
        Form(
            schema: Value.wireForm.schema,
            isPossible: { Form<[Int]>.numbers.isPossible($0.map(number)) }
        )
    }

    /// Returns the form of a list of all of a table's dice, in order.
    static func everyDie<Die: WireValue>(_ number: @escaping @Sendable (Die) -> Int)
        -> Self
    where Value == [Die] {
        Form(
            schema: Value.wireForm.schema,
            isPossible: { dice in
                Limits.dicePerTable.contains(dice.count)
                    && dice.indices.allSatisfy { number(dice[$0]) == $0 + 1 }
            }
        )
    }
}

extension Form<[String]> {
    static var players: Self { names(atMost: Limits.players.upperBound) }

    /// The names that may see a secret throw.
    static var viewers: Self { names(atMost: Limits.viewers) }

    private static func names(atMost maximum: Int) -> Self {
        @Sendable func fit(_ players: [String]) -> Bool {
            players.count <= maximum && Set(players).count == players.count
        }
        return Form(
            schema: .array(of: .label, count: 0...maximum),
            rule: "an array of up to \(maximum) labels of \(PlayerLabel.form), each once",
            accept: { players in
                let labels = players.compactMap(LabelText.canonical)
                return fit(players) && labels.count == players.count ? labels : nil
            },
            isPossible: fit
        )
    }
}

extension Form<[Int]> {
    /// The numbers from a request, valid or not, as they are repeated in an error.
    static var anyNumbers: Self { Form(schema: .array(of: .number)) }

    static var anyCounts: Self { Form(schema: .array(of: .integer(0...Int.max))) }

    /// The numbers of dice, without duplicates.
    static var numbers: Self {
        Form(
            schema: .array(of: .number),
            isPossible: { numbers in
                numbers.allSatisfy(Limits.dicePerTable.contains)
                    && (zip(numbers, numbers.dropFirst()).allSatisfy(<)
                        || Set(numbers).count == numbers.count)
            }
        )
    }

    /// The face of each die at a table.
    static var faces: Self {
        let dice = Limits.dicePerTable
        let faces = 1...Limits.sidesPerDie.upperBound
        return Form(
            schema: .array(of: .number),
            isPossible: { dice.contains($0.count) && $0.allSatisfy(faces.contains) }
        )
    }

    /// The faces that real dice show. The dice decide if they are valid.
    static var enteredFaces: Self {
        Form(schema: .array(of: .number), rule: "an array of faces, such as [3,3,5,1,6]")
    }

    /// Die numbers, at least one, sorted and without duplicates; a request may list them in any
    /// order.
    static var dieNumbers: Self {
        Form(
            schema: .array(of: .number, count: 1...Int.max),
            rule: "an array of one or more die numbers, such as [1,3]"
        ) { $0.isEmpty ? nil : Set($0).sorted() }
    }

    /// The same, but the list may be empty.
    static var anyDieNumbers: Self {
        Form(schema: .array(of: .number), rule: "an array of die numbers, such as [1,3]") {
            Set($0).sorted()
        }
    }
}

extension Double: WireValue {
    public init(json: JSONValue) throws(JSONMismatch) {
        guard let real = json.real else { throw JSONMismatch(wanted: "a number") }
        self = real
    }

    public func write(to json: inout JSONWriter) {
        json.real(self)
    }

    static var wireForm: Form<Double> {
        .real(-Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude)
    }
}

extension Form<Double> {
    static func real(_ range: ClosedRange<Double>) -> Self {
        Form(schema: .real(range), rule: "a number", isPossible: range.contains)
    }

    static func within(_ range: ClosedRange<Double>) -> Self {
        Form(
            schema: .real(range),
            rule:
                "a number from \(NumberText.text(range.lowerBound)) to \(NumberText.text(range.upperBound))",
            accept: { range.contains($0) ? $0 : nil },
            isPossible: range.contains
        )
    }
}
