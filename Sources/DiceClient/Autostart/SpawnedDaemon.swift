internal import FoundationEssentials
internal import Glibc
internal import Unix

/// A daemon that this process has started, until it listens or ends.
struct SpawnedDaemon {
    private let process: ChildProcess
    private let log: String

    /// The exit status by which a daemon says that another one has the socket or the data.
    static let otherDaemon: Int32 = 73

    /// Starts the program at `path`, detached, its output in a log beside the socket: `diced.log`. Throws `unreachable`.
    init(
        _ path: String, as program: StartedProgram, socket: SocketPath, notify: String?
    ) throws(ClientError) {
        log = "\(socket.folder)/\(program.name).log"
        let output: Descriptor
        do {
            output = try Descriptor.open(log, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND)
        } catch {
            throw .unreachable("cannot write \(log): \(error)")
        }
        do {
            process = try ChildProcess(
                path, program.arguments,
                environment: Self.environment(ProcessInfo.processInfo.environment, notify: notify),
                files: [1: output.number, 2: output.number], detached: true)
        } catch {
            throw .unreachable("cannot start \(path): \(error)")
        }
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

    /// This process's variables without those that belong to whatever service it runs in.
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
