package import Unix

/// The configuration of a bridge.
package struct BridgeConfiguration: Sendable {
    /// The daemon's socket.
    package var socket: SocketPath
    /// True for a shared daemon's socket.
    package var isShared: Bool
    package var broker: BrokerAddress
    package var password: PasswordSource
    /// A file with the only trusted certificates; `nil` for those of the system.
    package var authorities: String?
    package var topics: Topics
    /// The only tables to publish; `nil` for all. Invalid names are ignored.
    package var tables: [String]?
    /// True to announce the tables to Home Assistant.
    package var isForHomeAssistant: Bool
    /// The folder that records the topics published to; `nil` to record none.
    package var stateFolder: String?
    package var times = BridgeTimes()
}
