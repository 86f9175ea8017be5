import DiceWire
import Foundation

/// Any JSON value.
enum JSONValue: Hashable, Decodable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let bool = try? container.decode(Bool.self) {
            self = .bool(bool)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else if let string = try? container.decode(String.self) {
            self = .string(string)
        } else if let array = try? container.decode([JSONValue].self) {
            self = .array(array)
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }

    /// Encodes `value` as it is sent.
    init(_ value: any JSONWritable) throws {
        self = try JSONDecoder().decode(JSONValue.self, from: Data(value.jsonBytes()))
    }

    subscript(_ member: String) -> JSONValue? {
        if case .object(let members) = self {
            members[member]
        } else {
            nil
        }
    }

    var members: [String: JSONValue] {
        if case .object(let members) = self {
            members
        } else {
            [:]
        }
    }

    var elements: [JSONValue] {
        if case .array(let elements) = self {
            elements
        } else {
            []
        }
    }

    var string: String? {
        if case .string(let string) = self {
            string
        } else {
            nil
        }
    }

    var number: Double? {
        if case .number(let number) = self {
            number
        } else {
            nil
        }
    }

    /// Every object in the value, including itself.
    var objects: [[String: JSONValue]] {
        switch self {
        case .object(let members): [members] + members.values.flatMap(\.objects)
        case .array(let elements): elements.flatMap(\.objects)
        default: []
        }
    }
}
