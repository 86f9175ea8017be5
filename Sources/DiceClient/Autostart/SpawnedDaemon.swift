import FoundationEssentials
import Glibc
public import Unix

/// A daemon that this process has started, until it listens or ends.
struct SpawnedDaemon {
    private let process: ChildProcess
    private let log: String

    /// The exit status by which a daemon says that another one has the socket or the data.
    static let otherDaemon: Int32 = 73

    /// Starts the program at `path`, detached, its output in a log beside the socket: `diced.log`. That of the last start is
    /// kept as `diced.log.1`. Throws `unreachable`.
    init(
        _ path: String, as program: StartedProgram, socket: SocketPath, notify: String?
    ) throws(ClientError) {
        let log = "\(socket.folder)/\(program.name).log"
        if let last = try? FileStatus(log), last.isFile, last.size > 0 { rename(log, log + ".1") }
        let output = try ClientError.orUnreachable(
            try Descriptor.open(log, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND)
        ) { "cannot write \(log): \($0)" }
        var environment = Self.environment(ProcessInfo.processInfo.environment, notify: notify)
        // It begins in the root folder.
        environment["DICED_STATE_DIR"] = (try? StatePath.current(option: nil)) ?? environment["DICED_STATE_DIR"]
        process = try ClientError.orUnreachable(
            try ChildProcess(
                path, program.arguments, environment: environment, files: [1: output.number, 2: output.number],
                detached: true)
        ) { "cannot start \(path): \($0)" }
        self.log = log
    }

    /// Nil while it runs.
    func exit() -> ChildProcess.Exit? { process.exit() }

    /// Buries it when it ends, however long that takes.
    func buryLater() { process.buryLater() }

    /// What it wrote last, on one line.
    var lastWords: String {
        let words = Self.lastLines(of: FileManager.default.contents(atPath: log).map(Array.init) ?? [])
        return words.isEmpty ? "it says nothing" : words
    }

    /// This process's variables without those that belong to the service it runs in, if any.
    static func environment(_ ours: [String: String], notify: String?) -> [String: String] {
        var environment = ours
        for name in ["LISTEN_FDS", "LISTEN_PID", "LISTEN_FDNAMES", "WATCHDOG_USEC", "WATCHDOG_PID", "NOTIFY_SOCKET"] {
            environment[name] = nil
        }
        environment["NOTIFY_SOCKET"] = notify
        environment[StartedBy.variable] = StartedBy.dicectl
        return environment
    }

    /// The last three lines that are not blank, joined.
    static func lastLines(of text: [UInt8]) -> String {
        String(decoding: text.suffix(4_096), as: UTF8.self).split(whereSeparator: \.isNewline)
            .filter { !$0.allSatisfy(\.isWhitespace) }.suffix(3).joined(separator: " / ")
    }
}

/// A program that a client starts if nobody listens.
public struct StartedProgram: Sendable, Hashable {
    /// The name of the program, and of its units.
    public let name: String
    /// The environment variable that names it.
    let variable: String
    /// What it is, as errors say it.
    let kind: String
    /// The name of the socket that its unit has in the folder of sockets.
    let unitSocket: String
    let arguments: [String]
    /// Whether it has the tables, which no two of its kind can have.
    let hasTables: Bool

    /// The daemon of this socket.
    public static func daemon(_ socket: SocketPath) -> StartedProgram {
        StartedProgram(
            name: "diced", variable: "DICED", kind: "daemon", unitSocket: "diced.sock",
            arguments: ["--socket", socket.path, "--idle-exit", String(StartPlan.idleExit)], hasTables: true)
    }

    /// The page for the daemon of this socket, for this machine or for its local network.
    public static func web(for daemon: SocketPath, isOnLocalNetwork: Bool = false) -> StartedProgram {
        StartedProgram(
            name: "diced-web", variable: "DICED_WEB", kind: "diced-web", unitSocket: "web.sock",
            arguments: ["--socket", daemon.path, "--start-daemon", "--idle-exit", String(StartPlan.idleExit)]
                + (isOnLocalNetwork ? ["--lan"] : []),
            hasTables: false)
    }
}

/// The `$NOTIFY_SOCKET` of sd_notify(3), on which a daemon says that it is ready.
final class ReadinessSocket {
    let descriptor: Int32
    /// What the daemon gets as `$NOTIFY_SOCKET`.
    let name: String

    /// Nil if none can be made. A file in `folder`, removed with the value.
    init?(folder: String) {
        let path = "\(folder)/ready.\(getpid())"
        unlink(path)
        guard let address = SocketAddress(path: path), let socket = try? Descriptor.socket(.datagram),
            (try? address.bind(socket.number)) != nil
        else { return nil }
        descriptor = socket.release()
        name = path
    }

    deinit {
        close(descriptor)
        unlink(name)
    }

    /// Takes what has arrived: it only had to wake the one who waits.
    func drain() {
        var byte: UInt8 = 0
        while recv(descriptor, &byte, 1, Int32(MSG_DONTWAIT)) >= 0 {}
    }
}
