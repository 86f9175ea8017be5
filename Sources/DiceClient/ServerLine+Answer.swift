public import DiceWire

extension ServerLine {
    /// Whether this is the answer to the request of this id.
    ///
    /// An error without an id is about a line that the daemon could not read: ours, as only we send
    /// any.
    ///
    /// - Throws: `refused`, with the daemon's error, if the answer is one.
    public func answers(_ request: RequestID) throws(ClientError) -> Bool {
        guard kind.answers(request) else { return false }
        if case .reply(_, let error?) = kind {
            throw .refused(error)
        }
        return true
    }

    /// The notification as a value; nil for one that this version does not know.
    ///
    /// - Throws: `garbled` if a known one is broken.
    public func news() throws(ClientError) -> Notification? {
        do {
            return try notification()
        } catch {
            throw .garbled(
                "a notification is not what version \(protocolVersion) of the protocol sends"
            )
        }
    }

    /// Throws `garbled` if there is no `result`, or if it does not fit the method.
    public func checkResult(of method: AnyMethod) throws(ClientError) {
        guard hasResult(of: method) else { throw Self.strangeResult }
    }

    private static let strangeResult = ClientError.garbled(
        "a result is not what version \(protocolVersion) of the protocol sends"
    )

    /// The `result` of this method as a value. Members that the type does not know are ignored.
    ///
    /// - Throws: `garbled` if there is none, or if it is another.
    public func result<Params, Result: JSONReadable>(of method: Method<Params, Result>)
        throws(ClientError) -> Result
    {
        try value(as: Result.self)
    }

    /// The `result`, read as a type of one's own, as a part of it.
    public func value<Value: JSONReadable>(as type: Value.Type) throws(ClientError)
        -> Value
    {
        guard let value = try? result(as: type) else { throw Self.strangeResult }
        return value
    }
}

extension ServerLine.Content {
    /// The same, an error included.
    package func answers(_ request: RequestID) -> Bool {
        if case .reply(let id, let error) = self {
            id == request || id == .null && error != nil
        } else {
            false
        }
    }
}
