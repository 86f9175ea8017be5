import DiceModel
import DiceWire

extension Call {
    /// The error code of a rejected call; `nil` if the call is valid.
    var refusal: ErrorCode? {
        guard case .failure(let error) = request else { return nil }
        return error.known
    }
}

extension RequestProperties {
    /// Compares a call with the JSON that it was read from, by JSON-RPC 2.0.
    static func checkMeaning(of call: Call, _ value: ReferenceJSON) throws(Violation) {
        guard case .object(let members) = value else {
            return try require(
                call.id == .null && call.refusal == .invalidRequest,
                "no object, and read as \(call)"
            )
        }
        let isInvalid = call.refusal == .invalidRequest
        switch members["id"] {
        case nil:
            try require(
                call.id == (isInvalid ? .null : nil),
                "no id, and read as \(call)"
            )
        case .null: try require(call.id == .null, "null is read as the id of \(call)")
        case .string(let id):
            try require(
                call.id == .string(id),
                "\"\(id)\" is read as the id of \(call)"
            )
        case .integer(let id):
            try require(
                call.id?.isNumber(id) == true,
                "\(id) is read as the id of \(call)"
            )
        case .number:
            try require(
                call.id?.isNumber ?? false || isInvalid,
                "a number is read as the id of \(call)"
            )
        case .bool, .array, .object:
            try require(call.id == .null && isInvalid, "no id can be that of \(call)")
        }
        guard !isInvalid else { return try checkInvalid(members) }
        guard case .string("2.0") = members["jsonrpc"],
            case .string(let name) = members["method"]
        else {
            throw Violation("no request, and read as \(call)")
        }
        guard let method = MethodTable.daemon[name] else {
            return try require(
                call.refusal == .methodNotFound,
                "no method, and read as \(call)"
            )
        }
        try checkParams(call, method, members["params"])
    }

    /// Checks a call that was rejected as an invalid request.
    private static func checkInvalid(_ members: [String: ReferenceJSON])
        throws(Violation)
    {
        guard case .string("2.0") = members["jsonrpc"],
            case .string(let name) = members["method"],
            MethodTable.daemon[name] != nil
        else { return }
        switch (members["id"], members["params"]) {
        case (.bool, _), (.array, _), (.object, _), (.number, _): break
        case (_, nil), (_, .object), (_, .array):
            throw Violation("a request is refused as none: \(members)")
        default: break
        }
    }

    private static func checkParams(
        _ call: Call,
        _ method: AnyMethod,
        _ params: ReferenceJSON?
    ) throws(Violation) {
        let given: Set<String>
        switch params {
        case nil: given = []
        case .object(let members): given = Set(members.keys)
        default:
            return try require(
                call.refusal == .invalidParams,
                "params that are no object, and read as \(call)"
            )
        }
        let known = Set(method.params.map(\.name))
        let required = Set(method.params.filter(\.isRequired).map(\.name))
        if case .success(let request) = call.request {
            try require(request.method == method, "\(method.name) is read as \(call)")
            try require(
                given.isSubset(of: known),
                "a param that \(method.name) does not know is let pass"
            )
            try require(
                required.isSubset(of: given),
                "a param that \(method.name) needs is missing"
            )
        } else {
            try require(
                call.refusal == .invalidParams,
                "\(method.name) is refused as \(call)"
            )
            try require(
                !given.isEmpty || !required.isEmpty,
                "\(method.name) is refused for params that are not there"
            )
        }
    }

    /// Checks that the response to the call is one line of JSON with the intended meaning.
    static func checkReply(to call: Call) throws(Violation) {
        guard let id = call.id else { return }
        let error: WireError? =
            if case .failure(let error) = call.request { error } else { nil }
        let reply = Reply(
            id: id,
            result: error.map { .failure($0) } ?? .success(EmptyObject())
        )
        .jsonBytes()
        try require(
            JSONSyntax.accepts(reply),
            "the reply is no JSON: \(String(decoding: reply, as: UTF8.self))"
        )
        try require(
            !reply.contains(UInt8(ascii: "\n")),
            "the reply is more than one line"
        )
        let read = ServerLine(reply)?.kind
        try require(
            read == .reply(id, error),
            "\(id) with \(String(describing: error)) arrives as \(String(describing: read))"
        )
    }
}

extension RequestID {
    fileprivate var isNumber: Bool {
        switch self {
        case .integer, .number: true
        case .string, .null: false
        }
    }

    fileprivate func isNumber(_ integer: Int) -> Bool {
        switch self {
        case .integer(let number): number == integer
        // Foundation drops a fraction above 2^53.
        case .number(let text):
            Double(text).map { abs($0 - Double(integer)) <= 1e-12 * abs($0) } ?? false
        case .string, .null: false
        }
    }
}
