import DiceModel

/// One request of a line: the request or its refusal, and the id for the answer.
public struct Call: Sendable, Hashable {
    /// The id; `nil` for a notification, which gets no answer.
    public var id: RequestID?
    public var request: Result<Request, WireError>
}

/// An unread element of a batch. It is read only when it is due, because earlier elements may
/// change the permit.
public struct UnreadCall: Sendable, Hashable {
    fileprivate let json: JSONValue
}

/// The requests of a line.
public enum RequestLine: Sendable, Hashable {
    case single(Call)
    /// 1 to `Limits.batch` calls, whose replies are sent as one array.
    case batch([UnreadCall])
}

/// Decodes lines into permitted requests, according to JSON-RPC 2.0.
public struct RequestDecoder: Sendable {
    private let methods: MethodTable

    public init(_ methods: MethodTable = .daemon) {
        self.methods = methods
    }

    public func decode(_ line: [UInt8], _ permit: Permit) -> RequestLine {
        guard (try? UTF8Span(validating: line.span)) != nil else {
            return .single(refused(.notUTF8))
        }
        do throws(JSONParser.Fault) {
            switch try JSONParser.parse(line) {
            case .array(let calls) where calls.isEmpty:
                return .single(refused(.emptyBatch))
            case .array(let calls) where calls.count > Limits.batch:
                return .single(
                    refused(.batchTooLarge, ["limit": Limits.batch, "count": calls.count])
                )
            case .array(let calls): return .batch(calls.map(UnreadCall.init))
            case let call: return .single(self.call(call, permit))
            }
        } catch {
            return .single(
                refused(.notJSON, ["wanted": "\(error.expected)", "byte": error.offset])
            )
        }
    }

    public func read(_ call: UnreadCall, _ permit: Permit) -> Call {
        self.call(call.json, permit)
    }

    private func refused(_ cause: Cause, _ values: CauseValues = [:]) -> Call {
        Call(id: .null, request: .failure(WireError(cause, values)))
    }

    /// Decodes a call. An invalid call becomes a refusal, with a null id if it may not even be a
    /// call.
    private func call(_ json: JSONValue, _ permit: Permit) -> Call {
        guard case .object = json else {
            return refused(.notObject)
        }
        let given = json["id"]
        let id = given.flatMap { try? RequestID(json: $0) }
        do throws(WireError) {
            guard given == nil || id != nil else {
                throw Self.invalid("id", "a string, a number or null")
            }
            return Call(id: id, request: .success(try request(json, permit)))
        } catch {
            return Call(
                id: error.known == .invalidRequest ? id ?? .null : id,
                request: .failure(error)
            )
        }
    }

    private func request(_ call: JSONValue, _ permit: Permit) throws(WireError)
        -> Request
    {
        guard call["jsonrpc"] == .string("2.0") else {
            throw Self.invalid("jsonrpc", "\"2.0\"")
        }
        guard let name = call["method"]?.string else {
            throw Self.invalid("method", "a string")
        }
        guard let method = methods[name] else {
            let unknown = String(name.prefix(64))
            guard methods["rpc.discover"] == nil else {
                throw WireError(.methodNotFound, ["method": unknown])
            }
            throw WireError(
                .methodNotOfLinks,
                ["method": unknown, "methods": methods.methods.map(\.name)]
            )
        }
        try permit.check(method)
        var params: [JSONValue.NamedValue]
        switch call["params"] {
        case nil: params = []
        case .object(let given): params = given
        case .array:
            throw WireError(.paramsInOrder)
        default: throw Self.invalid("params", "an object")
        }
        if let only = permit.onlyTable, !params.contains(where: { $0.name == "table" }),
            method.params.contains(where: { $0.name == "table" })
        {
            params.append(
                JSONValue.NamedValue(name: "table", value: .string(only.description))
            )
        }
        let request = try method.request(params)
        try permit.check(request)
        return request
    }

    private static func invalid(_ member: String, _ rule: String) -> WireError {
        WireError(.invalidMember, ["member": member, "rule": rule])
    }
}
