internal import FoundationEssentials

/// One request of a line: what to do, or why it cannot be done, and the id to answer under.
public struct Call: Sendable, Hashable {
    /// Nil for a notification, which nothing answers.
    public var id: RequestID?
    public var request: Result<Request, WireError>

    public init(id: RequestID?, request: Result<Request, WireError>) {
        self.id = id
        self.request = request
    }
}

/// The requests of a line.
public enum RequestLine: Sendable, Hashable {
    case single(Call)
    /// At least one call; the replies go into one array.
    case batch([Call])
}

/// Line → requests, after JSON-RPC 2.0.
public struct RequestDecoder {
    private let decoder = JSONDecoder()

    public init() {}

    public func decode(_ line: [UInt8]) -> RequestLine {
        guard String(validating: line, as: UTF8.self) != nil else {
            return .single(refused(.parseError, "the line is not UTF-8; send one JSON value a line, in UTF-8"))
        }
        do {
            try JSONSyntax.check(line)
        } catch {
            let place = "expected \(error.expected) at byte \(error.offset)"
            return .single(refused(.parseError, "the line is not JSON: \(place); send one JSON value a line"))
        }
        let isBatch = line.first { !Self.whitespace.contains($0) } == UInt8(ascii: "[")
        do {
            guard isBatch else { return .single(try decoder.decode(DecodedCall.self, from: Data(line)).call) }
            let calls = try decoder.decode([DecodedCall].self, from: Data(line)).map(\.call)
            guard calls.isEmpty else { return .batch(calls) }
            return .single(refused(.invalidRequest, "the batch is empty; put at least one request into it"))
        } catch {
            return .single(refused(.parseError, "the line is not JSON; send one JSON value a line"))
        }
    }

    private static let whitespace: [UInt8] = [0x20, 0x09, 0x0A, 0x0D]

    private func refused(_ code: ErrorCode, _ message: String) -> Call {
        Call(id: .null, request: .failure(WireError(code, message)))
    }
}

/// A call of a line of valid JSON. Decoding it never throws: what does not fit becomes the call's refusal.
private struct DecodedCall: Decodable {
    let call: Call

    private enum CodingKeys: String, CodingKey { case jsonrpc, method, params, id }

    init(from decoder: any Decoder) {
        guard let members = try? decoder.container(keyedBy: CodingKeys.self) else {
            call = Call(id: .null, request: .failure(Self.invalid("a request is a JSON object")))
            return
        }
        let hasID = members.contains(.id)
        let id = hasID ? try? members.decode(RequestID.self, forKey: .id) : nil
        do {
            guard !hasID || id != nil else { throw Self.invalid("\"id\" must be a string, a number or null") }
            call = Call(id: id, request: .success(try Self.request(members)))
        } catch let error as WireError where error.known == .invalidRequest {
            call = Call(id: id ?? .null, request: .failure(error))
        } catch let error as WireError {
            call = Call(id: id, request: .failure(error))
        } catch {
            call = Call(id: id ?? .null, request: .failure(Self.invalid("\"params\" must be an object")))
        }
    }

    private static func request(_ members: KeyedDecodingContainer<CodingKeys>) throws -> Request {
        guard (try? members.decode(String.self, forKey: .jsonrpc)) == "2.0" else {
            throw invalid("\"jsonrpc\" must be \"2.0\"")
        }
        guard let name = try? members.decode(String.self, forKey: .method) else {
            throw invalid("\"method\" must be a string")
        }
        guard let method = Method(rawValue: name) else {
            throw WireError(
                .methodNotFound, "there is no method \"\(name.prefix(64))\"; rpc.discover lists the methods there are")
        }
        do {
            return try Request(method, from: members, params: .params)
        } catch let error as DecodingError {
            if (try? members.nestedUnkeyedContainer(forKey: .params)) != nil {
                throw WireError(.invalidParams, "params go by name: send an object, as {\"table\":\"default\"}")
            }
            throw error
        }
    }

    private static func invalid(_ rule: String) -> WireError {
        WireError(.invalidRequest, "not a JSON-RPC 2.0 request: \(rule)")
    }
}
