/// How long a bridge waits for what.
package struct BridgeTimes: Sendable {
    /// How long a broker may take to accept a connection.
    package var acceptance = Duration.seconds(20)
    /// How long a connection lasts before the pauses between attempts begin again.
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
    /// How long after a table's end another of its name is looked for, beside what the daemon
    /// tells.
    package var pause = Duration.milliseconds(1_500)

    /// The usual ones.
    package init() {}
}
