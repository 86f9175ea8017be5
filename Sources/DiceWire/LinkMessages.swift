package import DiceModel

/// What a link to the page is to be like: the params of diced-web's `link.make`.
package struct LinkOrder: Message, Hashable {
    /// Ascending; nil for all.
    package var tables: [TableName]?
    /// Nil for the login name of who asks.
    package var player: String?
    package var role: ConnectionRole
    /// How long it opens the page, in seconds.
    package var seconds: Int
    /// Whether it leads to the dice alone.
    package var isOverlay: Bool

    /// From a minute to a year.
    package static let lifetimes = 60...31_536_000
    /// How long a link lasts where nobody says so, in seconds.
    package static let usualLife = 43_200

    package init(
        tables: [TableName]? = nil, player: String? = nil, role: ConnectionRole = .play,
        seconds: Int = LinkOrder.usualLife, isOverlay: Bool = false
    ) {
        (self.tables, self.player, self.role, self.seconds, self.isOverlay) = (tables, player, role, seconds, isOverlay)
    }

    static let members = Members(
        { table, tables, player, role, seconds, isOverlay in
            Self(
                tables: tables ?? table.map { [$0] }, player: player, role: role, seconds: seconds, isOverlay: isOverlay
            )
        },
        // What is short for one table is never written.
        Member("table", ifPresent: { _ in nil as TableName? }),
        Member("tables", ifPresent: \.tables, someTables), Member("as", ifPresent: \.player, .label),
        Member("role", \.role, .role, default: .play, isAlwaysWritten: false, ""),
        Member("for", \.seconds, .within(lifetimes), default: usualLife, isAlwaysWritten: false, ""),
        Member("overlay", \.isOverlay, .boolean, default: false, isAlwaysWritten: false, ""))

    private static var someTables: Form<[TableName]> {
        Form(schema: Form.tableNames.schema, rule: "1 to 32 table names") {
            (1...32).contains($0.count) ? Set($0).sorted() : nil
        }
    }
}

/// The answer to `link.make`.
package struct LinkMade: Message {
    package var url: String
    package var expires: Timestamp

    package init(url: String, expires: Timestamp) { (self.url, self.expires) = (url, expires) }

    static let members = Members(Self.init, Member("url", \.url), Member("expires", \.expires))
}

/// The answer to `link.revokeAll`.
package struct LinksRevoked: Message {
    /// How many pages it closed.
    package var closed: Int

    package init(closed: Int) { self.closed = closed }

    static let members = Members(Self.init, Member("closed", \.closed))
}

/// What a link gives to whoever has it: the payload of its token.
package struct Link: Message, Hashable {
    /// Who made it: who revokes links revokes their own.
    package var maker: String
    /// How often the maker had revoked links before.
    package var generation: Int
    /// Who plays.
    package var player: String
    /// The only tables that there are; nil for all.
    package var tables: [TableName]?
    package var role: ConnectionRole
    package var expires: Timestamp

    /// Bytes of the longest payload.
    package static let longestPayload = 3_000

    package init(
        maker: String, generation: Int, player: String, tables: [TableName]?, role: ConnectionRole, expires: Timestamp
    ) {
        (self.maker, self.generation, self.player) = (maker, generation, player)
        (self.tables, self.role, self.expires) = (tables, role, expires)
    }

    /// Nil for anything that `jsonBytes()` does not write.
    package init?(payload: [UInt8]) {
        guard payload.count <= Self.longestPayload, let json = JSONValue(text: payload),
            let link = try? Self(json: json), PlayerLabel.isValid(link.player)
        else { return nil }
        self = link
    }

    package var confinement: ConfineParams { ConfineParams(as: player, tables: tables, role: role) }

    static let members = Members(
        { (_: Int, maker, generation, player, tables, role, expires: Int) in
            Self(
                maker: maker, generation: generation, player: player, tables: tables, role: role,
                expires: Timestamp(millisecondsSinceEpoch: Int64(expires)))
        },
        Member("v", { _ in 1 }, .integer(1...1)), Member("by", \.maker), Member("g", \.generation, .count),
        Member("as", \.player), Member("tables", ifPresent: \.tables), Member("role", \.role),
        Member("exp", { Int($0.expires.millisecondsSinceEpoch) }))
}

/// A request on the socket for links: a line of JSON-RPC 2.0.
package struct LinkCall: Sendable {
    package enum Request: Sendable, Hashable {
        case hello, ping, revokeAll
        case make(LinkOrder)
    }

    /// Nil for one that wants no answer.
    package let id: RequestID?
    package let request: Result<Request, WireError>

    package init(line: [UInt8]) {
        let call = JSONValue(text: line) ?? .null
        let id = call["id"].map { try? RequestID(json: $0) }
        guard call["jsonrpc"] == .string("2.0"), let method = call["method"]?.string, id != .some(nil),
            case .object(let params) = call["params"] ?? .object([])
        else {
            let rule = "a line is one JSON-RPC 2.0 request; see diced-web(8) for those there are"
            (self.id, request) = (.null, .failure(WireError(.invalidRequest, rule)))
            return
        }
        self.id = id ?? nil
        request = Result { () throws(WireError) in try Self.request(method, params) }
    }

    private static func request(_ method: String, _ params: [JSONValue.Member]) throws(WireError) -> Request {
        switch method {
        case "hello":
            guard try HelloParams.members.accept(params).protocolNumber == protocolVersion else {
                throw WireError(
                    .unsupportedProtocol, "this diced-web speaks protocol 1; use programs of one version",
                    supported: [protocolVersion])
            }
            return .hello
        case "ping": return .ping
        case "link.make": return .make(try LinkOrder.members.accept(params))
        case "link.revokeAll": return .revokeAll
        default:
            throw WireError(
                .methodNotFound, "there is no method of this name; there are hello, ping, link.make and link.revokeAll")
        }
    }

    /// That of a request which is the only one of its connection.
    package static let onlyID = RequestID.integer(1)

    /// A request as one line, with its LF.
    package static func line(_ method: String, _ params: some JSONWritable) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.member("jsonrpc", "2.0")
            json.member("id", onlyID)
            json.member("method", method)
            json.member("params", params)
        }
        json.endLine()
        return json.bytes
    }
}

extension JSONValue {
    /// Nil where the text is no JSON in UTF-8.
    fileprivate init?(text: [UInt8]) {
        guard (try? UTF8Span(validating: text.span)) != nil, let json = try? JSONParser.parse(text) else { return nil }
        self = json
    }
}
