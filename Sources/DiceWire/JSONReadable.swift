public import DiceModel

/// A value that can be read from JSON.
public protocol JSONReadable {
    /// Throws `JSONMismatch` when `json` is no such value.
    init(json: JSONValue) throws(JSONMismatch)
}

/// A JSON value is not of the type that is wanted.
public struct JSONMismatch: Error, Sendable, Hashable {
    /// The type, or the member that is missing.
    public var wanted: String
}

extension JSONValue {
    /// A member of an object. Throws `JSONMismatch` when there is none, or when it is no `Value`.
    func member<Value: JSONReadable>(_ name: String, as type: Value.Type = Value.self) throws(JSONMismatch) -> Value {
        guard let value = self[name] else { throw JSONMismatch(wanted: name) }
        return try Value(json: value)
    }

    /// Nil when the member is missing or null.
    func member<Value: JSONReadable>(
        ifPresent name: String, as type: Value.Type = Value.self
    ) throws(JSONMismatch) -> Value? {
        guard let value = self[name], value != .null else { return nil }
        return try Value(json: value)
    }
}

extension Bool: JSONReadable {
    public init(json: JSONValue) throws(JSONMismatch) {
        guard case .bool(let bool) = json else { throw JSONMismatch(wanted: "a truth value") }
        self = bool
    }
}

extension Int: JSONReadable {
    public init(json: JSONValue) throws(JSONMismatch) {
        guard let integer = json.integer else { throw JSONMismatch(wanted: "a whole number") }
        self = integer
    }
}

extension String: JSONReadable {
    public init(json: JSONValue) throws(JSONMismatch) {
        guard let string = json.string else { throw JSONMismatch(wanted: "a string") }
        self = string
    }
}

extension TableName: JSONReadable {
    public init(json: JSONValue) throws(JSONMismatch) {
        guard let text = json.string, let name = TableName(text) else { throw JSONMismatch(wanted: "a table's name") }
        self = name
    }
}

extension Array: JSONReadable where Element: JSONReadable {
    public init(json: JSONValue) throws(JSONMismatch) {
        guard case .array(let elements) = json else { throw JSONMismatch(wanted: "an array") }
        self = []
        reserveCapacity(elements.count)
        for element in elements { append(try Element(json: element)) }
    }
}

extension JSONReadable where Self: RawRepresentable<String> {
    public init(json: JSONValue) throws(JSONMismatch) {
        guard let text = json.string, let value = Self(rawValue: text) else {
            throw JSONMismatch(wanted: "\(Self.self)")
        }
        self = value
    }
}
