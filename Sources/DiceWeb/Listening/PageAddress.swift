import NIOCore

/// Where the page is served.
package struct PageAddress: Sendable, Hashable {
    /// An address of IPv4 or IPv6, without brackets.
    let host: String
    /// 0 for a free one.
    let port: Int
    /// Whether another, free port will do if this one is taken.
    let isFlexible: Bool

    /// On 127.0.0.1, on the usual port or, if that is taken, on a free one.
    package static let local = PageAddress(
        host: "127.0.0.1",
        port: 7_447,
        isFlexible: true
    )

    /// Whether only this machine reaches it.
    package var isLocal: Bool { Self.isLocal(host) }

    static func isLocal(_ address: String) -> Bool {
        address.hasPrefix("127.") || address == "::1"
    }
}

extension PageAddress {
    /// `127.0.0.1:7447` or `[::1]:7447`, with the port 0 for a free one. Nil for anything else,
    /// also for a name, because it may stand for several addresses.
    package init?(parsing text: String) {
        let isAnyPort = text.hasSuffix(":0")
        guard
            let authority = Authority(
                parsing: isAnyPort ? text.dropLast(2) : text[...]
            ),
            let port = isAnyPort ? (authority.port == nil ? 0 : nil) : authority.port
        else { return nil }
        let host =
            authority.host.hasPrefix("[")
            ? String(authority.host.dropFirst().dropLast()) : authority.host
        guard (try? SocketAddress(ipAddress: host, port: port)) != nil else {
            return nil
        }
        self.init(host: host, port: port, isFlexible: false)
    }
}
