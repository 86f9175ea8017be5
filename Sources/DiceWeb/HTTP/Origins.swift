package import NIOCore

/// The origins that this page has. A request that names another host, or comes from another page,
/// is refused: a name that somebody lets point to this machine (DNS rebinding) gets nothing.
package struct Origins: Sendable {
    /// The first is the one that links name.
    package let all: [Origin]

    /// The addresses of this machine under which the bound address is reached, and what is known of
    /// it elsewhere. Nil if there is none.
    package init?(
        bound: SocketAddress,
        publicURL: Origin?,
        isOnLocalNetwork: Bool = false
    ) {
        let local = bound.port.map { port in
            Self.hosts(of: bound, isOnLocalNetwork).map {
                Origin(.http, Authority(host: $0, port: port))
            }
        }
        all = [publicURL].compactMap(\.self) + (local ?? [])
        guard !all.isEmpty else { return nil }
    }

    /// The hosts of an address that only this machine reaches, or a local network.
    private static func hosts(of address: SocketAddress, _ isOnLocalNetwork: Bool)
        -> [String]
    {
        guard let text = address.ipAddress else { return [] }
        if text == "::1" {
            return ["[::1]", "localhost"]
        }
        if text.hasPrefix("127.") {
            return [text, "localhost"]
        }
        return isOnLocalNetwork && PageAddress.isOfLocalNetwork(text) ? [text] : []
    }

    /// - Parameter hosts: the values of the header `Host`: there must be one.
    package func admit(hosts: [String]) -> Bool {
        guard hosts.count == 1, let named = Authority(parsing: hosts[0]) else {
            return false
        }
        return all.contains {
            $0.authority.host == named.host
                && $0.authority.port == named.port ?? $0.scheme.port
        }
    }

    /// - Parameter origins: the values of the header `Origin`: there must be one.
    package func admit(origins: [String]) -> Bool {
        guard origins.count == 1, let named = Origin(parsing: origins[0]) else {
            return false
        }
        return all.contains(named)
    }
}
