import FoundationEssentials
import Unix

/// The start of a daemon by a service manager, which is already listening before the daemon runs.
enum StartingService {
    private static let limit = Duration.seconds(5)

    /// Returns true while a service manager that is listening on the socket is starting the daemon.
    static func isStarting(_ socket: SocketPath, isShared: Bool) -> Bool {
        guard isShared else { return UserUnit.ofDaemon(on: socket)?.isStarting == true }
        var environment = ProcessInfo.processInfo.environment
        environment["LC_ALL"] = "C"
        func shown(_ unit: String, _ properties: String) -> String? {
            let arguments = ["show", unit, "--property=\(properties)"]
            return CapturedRun(
                "systemctl",
                arguments,
                environment: environment,
                limit: limit
            )?
            .output
        }
        guard let listening = shown("diced.socket", "LoadState,Listen"),
            UserUnit.listens(on: socket.path, shown: listening)
        else { return false }
        return shown("diced.service", "ActiveState") == "ActiveState=activating\n"
    }
}
