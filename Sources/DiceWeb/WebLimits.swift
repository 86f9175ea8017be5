import Unix

/// How many connections there may be.
package struct WebLimits: Sendable {
    /// The most connections in all, both pages and requests.
    package var connections = WebLimits.most
    /// The most connections of one address.
    package var connectionsPerAddress = 64
    /// The most connections on the socket for links.
    package var linkConnections = 16

    /// Descriptors that no page gets.
    private static let reserve = 64
    package static let most = 4_096

    /// The usual ones, or fewer if this process may open fewer files: a page takes two.
    package static func current() -> WebLimits {
        let room = (DescriptorLimit.current - reserve) / 2
        return WebLimits(connections: min(most, max(room, 1)))
    }
}
