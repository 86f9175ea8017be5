/// The origin of a page, as a browser writes it: `http://127.0.0.1:7447`.
package struct Origin: Sendable, Hashable {
    package enum Scheme: String, Sendable, CaseIterable {
        case http, https

        /// The default port.
        var port: Int { self == .http ? 80 : 443 }
    }

    package let scheme: Scheme
    package let authority: Authority

    init(_ scheme: Scheme, _ authority: Authority) {
        self.scheme = scheme
        self.authority = Authority(
            host: authority.host,
            port: authority.port ?? scheme.port
        )
    }

    /// Parses an origin; `nil` for anything except a scheme, a host and an optional port.
    package init?(parsing text: String) {
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

    /// True if the origin's traffic can be read on a network.
    var isReadable: Bool {
        let host = authority.host
        return scheme == .http && host != "localhost" && host != "[::1]"
            && !PageAddress.isLocal(host)
    }
}

extension Origin: CustomStringConvertible {
    package var description: String {
        let port = authority.port.flatMap { $0 == scheme.port ? nil : ":\($0)" } ?? ""
        return "\(scheme.rawValue)://\(authority.host)\(port)"
    }
}
