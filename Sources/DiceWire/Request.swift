public import DiceModel

/// A client's request: a method and its params, created by `Method`.
public struct Request: Sendable {
    /// The method.
    public let method: AnyMethod
    /// The params, of the method's `Params` type.
    public let params: any JSONWritable & Sendable
    /// The table of the request; `nil` if it has none or several.
    public let table: TableName?
    /// The acting name, if the request gives one.
    public let player: String?

    /// Returns the params if it is a request of this method, otherwise `nil`.
    public subscript<Params, Result>(method: Method<Params, Result>) -> Params? {
        self.method == method ? params as? Params : nil
    }

    /// Returns the request as one line with its LF. Without an id it is a notification, which gets
    /// no answer.
    public func line(id: RequestID?) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.member("jsonrpc", "2.0")
            json.member("id", ifPresent: id)
            json.member("method", method.name)
            if !(params is EmptyObject) {
                json.member("params", params)
            }
        }
        json.endLine()
        return json.bytes
    }
}

/// Two requests are equal if their lines are.
extension Request: Hashable {
    public static func == (a: Request, b: Request) -> Bool {
        a.line(id: nil) == b.line(id: nil)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(line(id: nil))
    }
}

/// The `id` of a request, returned with its reply.
public enum RequestID: Sendable, Hashable {
    case integer(Int)
    /// Any other number, in its original notation.
    case number(String)
    case string(String)
    case null
}

extension RequestID: JSONReadable {
    public init(json: JSONValue) throws(JSONMismatch) {
        switch json {
        case .null: self = .null
        case .string(let string): self = .string(string)
        case .integer(let integer): self = .integer(integer)
        case .number(let text):
            self =
                if let integer = Int(text), integer.description == text {
                    .integer(integer)
                } else {
                    .number(text)
                }
        case .bool, .array, .object:
            throw JSONMismatch(wanted: "a string, a number or null")
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

/// The answer to one request.
public struct Reply: Sendable {
    public var id: RequestID
    public var result: Result<any JSONWritable, WireError>

    public init(id: RequestID, result: Result<any JSONWritable, WireError>) {
        self.id = id
        self.result = result
    }
}

extension Reply: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("jsonrpc", "2.0")
            json.member("id", id)
            switch result {
            case .success(let value): json.member("result", value)
            case .failure(let error): json.member("error", error)
            }
        }
    }
}
