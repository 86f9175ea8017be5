internal import DiceModel
internal import DiceWire

/// The answer to `link.make`.
struct LinkMade: JSONWritable {
    var url: String
    var expires: Timestamp

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("url", url)
            json.member("expires", expires)
        }
    }
}

/// The answer to `link.revokeAll`.
struct LinksRevoked: JSONWritable {
    /// How many pages it closed.
    var closed: Int

    func write(to json: inout JSONWriter) {
        json.object { json in json.member("closed", closed) }
    }
}
