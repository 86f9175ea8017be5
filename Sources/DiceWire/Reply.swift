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
