internal import DiceModel
internal import DiceWire

/// What a link is to be like: the params of diced-web's `link.make`.
struct LinkParams: JSONWritable {
    /// Empty for all.
    var tables: [TableName]
    /// Nil for the login name.
    var player: String?
    var watchesOnly: Bool
    /// Nil for diced-web's own measure.
    var seconds: Int?
    var isOverlay: Bool

    func write(to json: inout JSONWriter) {
        json.object { json in
            if !tables.isEmpty { json.member("tables", tables) }
            if let player { json.member("as", player) }
            if watchesOnly { json.member("role", ConnectionRole.watch) }
            if let seconds { json.member("for", seconds) }
            if isOverlay { json.member("overlay", true) }
        }
    }
}

/// A request to diced-web.
struct LinkRequest<Params: JSONWritable>: JSONWritable {
    var method: String
    var params: Params

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("jsonrpc", "2.0")
            json.member("id", LinkRequestID.value)
            json.member("method", method)
            json.member("params", params)
        }
    }
}

/// The only request of a connection.
enum LinkRequestID {
    static let value = RequestID.integer(1)
}

/// The answer to `link.make`.
struct LinkMade: JSONReadable {
    var url: String

    init(json: JSONValue) throws(JSONMismatch) {
        url = try String(json: json["url"] ?? .null)
    }
}

/// The answer to `link.revokeAll`.
struct LinksRevoked: JSONReadable {
    var closed: Int

    init(json: JSONValue) throws(JSONMismatch) {
        closed = try Int(json: json["closed"] ?? .null)
    }
}
