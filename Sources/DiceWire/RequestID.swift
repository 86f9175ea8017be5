/// The `id` of a request, returned with its reply.
public enum RequestID: Sendable, Hashable {
    case integer(Int)
    /// Any other number, as it is written.
    case number(String)
    case string(String)
    case null
}

extension RequestID: JSONReadable {
    public init(json: JSONValue) throws(JSONMismatch) {
        switch json {
        case .null: self = .null
        case .string(let string): self = .string(string)
        case .number(let text):
            if let integer = Int(text), integer.description == text {
                self = .integer(integer)
            } else {
                self = .number(text)
            }
        case .bool, .array, .object: throw JSONMismatch(wanted: "a string, a number or null")
        }
    }
}

extension RequestID: JSONWritable {
    public func write(to json: inout JSONWriter) {
        switch self {
        case .integer(let integer): json.integer(integer)
        case .number(let number): json.encoded(number.utf8)
        case .string(let string): json.string(string)
        case .null: json.value("null")
        }
    }
}
