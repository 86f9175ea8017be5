import DiceModel
package import NIOCore

/// Where a page comes from, as a browser writes it: `http://127.0.0.1:7447`.
package struct Origin: Sendable, Hashable {
    package enum Scheme: String, Sendable, CaseIterable {
        case http, https

        /// The port that is left out.
        var port: Int { self == .http ? 80 : 443 }
    }

    package let scheme: Scheme
    package let authority: Authority

    init(_ scheme: Scheme, _ authority: Authority) {
        self.scheme = scheme
        self.authority = Authority(host: authority.host, port: authority.port ?? scheme.port)
    }

    /// Nil for anything except a scheme, a host and perhaps a port: nothing may follow them.
    package init?(parsing text: String) {
        for scheme in Scheme.allCases {
            let start = scheme.rawValue + "://"
            guard text.hasPrefix(start) else { continue }
            guard let authority = Authority(parsing: text.dropFirst(start.count)) else { return nil }
            self.init(scheme, authority)
            return
        }
        return nil
    }
}

extension Origin: CustomStringConvertible {
    package var description: String {
        let port = authority.port.flatMap { $0 == scheme.port ? nil : ":\($0)" } ?? ""
        return "\(scheme.rawValue)://\(authority.host)\(port)"
    }
}

/// A host and perhaps a port, as the header `Host` has them.
package struct Authority: Sendable, Hashable {
    /// A name or an address, in lower case; one of IPv6 in brackets.
    package let host: String
    /// 1 to 65535; nil if it is left out.
    package let port: Int?

    init(host: String, port: Int?) {
        (self.host, self.port) = (host, port)
    }

    /// Nil for anything else: user names, blanks, characters that are in no host, ports with a leading zero.
    package init?(parsing text: some StringProtocol) {
        guard (1...260).contains(text.utf8.count) else { return nil }
        let host: String
        var rest: Substring.UTF8View
        let bytes = Substring(text).utf8
        if bytes.first == UInt8(ascii: "[") {
            guard let end = bytes.firstIndex(of: UInt8(ascii: "]")) else { return nil }
            let address = bytes[bytes.index(after: bytes.startIndex)..<end]
            guard !address.isEmpty, address.allSatisfy("0123456789ABCDEFabcdef:.".utf8.contains) else { return nil }
            host = Substring(bytes[...end]).lowercased()
            rest = bytes[bytes.index(after: end)...]
        } else {
            let end = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
            guard end > bytes.startIndex, bytes[..<end].allSatisfy({ $0.isLetterOrDigit || ".-".utf8.contains($0) })
            else { return nil }
            host = Substring(bytes[..<end]).lowercased()
            rest = bytes[end...]
        }
        guard let separator = rest.popFirst() else {
            self.init(host: host, port: nil)
            return
        }
        guard separator == UInt8(ascii: ":"), (1...5).contains(rest.count), rest.allSatisfy(\.isDigit),
            rest.first != UInt8(ascii: "0"), let port = Int(Substring(rest)), port <= 65_535
        else { return nil }
        self.init(host: host, port: port)
    }
}

/// The origins that this page has. A request that names another host, or comes from another page, is refused: a name that
/// somebody lets point to this machine (DNS rebinding) gets nothing.
package struct Origins: Sendable {
    /// The first is the one that links name.
    package let all: [Origin]

    /// The addresses of this machine under which the bound address is reached, and what is known of it elsewhere. Nil if
    /// there is none.
    package init?(bound: SocketAddress, publicURL: Origin?, isOnLocalNetwork: Bool = false) {
        let local = bound.port.map { port in
            Self.hosts(of: bound, isOnLocalNetwork).map { Origin(.http, Authority(host: $0, port: port)) }
        }
        all = [publicURL].compactMap(\.self) + (local ?? [])
        guard !all.isEmpty else { return nil }
    }

    /// The hosts of an address that only this machine reaches, or a local network.
    private static func hosts(of address: SocketAddress, _ isOnLocalNetwork: Bool) -> [String] {
        guard let text = address.ipAddress else { return [] }
        if text == "::1" { return ["[::1]", "localhost"] }
        if text.hasPrefix("127.") { return [text, "localhost"] }
        return isOnLocalNetwork && PageAddress.isOfLocalNetwork(text) ? [text] : []
    }

    /// - Parameter hosts: the values of the header `Host`: there must be one.
    package func admit(hosts: [String]) -> Bool {
        guard hosts.count == 1, let named = Authority(parsing: hosts[0]) else { return false }
        return all.contains {
            $0.authority.host == named.host && $0.authority.port == named.port ?? $0.scheme.port
        }
    }

    /// - Parameter origins: the values of the header `Origin`: there must be one.
    package func admit(origins: [String]) -> Bool {
        guard origins.count == 1, let named = Origin(parsing: origins[0]) else { return false }
        return all.contains(named)
    }
}
