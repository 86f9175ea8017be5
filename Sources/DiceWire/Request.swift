internal import DiceModel

/// What a client asks for: a method and its params. `Method` makes it.
public struct Request: Sendable {
    /// The method that is asked for.
    public let method: AnyMethod
    /// The method's own `Params`.
    public let params: any JSONWritable & Sendable
    /// The table that it is about; nil if it is about none, or about several.
    let table: TableName?
    /// Who acts, if the request says so.
    let player: String?

    init(_ method: AnyMethod, _ params: any JSONWritable & Sendable, table: TableName?, player: String?) {
        self.method = method
        self.params = params
        self.table = table
        self.player = player
    }

    /// The request as one line, with its LF. Without an id it is a notification: nothing answers it.
    public func line(id: RequestID?) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.member("jsonrpc", "2.0")
            json.member("id", ifPresent: id)
            json.member("method", method.name)
            if !(params is EmptyObject) { json.member("params", params) }
        }
        json.endLine()
        return json.bytes
    }
}

/// Two requests are equal if their lines are.
extension Request: Hashable {
    public static func == (a: Request, b: Request) -> Bool { a.line(id: nil) == b.line(id: nil) }

    public func hash(into hasher: inout Hasher) { hasher.combine(line(id: nil)) }
}
