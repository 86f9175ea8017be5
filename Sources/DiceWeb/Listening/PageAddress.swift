import DiceWire
import NIOCore

/// The address that the page is served on.
package struct PageAddress: Sendable, Hashable {
    /// An IPv4 or IPv6 address, without brackets.
    let host: String
    /// The port; 0 for any free one.
    let port: Int
    /// True if a free port may replace this one when it is in use.
    let isFlexible: Bool

    /// The address 127.0.0.1 on the usual port, or on a free one if that is in use.
    package static let local = PageAddress(
        host: "127.0.0.1",
        port: 7_447,
        isFlexible: true
    )

    /// True if only this machine can reach it.
    package var isLocal: Bool { Self.isLocal(host) }

    static func isLocal(_ address: String) -> Bool {
        address.hasPrefix("127.") || address == "::1"
    }
}

extension Origin {
    /// True if the origin's traffic can be read on a network.
    var isReadable: Bool {
        let host = authority.host
        return scheme == .http && host != "localhost" && host != "[::1]"
            && !PageAddress.isLocal(host)
    }
}

extension PageAddress {
    /// Parses `127.0.0.1:7447` or `[::1]:7447`; port 0 means any free one. `nil` for anything else,
    /// including names, because a name may resolve to several addresses.
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
