/// The timeouts and intervals of a bridge.
package struct BridgeTimes: Sendable {
    /// The time for a broker to accept a connection.
    package var acceptance = Duration.seconds(20)
    /// The duration of a connection after which the backoff restarts.
    package var proving = Duration.seconds(10)
    /// The interval between checks of the keep-alive.
    package var beat = Duration.seconds(1)
    /// The time for which messages that make the broker close the connection are withheld.
    package var limitLife = Duration.seconds(3_600)
    /// The time for a broker to receive the goodbye.
    package var farewell = Duration.seconds(2)
    /// The time for the daemon to answer.
    package var answer = Duration.seconds(10)
    /// The keep-alive in whole seconds: the silence after which the broker is sent a ping.
    package var keepAlive = 30
    /// The delay after a table's deletion before another table with the same name is looked for, in
    /// addition to the daemon's notifications.
    package var pause = Duration.milliseconds(1_500)

    /// Makes the default times.
    package init() {}
}
