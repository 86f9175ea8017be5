/// The origin of a page, as a browser writes it: `http://127.0.0.1:7447`.
public struct Origin: Sendable, Hashable {
    public enum Scheme: String, Sendable, CaseIterable {
        case http, https

        /// The default port.
        public var port: Int { self == .http ? 80 : 443 }
    }

    public let scheme: Scheme
    public let authority: Authority

    public init(_ scheme: Scheme, _ authority: Authority) {
        self.scheme = scheme
        self.authority = Authority(
            host: authority.host,
            port: authority.port ?? scheme.port
        )
    }

    /// Parses an origin; `nil` for anything except a scheme, a host and an optional port.
    public init?(parsing text: String) {
        guard
            let scheme = Scheme.allCases.first(where: {
                text.hasPrefix($0.rawValue + "://")
            }),
            let authority = Authority(
                parsing: text.dropFirst(scheme.rawValue.count + "://".count)
            )
        else { return nil }
        self.init(scheme, authority)
    }

    /// Parses a page's address as people write it: an origin, or one with a slash at its end.
    public init?(address text: String) {
        self.init(parsing: text.hasSuffix("/") ? String(text.dropLast()) : text)
    }
}

extension Origin: CustomStringConvertible {
    public var description: String {
        let port = authority.port.flatMap { $0 == scheme.port ? nil : ":\($0)" } ?? ""
        return "\(scheme.rawValue)://\(authority.host)\(port)"
    }
}

extension Origin: WireValue {
    public init(json: JSONValue) throws(JSONMismatch) {
        guard let origin = json.string.flatMap({ Origin(parsing: $0) }) else {
            throw JSONMismatch(wanted: Self.rule)
        }
        self = origin
    }

    public func write(to json: inout JSONWriter) {
        json.string(description)
    }

    private static let rule = "http:// or https://, a host and an optional port"

    static var wireForm: Form<Origin> {
        Form(schema: .string(.pattern("^https?://[^/]+$")), rule: rule)
    }
}
