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

    package init(
        socket: SocketPath, isShared: Bool, broker: BrokerAddress, password: PasswordSource, authorities: String?,
        topics: Topics, tables: [String]?, isForHomeAssistant: Bool, stateFolder: String?
    ) {
        (self.socket, self.isShared, self.broker, self.password) = (socket, isShared, broker, password)
        (self.authorities, self.topics, self.tables) = (authorities, topics, tables)
        (self.isForHomeAssistant, self.stateFolder) = (isForHomeAssistant, stateFolder)
    }
}

/// How long a bridge waits for what.
package struct BridgeTimes: Sendable {
    /// How long a broker may take to accept a connection.
    package var acceptance = Duration.seconds(20)
    /// How long a connection lasts before the pauses between attempts begin anew.
    package var proving = Duration.seconds(10)
    /// How often signs of life are seen to.
    package var beat = Duration.seconds(1)
    /// How long messages are left out that the broker hangs up at.
    package var limitLife = Duration.seconds(3_600)
    /// How long a broker may take to hear that we go.
    package var farewell = Duration.seconds(2)
    /// How long the daemon may take for an answer.
    package var answer = Duration.seconds(10)
    /// Whole seconds without a message after which the broker is asked for a sign of life.
    package var keepAlive = 30
    /// How long after a table's end another of its name is looked for, beside what the daemon tells.
    package var pause = Duration.milliseconds(1_500)

    /// The usual ones.
    package init() {}
}
