internal import NIOCore

/// Where the page is served.
public struct PageAddress: Sendable, Hashable {
    /// An address of IPv4 or IPv6, without brackets.
    let host: String
    /// 0 for a free one.
    let port: Int
    /// Whether a free port will do where this one is taken.
    let isFlexible: Bool

    /// On 127.0.0.1, on the usual port or, where that is taken, on a free one.
    public static let local = PageAddress(host: "127.0.0.1", port: 7_447, isFlexible: true)

    /// Whether only this machine reaches it.
    public var isLocal: Bool { Self.isLocal(host) }

    static func isLocal(_ address: String) -> Bool { address.hasPrefix("127.") || address == "::1" }
}

extension PageAddress {
    /// `127.0.0.1:7447` or `[::1]:7447`, with the port 0 for a free one. Nil for anything else; a name is none, for it may
    /// stand for several addresses.
    public init?(parsing text: String) {
        let isAnyPort = text.hasSuffix(":0")
        guard let authority = Authority(parsing: isAnyPort ? text.dropLast(2) : text[...]),
            let port = isAnyPort ? (authority.port == nil ? 0 : nil) : authority.port
        else { return nil }
        let host = authority.host.hasPrefix("[") ? String(authority.host.dropFirst().dropLast()) : authority.host
        guard (try? SocketAddress(ipAddress: host, port: port)) != nil else { return nil }
        self.init(host: host, port: port, isFlexible: false)
    }
}
