import Unix

/// The limits on connections.
package struct WebLimits: Sendable {
    /// The maximum number of connections, both pages and requests.
    package var connections = WebLimits.maximum
    /// The maximum number of connections per address.
    package var connectionsPerAddress = 64
    /// The maximum number of connections through an origin that a program keeps open.
    package var connectionsPerOrigin = 256
    /// The maximum number of connections to the socket for links.
    package var linkConnections = 16

    /// The number of descriptors reserved for purposes other than pages.
    private static let reserve = 64
    package static let maximum = 4_096

    /// Returns the default limits, reduced if this process may open fewer files: a page takes two
    /// descriptors.
    package static func current() -> WebLimits {
        let room = (DescriptorLimit.current - reserve) / 2
        return WebLimits(connections: min(maximum, max(room, 1)))
    }
}
