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
            return .single(
                refused(
                    .parseError,
                    "the line is not UTF-8; send one JSON value per line, in UTF-8"
                )
            )
        }
        do throws(JSONParser.Fault) {
            switch try JSONParser.parse(line) {
            case .array(let calls) where calls.isEmpty:
                return .single(
                    refused(
                        .invalidRequest,
                        "the batch is empty; send at least one request"
                    )
                )
            case .array(let calls) where calls.count > Limits.batch:
                let rule =
                    "a batch may have at most \(Limits.batch) requests, not \(calls.count); send several batches"
                return .single(
                    Call(
                        id: .null,
                        request: .failure(.limit(.batch, Limits.batch, rule))
                    )
                )
            case .array(let calls): return .batch(calls.map(UnreadCall.init))
            case let call: return .single(self.call(call, permit))
            }
        } catch {
            let place = "expected \(error.expected) at byte \(error.offset)"
            return .single(
                refused(
                    .parseError,
                    "the line is not JSON: \(place); send one JSON value a line"
                )
            )
        }
    }

    public func read(_ call: UnreadCall, _ permit: Permit) -> Call {
        self.call(call.json, permit)
    }

    private func refused(_ code: ErrorCode, _ message: String) -> Call {
        Call(id: .null, request: .failure(WireError(code, message)))
    }

    /// Decodes a call. An invalid call becomes a refusal, with a null id if it may not even be a
    /// call.
    private func call(_ json: JSONValue, _ permit: Permit) -> Call {
        guard case .object = json else {
            return Call(
                id: .null,
                request: .failure(Self.invalid("a request is a JSON object"))
            )
        }
        let given = json["id"]
        let id = given.flatMap { try? RequestID(json: $0) }
        do throws(WireError) {
            guard given == nil || id != nil else {
                throw Self.invalid("\"id\" must be a string, a number or null")
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
            throw Self.invalid("\"jsonrpc\" must be \"2.0\"")
        }
        guard let name = call["method"]?.string else {
            throw Self.invalid("\"method\" must be a string")
        }
        guard let method = methods[name] else {
            let known =
                methods["rpc.discover"] != nil
                ? "rpc.discover lists all methods"
                : "the methods are \(methods.methods.map(\.name).joined(separator: ", "))"
            throw WireError(
                .methodNotFound,
                "no method \"\(name.prefix(64))\"; \(known)"
            )
        }
        try permit.check(method)
        var params: [JSONValue.NamedValue]
        switch call["params"] {
        case nil: params = []
        case .object(let given): params = given
        case .array:
            throw WireError(
                .invalidParams,
                "params are passed by name: send an object, such as {\"table\":\"default\"}"
            )
        default: throw Self.invalid("\"params\" must be an object")
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

    private static func invalid(_ rule: String) -> WireError {
        WireError(.invalidRequest, "not a JSON-RPC 2.0 request: \(rule)")
    }
}
