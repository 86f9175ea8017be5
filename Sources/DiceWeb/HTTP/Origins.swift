package import DiceWire
package import NIOCore

/// The origins of this page. A request that names another host, or that another page sends, is
/// refused. This also stops DNS rebinding, in which a foreign name is made to resolve to this
/// machine.
package struct Origins: Sendable {
    /// The origins; links name the first.
    package let all: [Origin]
    /// The origins beyond this machine that are open for now, once for each program that keeps them
    /// open.
    private(set) var opened: [Origin] = []

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

    mutating func open(_ origin: Origin) {
        opened.append(origin)
    }

    mutating func close(_ origin: Origin) {
        if let index = opened.firstIndex(of: origin) {
            opened.remove(at: index)
        }
    }

    /// Returns true if the request names one of the page's hosts.
    ///
    /// - Parameter hosts: The values of the header `Host`; there must be one.
    package func admit(hosts: [String]) -> Bool {
        Self.origin(of: hosts, among: all + opened) != nil
    }

    /// Returns the open origin that the request names; `nil` if it names another one.
    ///
    /// - Parameter hosts: The values of the header `Host`; there must be one.
    func openedOrigin(hosts: [String]) -> Origin? {
        Self.origin(of: hosts, among: opened)
    }

    private static func origin(of hosts: [String], among origins: [Origin]) -> Origin? {
        guard hosts.count == 1, let named = Authority(parsing: hosts[0]) else {
            return nil
        }
        return origins.first {
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
        return (all + opened).contains(named)
    }
}
