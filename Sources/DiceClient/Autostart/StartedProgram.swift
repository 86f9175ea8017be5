public import Unix

/// A program that a client starts if it is not listening.
public struct StartedProgram: Sendable, Hashable {
    /// The name of the program, and of its units.
    public let name: String
    /// The environment variable with its path.
    let variable: String
    /// Its description in errors.
    let kind: String
    /// The name of its unit's socket in the folder of sockets.
    let unitSocket: String
    let arguments: [String]
    /// True if it uses the tables exclusively.
    let hasTables: Bool

    /// Returns the daemon of this socket.
    public static func daemon(_ socket: SocketPath) -> StartedProgram {
        StartedProgram(
            name: "diced",
            variable: "DICED",
            kind: "daemon",
            unitSocket: "diced.sock",
            arguments: [
                "--socket", socket.path, "--idle-exit", String(StartPlan.idleExit),
            ],
            hasTables: true
        )
    }

    /// Returns the page for the daemon of this socket, for this machine or for its local network.
    public static func web(for daemon: SocketPath, isOnLocalNetwork: Bool = false)
        -> StartedProgram
    {
        StartedProgram(
            name: "diced-web",
            variable: "DICED_WEB",
            kind: "diced-web",
            unitSocket: "web.sock",
            arguments: [
                "--socket", daemon.path, "--start-daemon", "--idle-exit",
                String(StartPlan.idleExit),
            ]
                + (isOnLocalNetwork ? ["--lan"] : []),
            hasTables: false
        )
    }
}
