internal import FoundationEssentials

/// A line from the daemon, sorted but not yet read: a client knows what type it waits for.
public struct ServerLine: Sendable, Hashable {
    public enum Kind: Sendable, Hashable {
        case reply(RequestID, WireError?)
        /// A notification, by its method.
        case notification(String)
    }

    public let kind: Kind
    /// The line as it came, without its line end.
    public let bytes: [UInt8]

    /// Nil when the line is no JSON-RPC message.
    public init?(_ bytes: [UInt8]) {
        guard let envelope = try? JSONDecoder().decode(Envelope.self, from: Data(bytes)) else { return nil }
        self.bytes = bytes
        if let method = envelope.method {
            kind = .notification(method)
        } else if let id = envelope.id {
            kind = .reply(id, envelope.error)
        } else {
            return nil
        }
    }

    /// The `result` of a reply, as a value. Throws `DecodingError`.
    public func result<Value: Decodable>(as type: Value.Type) throws -> Value {
        try JSONDecoder().decode(ResultEnvelope<Value>.self, from: Data(bytes)).result
    }

    /// The notification as a value; nil for one that this version does not know.
    public func notification() -> Notification? {
        try? JSONDecoder().decode(Notification.self, from: Data(bytes))
    }

    /// The `result` of a reply, as the daemon wrote it.
    public var resultBytes: ArraySlice<UInt8>? { TopLevelMember.find("result", in: bytes) }

    private struct Envelope: Decodable {
        var id: RequestID?
        var method: String?
        var error: WireError?

        private enum CodingKeys: String, CodingKey { case id, method, error }

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            // decodeIfPresent would turn the id of a refused line, null, into no id.
            id = members.contains(.id) ? try members.decode(RequestID.self, forKey: .id) : nil
            method = try members.decodeIfPresent(String.self, forKey: .method)
            error = try members.decodeIfPresent(WireError.self, forKey: .error)
        }
    }

    private struct ResultEnvelope<Value: Decodable>: Decodable {
        var result: Value
    }
}
