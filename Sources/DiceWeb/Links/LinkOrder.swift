package import DiceModel
package import DiceWire
internal import FoundationEssentials

/// What a link is to be like: the params of `link.make`.
package struct LinkOrder: Sendable, Hashable {
    /// Nil for all.
    package var tables: [TableName]?
    /// Nil for the login name of who asks.
    package var player: String?
    var role = ConnectionRole.play
    /// How long it opens the page, in seconds.
    package var seconds = 43_200
    /// Whether it leads to the dice alone.
    var isOverlay = false

    /// From a minute to a year.
    static let lifetimes = 60...31_536_000
}

/// A request on the socket for links: a line of JSON-RPC 2.0.
package struct LinkCall {
    package enum Request: Sendable, Hashable {
        case hello
        case ping
        case make(LinkOrder)
        case revokeAll
    }

    /// Nil for one that wants no answer.
    package var id: RequestID?
    package var request: Result<Request, WireError>

    package init(line: [UInt8]) {
        let decoder = JSONDecoder()
        guard let call = try? decoder.decode(Envelope.self, from: Data(line)), call.jsonrpc == "2.0" else {
            id = .null
            request = .failure(
                WireError(.invalidRequest, "a line is one JSON-RPC 2.0 request; see diced-web(8) for those there are"))
            return
        }
        id = call.id?.value
        do throws(WireError) {
            request = .success(try Self.request(call))
        } catch {
            request = .failure(error)
        }
    }

    private static func request(_ call: Envelope) throws(WireError) -> Request {
        switch call.method {
        case "hello":
            guard call.params?.protocol ?? 1 == 1 else {
                throw WireError(
                    .unsupportedProtocol, "this diced-web speaks protocol 1; use programs of one version",
                    supported: [1])
            }
            return .hello
        case "ping": return .ping
        case "link.make": return .make(try order(call.params ?? Params()))
        case "link.revokeAll": return .revokeAll
        default:
            throw WireError(
                .methodNotFound, "there is no method of this name; there are hello, ping, link.make and link.revokeAll")
        }
    }

    private static func order(_ params: Params) throws(WireError) -> LinkOrder {
        if let unknown = params.unknown {
            throw invalid(unknown, "is unknown; link.make knows table, tables, as, role, for and overlay")
        }
        var order = LinkOrder()
        if let texts = params.tables ?? params.table.map({ [$0] }) {
            let tables = texts.compactMap { TableName($0) }
            guard tables.count == texts.count, (1...Link.mostTables).contains(tables.count) else {
                throw invalid("tables", "must be 1 to \(Link.mostTables) table names")
            }
            order.tables = Set(tables).sorted()
        }
        if let player = params.as {
            guard let label = PlayerLabel.canonical(player) else {
                throw invalid("as", "must be a label: \(PlayerLabel.rule)")
            }
            order.player = label
        }
        if let role = params.role {
            guard let role = ConnectionRole(rawValue: role) else {
                throw invalid("role", "must be \"watch\" or \"play\"")
            }
            order.role = role
        }
        if let seconds = params.for {
            guard LinkOrder.lifetimes.contains(seconds) else {
                throw invalid("for", "must be seconds from a minute to a year, 60 to 31536000")
            }
            order.seconds = seconds
        }
        order.isOverlay = params.overlay ?? false
        return order
    }

    private static func invalid(_ param: String, _ rule: String) -> WireError {
        WireError(.invalidParams, "param \"\(param)\" \(rule)", param: param)
    }

    private struct Envelope: Decodable {
        var jsonrpc: String
        var id: AnyID?
        var method: String
        var params: Params?
    }

    private struct AnyID: Decodable {
        var value: RequestID

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let integer = try? container.decode(Int.self) {
                value = .integer(integer)
            } else {
                value = .string(try container.decode(String.self))
            }
        }
    }

    /// The params of all methods.
    private struct Params: Decodable {
        var `protocol`: Int?
        var table: String?
        var tables: [String]?
        var `as`: String?
        var role: String?
        var `for`: Int?
        var overlay: Bool?
        /// The name of a member that no method knows.
        var unknown: String?

        private static let known = ["protocol", "client", "table", "tables", "as", "role", "for", "overlay"]

        private struct Name: CodingKey {
            var stringValue: String
            var intValue: Int? { nil }
            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }

        init() {}

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Name.self)
            unknown = container.allKeys.map(\.stringValue).first { !Self.known.contains($0) }.map {
                String($0.prefix(64))
            }
            `protocol` = try container.decodeIfPresent(Int.self, forKey: Name(stringValue: "protocol"))
            table = try container.decodeIfPresent(String.self, forKey: Name(stringValue: "table"))
            tables = try container.decodeIfPresent([String].self, forKey: Name(stringValue: "tables"))
            `as` = try container.decodeIfPresent(String.self, forKey: Name(stringValue: "as"))
            role = try container.decodeIfPresent(String.self, forKey: Name(stringValue: "role"))
            `for` = try container.decodeIfPresent(Int.self, forKey: Name(stringValue: "for"))
            overlay = try container.decodeIfPresent(Bool.self, forKey: Name(stringValue: "overlay"))
        }
    }
}
