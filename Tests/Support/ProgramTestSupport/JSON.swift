import Foundation

/// A JSON value on the wire, read without the daemon's own types, so that a wrong name is noticed.
package enum JSON: Sendable, Hashable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSON])
    case object([String: JSON])

    /// Returns `nil` if `bytes` are not JSON in UTF-8.
    package init?(_ bytes: some Sequence<UInt8>) {
        guard
            let value = try? JSONSerialization.jsonObject(
                with: Data(bytes),
                options: .fragmentsAllowed
            )
        else {
            return nil
        }
        self.init(value)
    }

    /// Converts a value of Foundation's JSON parser.
    private init(_ value: Any) {
        switch value {
        case let string as String: self = .string(string)
        case let members as [String: Any]:
            self = .object(members.mapValues { JSON($0) })
        case let elements as [Any]: self = .array(elements.map { JSON($0) })
        // A Boolean is a number with the type "c".
        case let number as NSNumber
        where number.objCType.pointee == CChar(UInt8(ascii: "c")):
            self = .bool(number.boolValue)
        case let number as NSNumber: self = .number(number.doubleValue)
        default: self = .null
        }
    }

    /// The member of an object; null if there is none. Setting null removes it.
    package subscript(name: String) -> JSON {
        get { members[name] ?? .null }
        set {
            var members = members
            if newValue == .null {
                members.removeValue(forKey: name)
            } else {
                members[name] = newValue
            }
            self = .object(members)
        }
    }

    /// Returns the element of an array; null if there is none.
    package subscript(index: Int) -> JSON {
        guard case .array(let elements) = self, elements.indices.contains(index) else {
            return .null
        }
        return elements[index]
    }

    package var int: Int? {
        guard case .number(let number) = self else { return nil }
        return Int(exactly: number)
    }

    package var double: Double? {
        guard case .number(let number) = self else { return nil }
        return number
    }

    package var string: String? {
        guard case .string(let string) = self else { return nil }
        return string
    }

    package var bool: Bool? {
        guard case .bool(let bool) = self else { return nil }
        return bool
    }

    package var isTrue: Bool { self == true }

    /// The members of an object; empty for other values.
    package var members: [String: JSON] {
        guard case .object(let members) = self else { return [:] }
        return members
    }

    /// The elements of an array; empty for other values.
    package var array: [JSON] {
        guard case .array(let elements) = self else { return [] }
        return elements
    }

    package var ints: [Int] { array.compactMap(\.int) }

    package var strings: [String] { array.compactMap(\.string) }

    /// The names of an object's members.
    package var names: Set<String> { Set(members.keys) }

    /// Every object in the value, including itself.
    package var objects: [JSON] {
        let inside = (array + members.values).flatMap(\.objects)
        return names.isEmpty ? inside : [self] + inside
    }

    /// Returns the object without a member.
    package func without(_ name: String) -> JSON {
        var object = self
        object[name] = .null
        return object
    }

    /// The entry of an ended turn, without the additional members of the answer.
    package var entry: JSON { without("nextCommitment") }

    /// The value on one line, with the members in alphabetical order.
    package var text: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}

extension JSON: Encodable {
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let bool): try container.encode(bool)
        case .number(let number):
            if let int = Int(exactly: number) {
                try container.encode(int)
            } else {
                try container.encode(number)
            }
        case .string(let string): try container.encode(string)
        case .array(let elements): try container.encode(elements)
        case .object(let members): try container.encode(members)
        }
    }
}

extension JSON: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral,
    ExpressibleByStringLiteral,
    ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral, ExpressibleByNilLiteral
{
    /// Omits members that are null.
    package init(dictionaryLiteral elements: (String, JSON)...) {
        self = .object(Dictionary(elements) { _, last in last }.filter { $0.value != .null })
    }
    package init(arrayLiteral elements: JSON...) {
        self = .array(elements)
    }
    package init(stringLiteral value: String) {
        self = .string(value)
    }
    package init(integerLiteral value: Int) {
        self = .number(Double(value))
    }
    package init(booleanLiteral value: Bool) {
        self = .bool(value)
    }
    package init(nilLiteral: ()) {
        self = .null
    }

    /// Converts `nil` to null.
    package init(_ value: Int?) {
        self = value.map { .number(Double($0)) } ?? .null
    }
    package init(_ value: String?) {
        self = value.map { .string($0) } ?? .null
    }
    package init(_ values: some Sequence<Int>) {
        self = .array(values.map { .number(Double($0)) })
    }
    package init(_ values: some Sequence<String>) {
        self = .array(values.map { .string($0) })
    }
}

extension JSON: CustomStringConvertible {
    package var description: String { text }
}
