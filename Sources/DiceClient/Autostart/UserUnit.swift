import FoundationEssentials
import Glibc
public import Unix

/// The units of a program under the user's own systemd: `diced.socket` and `diced.service`.
public struct UserUnit: Sendable {
    let runtimeFolder: String
    /// What the units are called.
    var name = "diced"

    /// How long systemd, and the program that the socket starts, may take to answer.
    var limit = Duration.seconds(5)

    /// Whether the unit is installed and listens on `path`.
    func listens(on path: String) -> Bool {
        guard access(runtimeFolder + "/systemd/private", F_OK) == 0,
            let shown = run(["show", name + ".socket", "--property=LoadState,Listen"]),
            shown.succeeded
        else { return false }
        return Self.listens(on: path, shown: shown.output)
    }

    /// Reads what `systemctl show` prints of `LoadState` and `Listen`.
    static func listens(on path: String, shown: String) -> Bool {
        let lines = shown.split(separator: "\n")
        return lines.contains("LoadState=loaded")
            && lines.contains("Listen=\(path) (Stream)")
    }

    /// The daemon's units, if the user's systemd has them and listens on this socket, or is about
    /// to; else nil.
    public static func ofDaemon(on socket: SocketPath) -> UserUnit? {
        guard
            case .unit(let folder)? = try? StartPlan(
                for: socket,
                in: .current(unit: "diced")
            )
        else { return nil }
        return UserUnit(runtimeFolder: folder)
    }

    /// Whether the user's systemd has the units of the page, and listens on its socket, or is about
    /// to.
    ///
    /// - Parameter daemon: the socket of the daemon whose page it is.
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

    /// Whether systemd listens for it.
    public var isListening: Bool {
        run(["is-active", "--quiet", name + ".socket"])?.succeeded == true
    }

    /// Whether systemd starts it at this moment.
    var isStarting: Bool {
        run(["show", name + ".service", "--property=ActiveState", "--value"])?.output
            == "activating\n"
    }

    /// Stops the socket and the service; returns once both have ended.
    public func stop() throws(ClientError) {
        guard run(["stop", name + ".socket", name + ".service"])?.succeeded == true
        else {
            throw .unreachable(
                "systemctl --user stop \(name).socket \(name).service failed; do that, then try again"
            )
        }
    }

    /// Has systemd listen again; the service starts with the first client.
    public func listen() throws(ClientError) {
        guard run(["start", name + ".socket"])?.succeeded == true else {
            throw failure(name + ".socket")
        }
    }

    /// Starts it and connects. Throws `unreachable` with the reason when no daemon answers.
    func start(_ socket: SocketPath) throws(ClientError) -> Connection {
        guard let started = run(["start", name + ".socket"]), started.succeeded else {
            throw failure(name + ".socket")
        }
        let connection = try Connection.open(socket)
        do {
            // systemd listens before the daemon runs: only an answer proves that it does.
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
        // A socket that has given up its service tells nothing of the reason.
        let speaker = result.hasSuffix("limit-hit") ? name + ".service" : unit
        return .unreachable(
            "\(unit) does not start (\(result)); its log: journalctl --user -u \(speaker); once mended: "
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
