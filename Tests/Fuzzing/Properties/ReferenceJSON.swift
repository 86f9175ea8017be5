import Foundation

/// A JSON value as Foundation reads it: what the request decoder is held against.
enum ReferenceJSON: Decodable {
    case null
    case bool
    case integer(Int)
    /// A number that is no `Int`.
    case number
    case string(String)
    case array([ReferenceJSON])
    case object([String: ReferenceJSON])

    /// Nil when Foundation does not take it for JSON.
    init?(_ line: [UInt8]) {
        guard let value = try? JSONDecoder().decode(ReferenceJSON.self, from: Data(line)) else { return nil }
        self = value
    }

    init(from decoder: any Decoder) throws {
        if var elements = try? decoder.unkeyedContainer() {
            var values: [ReferenceJSON] = []
            while !elements.isAtEnd { values.append(try elements.decode(ReferenceJSON.self)) }
            self = .array(values)
        } else if let members = try? decoder.container(keyedBy: Name.self) {
            let named = try members.allKeys.map {
                ($0.stringValue, try members.decode(ReferenceJSON.self, forKey: $0))
            }
            self = .object(Dictionary(named) { first, _ in first })
        } else {
            self = try ReferenceJSON(simple: try decoder.singleValueContainer())
        }
    }

    private init(simple value: any SingleValueDecodingContainer) throws {
        if value.decodeNil() {
            self = .null
        } else if let integer = try? value.decode(Int.self) {
            self = .integer(integer)
        } else if (try? value.decode(Bool.self)) != nil {
            self = .bool
        } else if (try? value.decode(Double.self)) != nil || (try? value.decode(Decimal.self)) != nil {
            self = .number
        } else if let string = try? value.decode(String.self) {
            self = .string(string)
        } else {
            // Foundation reads a number only when asked for its value, and refuses one that no type holds.
            self = .number
        }
    }

    /// How many members all of its objects have, those of one name counted once.
    var members: Int {
        switch self {
        case .object(let members): members.values.reduce(members.count) { $0 + $1.members }
        case .array(let elements): elements.reduce(0) { $0 + $1.members }
        case .null, .bool, .integer, .number, .string: 0
        }
    }

    private struct Name: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}
