/// A line from the daemon, classified but not yet read: the client knows which type it expects.
public struct ServerLine: Sendable, Hashable {
    /// The kind of a line.
    public enum Content: Sendable, Hashable {
        /// The answer to the request with this id, with the error if the request failed.
        case reply(RequestID, WireError?)
        /// A notification, by its method.
        case notification(String)
    }

    public let kind: Content
    /// The line as received, without its line end.
    public let bytes: [UInt8]

    private let json: JSONValue
    private let result: Range<Int>?

    /// Returns `nil` if the line is not a JSON-RPC message in UTF-8.
    public init?(_ bytes: [UInt8]) {
        guard (try? UTF8Span(validating: bytes.span)) != nil,
            let (json, result, _) = try? JSONParser.parse(bytes, noting: "result"),
            let kind = try? Content(json)
        else {
            return nil
        }
        self.bytes = bytes
        self.json = json
        self.result = result
        self.kind = kind
    }

    /// Returns the `result` of a reply, as a value.
    public func result<Value: JSONReadable>(as type: Value.Type) throws(JSONMismatch)
        -> Value
    {
        try json.member("result")
    }

    /// Returns true if the line has a valid `result` of the method.
    public func hasResult(of method: AnyMethod) -> Bool {
        json["result"].map(method.isResult) ?? false
    }

    /// Returns the notification; `nil` for one that this version does not know. Throws if a known
    /// one is malformed.
    public func notification() throws(JSONMismatch) -> Notification? {
        Notification.isKnown(json) ? try Notification(json: json) : nil
    }

    /// The `result` of a reply, in its original notation.
    public var resultBytes: ArraySlice<UInt8>? { result.map { bytes[$0] } }
}

extension ServerLine.Content {
    fileprivate init(_ json: JSONValue) throws(JSONMismatch) {
        if let method: String = try json.member(ifPresent: "method") {
            self = .notification(method)
        } else {
            self = .reply(try json.member("id"), try json.member(ifPresent: "error"))
        }
    }
}
