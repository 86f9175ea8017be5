internal import FoundationEssentials

/// The `id` of a request, returned with its reply.
public enum RequestID: Sendable, Hashable {
    case integer(Int)
    /// Any other number, as it is written.
    case number(String)
    case string(String)
    case null
}

extension RequestID: Decodable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let integer = try? container.decode(Int.self) {
            self = .integer(integer)
        } else if let string = try? container.decode(String.self) {
            self = .string(string)
        } else {
            self = .number(try container.decode(Decimal.self).description)
        }
    }
}

extension RequestID: JSONReadable {
    init?(_ json: JSONValue) {
        switch json {
        case .null: self = .null
        case .string(let string): self = .string(string)
        case .number(let text):
            if let integer = Int(text), integer.description == text {
                self = .integer(integer)
            } else {
                self = .number(text)
            }
        case .bool, .array, .object: return nil
        }
    }
}

extension RequestID: JSONWritable {
    public func write(to json: inout JSONWriter) {
        switch self {
        case .integer(let integer): json.integer(integer)
        case .number(let number): json.encoded(number.utf8)
        case .string(let string): json.string(string)
        case .null: json.null()
        }
    }
}
