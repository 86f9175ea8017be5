import FoundationEssentials
import Glibc
public import Unix

/// The units of a program under the user's own systemd: `diced.socket` and `diced.service`.
public struct UserUnit: Sendable {
    let runtimeFolder: String
    /// The name of the units.
    var name = "diced"

    /// The time limit for systemd, and for the program that the socket starts, to answer.
    var limit = Duration.seconds(5)

    /// Returns true if the unit is installed and listens on `path`.
    func listens(on path: String) -> Bool {
        guard access(runtimeFolder + "/systemd/private", F_OK) == 0,
            let shown = run(["show", name + ".socket", "--property=LoadState,Listen"]),
            shown.succeeded
        else { return false }
        return Self.listens(on: path, shown: shown.output)
    }

    /// Parses the output of `systemctl show` for `LoadState` and `Listen`.
    static func listens(on path: String, shown: String) -> Bool {
        let lines = shown.split(separator: "\n")
        return lines.contains("LoadState=loaded")
            && lines.contains("Listen=\(path) (Stream)")
    }

    /// Returns the daemon's units if the user's systemd has them and listens on this socket, or is
    /// about to; else `nil`.
    public static func ofDaemon(on socket: SocketPath) -> UserUnit? {
        guard
            case .unit(let folder)? = try? StartPlan(
                for: socket,
                in: .current(unit: "diced")
            )
        else { return nil }
        return UserUnit(runtimeFolder: folder)
    }

    /// Returns true if the user's systemd has the units of the page, and listens on its socket, or
    /// is about to.
    ///
    /// - Parameter daemon: The socket of the page's daemon.
    public static func listensForPage(of daemon: SocketPath) -> Bool {
        let page = StartedProgram.web(for: daemon)
        let socket = daemon.web(isShared: false)
        guard
            case .unit? = try? StartPlan(
                for: socket,
                of: page,
                in: .current(unit: page.name)
            )
        else { return false }
        return true
    }

    /// True if systemd is listening on the socket.
    public var isListening: Bool {
        run(["is-active", "--quiet", name + ".socket"])?.succeeded == true
    }

    /// True while systemd is starting the service.
    var isStarting: Bool {
        run(["show", name + ".service", "--property=ActiveState", "--value"])?.output
            == "activating\n"
    }

    /// Stops the socket and the service. Returns once both have ended.
    public func stop() throws(ClientError) {
        guard run(["stop", name + ".socket", name + ".service"])?.succeeded == true
        else {
            throw .unreachable(
                "systemctl --user stop \(name).socket \(name).service failed; do that, then try again"
            )
        }
    }

    /// Makes systemd listen again. The service starts with the first client.
    public func listen() throws(ClientError) {
        guard run(["start", name + ".socket"])?.succeeded == true else {
            throw failure(name + ".socket")
        }
    }

    /// Starts the unit and connects. Throws `unreachable` with the reason if no daemon answers.
    func start(_ socket: SocketPath) throws(ClientError) -> Connection {
        guard let started = run(["start", name + ".socket"]), started.succeeded else {
            throw failure(name + ".socket")
        }
        let connection = try Connection.open(socket)
        do {
            // systemd is listening before the daemon runs: only a response proves that the daemon
            // is running.
            try Client(connection, name: "dicectl/\(version)", timeout: limit)
                .awaitAgreement()
        } catch {
            if case .refused = error {
                return connection
            }
            throw failure(name + ".service")
        }
        return connection
    }

    private func failure(_ unit: String) -> ClientError {
        let shown = run(["show", unit, "--property=Result", "--value"])?.output ?? ""
        let result = shown.split(separator: "\n").first.map(String.init) ?? "unknown"
        // The log of the socket does not say why its service was given up.
        let speaker = result.hasSuffix("limit-hit") ? name + ".service" : unit
        return .unreachable(
            "\(unit) does not start (\(result)); its log: journalctl --user -u \(speaker); once fixed: "
                + "systemctl --user reset-failed \(name).socket \(name).service"
        )
    }

    private func run(_ arguments: [String]) -> CapturedRun? {
        var environment = ProcessInfo.processInfo.environment
        environment["XDG_RUNTIME_DIR"] = runtimeFolder
        environment["LC_ALL"] = "C"
        return CapturedRun(
            "systemctl",
            ["--user"] + arguments,
            environment: environment,
            limit: limit
        )
    }
}
