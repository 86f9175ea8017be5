internal import Unix

/// How many connections there may be.
public struct WebLimits: Sendable {
    /// In all, pages and requests alike.
    public var connections: Int
    /// Of one address.
    public var connectionsPerAddress: Int
    /// On the socket for links.
    public var linkConnections: Int

    /// Descriptors that no page gets.
    private static let reserve = 64
    public static let most = 4_096

    public init(connections: Int = WebLimits.most, connectionsPerAddress: Int = 64, linkConnections: Int = 16) {
        self.connections = connections
        self.connectionsPerAddress = connectionsPerAddress
        self.linkConnections = linkConnections
    }

    /// The usual ones, or fewer where this process may open fewer files: a page takes two.
    public static func current() -> WebLimits {
        let room = (DescriptorLimit.current - reserve) / 2
        return WebLimits(connections: min(most, max(room, 1)))
    }
}
