/// A line from the daemon, sorted but not yet read: a client knows what type it waits for.
public struct ServerLine: Sendable, Hashable {
    /// What a line is.
    public enum Content: Sendable, Hashable {
        /// The answer to the request of this id, and its error if it is one.
        case reply(RequestID, WireError?)
        /// A notification, by its method.
        case notification(String)
    }

    public let kind: Content
    /// The line as it came, without its line end.
    public let bytes: [UInt8]

    private let json: JSONValue
    private let result: Range<Int>?

    /// Nil when the line is not JSON-RPC message in UTF-8.
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

    /// The `result` of a reply, as a value.
    public func result<Value: JSONReadable>(as type: Value.Type) throws(JSONMismatch)
        -> Value
    {
        try json.member("result")
    }

    /// Whether the line has a `result`, and one that the method can have.
    public func hasResult(of method: AnyMethod) -> Bool {
        json["result"].map(method.isResult) ?? false
    }

    /// The notification as a value; nil for one that this version does not know. Throws if a known
    /// one is broken.
    public func notification() throws(JSONMismatch) -> Notification? {
        Notification.isKnown(json) ? try Notification(json: json) : nil
    }

    /// The `result` of a reply, as the daemon wrote it.
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
