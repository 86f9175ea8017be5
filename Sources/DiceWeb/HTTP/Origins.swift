package import NIOCore

/// The origins of this page. A request that names another host, or that another page sends, is
/// refused. This also stops DNS rebinding, in which a foreign name is made to resolve to this
/// machine.
package struct Origins: Sendable {
    /// The origins; links name the first.
    package let all: [Origin]

    /// Collects this machine's addresses at which the bound address can be reached, and the public
    /// URL; `nil` if there are none.
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

    /// Returns the hosts of an address that only this machine, or a local network, can reach.
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

    /// Returns true if the request names one of the page's hosts.
    ///
    /// - Parameter hosts: The values of the header `Host`; there must be one.
    package func admit(hosts: [String]) -> Bool {
        guard hosts.count == 1, let named = Authority(parsing: hosts[0]) else {
            return false
        }
        return all.contains {
            $0.authority.host == named.host
                && $0.authority.port == named.port ?? $0.scheme.port
        }
    }

    /// Returns true if the request is from one of the page's origins.
    ///
    /// - Parameter origins: The values of the header `Origin`; there must be one.
    package func admit(origins: [String]) -> Bool {
        guard origins.count == 1, let named = Origin(parsing: origins[0]) else {
            return false
        }
        return all.contains(named)
    }
}
