import Foundation

/// A JSON value, read without any type of the programs.
package enum Value: Sendable, Hashable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([Value])
    case object([String: Value])

    /// Returns `nil` if the text is not JSON.
    package init?(_ text: String) {
        guard
            let value = try? JSONSerialization.jsonObject(
                with: Data(text.utf8),
                options: .fragmentsAllowed
            )
        else {
            return nil
        }
        self.init(value)
    }

    private init(_ value: Any) {
        switch value {
        case let string as String: self = .string(string)
        case let members as [String: Any]:
            self = .object(members.mapValues { Value($0) })
        case let elements as [Any]: self = .array(elements.map { Value($0) })
        // A Boolean is a number whose type is "c".
        case let number as NSNumber
        where number.objCType.pointee == CChar(UInt8(ascii: "c")):
            self = .bool(number.boolValue)
        case let number as NSNumber: self = .number(number.doubleValue)
        default: self = .null
        }
    }

    /// The member of an object; null if absent. Setting null removes it.
    package subscript(name: String) -> Value {
        get { members[name] ?? .null }
        set {
            var members = members
            members[name] = newValue == .null ? nil : newValue
            self = .object(members)
        }
    }

    package var int: Int? {
        if case .number(let number) = self {
            Int(exactly: number)
        } else {
            nil
        }
    }
    package var double: Double? {
        if case .number(let number) = self { number } else { nil }
    }
    package var string: String? {
        if case .string(let string) = self { string } else { nil }
    }
    package var isTrue: Bool { self == .bool(true) }
    package var array: [Value] {
        if case .array(let elements) = self { elements } else { [] }
    }
    package var ints: [Int] { array.compactMap(\.int) }
    package var strings: [String] { array.compactMap(\.string) }
    package var members: [String: Value] {
        if case .object(let members) = self {
            members
        } else {
            [:]
        }
    }

    /// The value on one line.
    package var text: String {
        switch self {
        case .null: "null"
        case .bool(let bool): bool ? "true" : "false"
        case .number(let number): Int(exactly: number).map(String.init) ?? "\(number)"
        case .string(let string):
            (try? JSONEncoder().encode(string)).map {
                String(decoding: $0, as: UTF8.self)
            } ?? ""
        case .array(let elements):
            "[" + elements.map(\.text).joined(separator: ",") + "]"
        case .object(let members):
            "{"
                + members.sorted { $0.key < $1.key }.map {
                    Value.string($0.key).text + ":" + $0.value.text
                }
                .joined(separator: ",") + "}"
        }
    }
}

extension Value: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByBooleanLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    package init(stringLiteral value: String) {
        self = .string(value)
    }
    package init(integerLiteral value: Int) {
        self = .number(Double(value))
    }
    package init(booleanLiteral value: Bool) {
        self = .bool(value)
    }
    package init(arrayLiteral elements: Value...) {
        self = .array(elements)
    }
    package init(dictionaryLiteral elements: (String, Value)...) {
        self = .object(
            Dictionary(elements) { _, last in last }.filter { $0.value != .null }
        )
    }

    /// Converts `nil` to null, so that a literal omits the member.
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
