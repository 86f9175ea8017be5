import Glibc
import NIOCore
import Unix

extension PageAddress {
    /// Returns an address on a local network: the given one, or else that of the default route, on
    /// the usual port or a free one. Sends no packet to find it.
    package static func onLocalNetwork(_ named: PageAddress?) throws(WebStartupError)
        -> PageAddress
    {
        guard let host = named?.host ?? hostOfDefaultRoute() else {
            throw .network(
                "this machine is not on a local network; join one, or name an address with --listen 192.168.1.5:7447"
            )
        }
        guard isOfLocalNetwork(host) else {
            throw .network(
                "\(host) is not an address of a local network, which is required without TLS; name one with "
                    + "diced-web --lan --listen 192.168.1.5:7447, or put a TLS proxy in front of diced-web"
            )
        }
        return named ?? PageAddress(host: host, port: local.port, isFlexible: true)
    }

    /// Returns true for a private or link-local IPv4 address (RFC 1918, RFC 3927).
    static func isOfLocalNetwork(_ host: String) -> Bool {
        let bytes = host.split(separator: ".").compactMap { UInt8($0) }
        guard bytes.count == 4 else { return false }
        switch (bytes[0], bytes[1]) {
        case (10, _), (172, 16...31), (192, 168), (169, 254): return true
        default: return false
        }
    }

    /// Returns the IPv4 source address of packets to the internet.
    private static func hostOfDefaultRoute() -> String? {
        let descriptor = Descriptor(
            socket(AF_INET, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        )
        guard let far = try? SocketAddress(ipAddress: "198.51.100.1", port: 9),
            far.withSockAddr({ connect(descriptor.number, $0, socklen_t($1)) }) == 0
        else { return nil }
        return (try? PageSocket.address(of: descriptor.number))?.ipAddress
    }
}
