public import Unix

/// What a bridge connects, and how.
public struct BridgeConfiguration: Sendable {
    /// The daemon's socket.
    public var socket: SocketPath
    /// Whether it is that of a shared daemon.
    public var isShared: Bool
    public var broker: BrokerAddress
    public var password: PasswordSource
    /// A file of certificates that alone are trusted; nil for those of the system.
    public var authorities: String?
    public var topics: Topics
    /// The only tables to tell of; nil for all. Names that are none are left out.
    public var tables: [String]?
    /// Whether Home Assistant is told of the tables.
    public var isForHomeAssistant: Bool

    public init(
        socket: SocketPath, isShared: Bool, broker: BrokerAddress, password: PasswordSource, authorities: String?,
        topics: Topics, tables: [String]?, isForHomeAssistant: Bool
    ) {
        self.socket = socket
        self.isShared = isShared
        self.broker = broker
        self.password = password
        self.authorities = authorities
        self.topics = topics
        self.tables = tables
        self.isForHomeAssistant = isForHomeAssistant
    }
}
