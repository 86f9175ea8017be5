package import Unix

/// What a bridge connects, and how.
package struct BridgeConfiguration: Sendable {
    /// The daemon's socket.
    package var socket: SocketPath
    /// Whether it is that of a shared daemon.
    package var isShared: Bool
    package var broker: BrokerAddress
    package var password: PasswordSource
    /// A file of certificates that alone are trusted; nil for those of the system.
    package var authorities: String?
    package var topics: Topics
    /// The only tables to tell of; nil for all. Invalid names are left out.
    package var tables: [String]?
    /// Whether Home Assistant is told of the tables.
    package var isForHomeAssistant: Bool
    /// The folder in which it remembers the topics that it has published to; nil if it does not.
    package var stateFolder: String?
    package var times = BridgeTimes()
}
