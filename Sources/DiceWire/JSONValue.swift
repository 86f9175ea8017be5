import DiceNotation

/// A JSON value as it was received.
public enum JSONValue: Sendable, Hashable {
    case null
    case bool(Bool)
    /// A non-negative integer, written with up to 15 digits and nothing else.
    case integer(Int)
    /// Any other number, in its original notation.
    case number(String)
    case string(String)
    case array([JSONValue])
    /// The members in their original order, including duplicate names.
    case object([NamedValue])

    public struct NamedValue: Sendable, Hashable {
        public var name: String
        public var value: JSONValue
    }

    /// Returns the value of the last member with this name; `nil` if there is none, or if this is
    /// not an object.
    public subscript(name: String) -> JSONValue? {
        if case .object(let members) = self {
            members.value(of: name)
        } else {
            nil
        }
    }
}

extension JSONValue {
    /// Reads a whole text. Throws `JSONMismatch` if it is not JSON in UTF-8.
    public init(parsing text: [UInt8]) throws(JSONMismatch) {
        guard (try? UTF8Span(validating: text.span)) != nil,
            let json = try? JSONParser.parse(text)
        else {
            throw JSONMismatch(wanted: "JSON in UTF-8")
        }
        self = json
    }

    /// Returns the elements of an object's last member with this name, in their original notation;
    /// empty if it is not a JSON array.
    public static func elements(of name: String, in object: [UInt8]) -> [ArraySlice<
        UInt8
    >] {
        ((try? JSONParser.parse(object, noting: name))?.elements ?? []).map {
            object[$0]
        }
    }
}

extension [JSONValue.NamedValue] {
    /// Returns the value of the last member with this name.
    func value(of name: String) -> JSONValue? {
        let length = name.utf8.count
        // By index, because iteration would copy each element.
        var index = count
        while index > 0 {
            index -= 1
            if self[index].name.utf8.count == length, self[index].name == name {
                return self[index].value
            }
        }
        return nil
    }
}

extension JSONValue {
    var string: String? { if case .string(let string) = self { string } else { nil } }

    /// The value of a number without a fraction in any notation (7, 7.0, 7e0), the latter two up to
    /// 2^53.
    var integer: Int? {
        if case .integer(let integer) = self {
            return integer
        }
        guard case .number(let text) = self else { return nil }
        if let integer = Int(text) {
            return integer
        }
        return Fraction(decimal: text).flatMap { Int(exactly: $0) }
    }
}

extension JSONValue {
    /// The value of a number that a `Double` represents exactly.
    var decimal: Fraction? {
        switch self {
        case .integer(let integer): Fraction(integer)
        case .number(let text): Fraction(decimalDouble: text)
        default: nil
        }
    }

    /// The nearest `Double` to a number; `nil` if it is too large.
    var real: Double? {
        if case .integer(let integer) = self {
            return Double(integer)
        }
        guard case .number(let text) = self, let number = Double(text), number.isFinite
        else {
            return nil
        }
        return number
    }
}

/// A value that can be read from JSON.
public protocol JSONReadable {
    /// Reads a value. Throws `JSONMismatch` if `json` is not such a value.
    init(json: JSONValue) throws(JSONMismatch)
}

/// An error for a JSON value of the wrong type.
public struct JSONMismatch: Error, Sendable, Hashable {
    /// The expected type, or the missing member.
    public var wanted: String

    public init(wanted: String) {
        self.wanted = wanted
    }
}

extension JSONValue {
    /// Returns a member of an object. Throws `JSONMismatch` if it is missing or not a `Value`.
    public func member<Value: JSONReadable>(_ name: String) throws(JSONMismatch)
        -> Value
    {
        guard let value = self[name] else { throw JSONMismatch(wanted: name) }
        return try Value(json: value)
    }

    /// Returns `nil` if the member is missing or null.
    public func member<Value: JSONReadable>(ifPresent name: String) throws(JSONMismatch)
        -> Value?
    {
        switch self[name] {
        case nil, .null: return nil
        case let value?: return try Value(json: value)
        }
    }
}

extension JSONValue: JSONWritable {
    public func write(to json: inout JSONWriter) {
        switch self {
        case .null: json.value("null")
        case .bool(let bool): bool.write(to: &json)
        case .integer(let integer): json.integer(integer)
        case .number(let text): json.encoded(text.utf8)
        case .string(let string): json.string(string)
        case .array(let elements): elements.write(to: &json)
        case .object(let members):
            json.object { json in
                for member in members {
                    json.member(named: member.name, member.value)
                }
            }
        }
    }
}
