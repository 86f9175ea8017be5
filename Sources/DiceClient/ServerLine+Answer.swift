public import DiceWire

extension ServerLine {
    /// Returns true if this is the response to the request with this id.
    ///
    /// An error without an id is about a line that the daemon could not parse. Such a line is ours,
    /// because no one else sends lines on this connection.
    ///
    /// - Throws: `refused` with the daemon's error, if the response is an error.
    public func answers(_ request: RequestID) throws(ClientError) -> Bool {
        guard kind.answers(request) else { return false }
        if case .reply(_, let error?) = kind {
            throw .refused(error)
        }
        return true
    }

    /// Returns the notification; `nil` for one that this version does not know.
    ///
    /// - Throws: `garbled` if a known notification is malformed.
    public func news() throws(ClientError) -> Notification? {
        do {
            return try notification()
        } catch {
            throw .garbled(
                "a notification is not valid in protocol version \(protocolVersion)"
            )
        }
    }

    /// Throws `garbled` if there is no `result`, or if it does not fit the method.
    public func checkResult(of method: AnyMethod) throws(ClientError) {
        guard hasResult(of: method) else { throw Self.strangeResult }
    }

    private static let strangeResult = ClientError.garbled(
        "a result is not valid in protocol version \(protocolVersion)"
    )

    /// Returns the `result` of this method. Members that the type does not know are ignored.
    ///
    /// - Throws: `garbled` if there is none, or if it does not fit.
    public func result<Params, Result: JSONReadable>(of method: Method<Params, Result>)
        throws(ClientError) -> Result
    {
        try value(as: Result.self)
    }

    /// Returns the `result` as a custom type, for example one with a part of its members.
    public func value<Value: JSONReadable>(as type: Value.Type) throws(ClientError)
        -> Value
    {
        guard let value = try? result(as: type) else { throw Self.strangeResult }
        return value
    }
}

extension ServerLine.Content {
    /// Returns true if this is the response to the request, even an error.
    package func answers(_ request: RequestID) -> Bool {
        if case .reply(let id, let error) = self {
            id == request || id == .null && error != nil
        } else {
            false
        }
    }
}
