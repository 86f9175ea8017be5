import FoundationEssentials
import Glibc
import Unix

/// A daemon that this process has started, until it listens or exits.
struct SpawnedDaemon {
    private var start: Start
    private let log: String

    private enum Start {
        case child(ChildProcess)
        case unit(UnitStart)
    }

    /// The exit status of a daemon when another one is using the socket or the data.
    static let otherDaemon: Int32 = 73

    /// Starts the program at `path`, detached, with its output in a log beside the socket:
    /// `diced.log`. The log of the last start becomes `diced.log.1`.
    ///
    /// - Parameters:
    ///   - unit: The service to start; `nil` for a child of this process.
    ///   - isRepeated: True if this repeats the last start, whose log is then not kept.
    /// - Throws: `unreachable`.
    init(
        _ path: String,
        as program: StartedProgram,
        socket: SocketPath,
        notify: String?,
        unit: TransientUnit? = nil,
        isRepeated: Bool = false
    ) throws(ClientError) {
        let log = "\(socket.folder)/\(program.name).log"
        if !isRepeated, let last = try? FileStatus(log), last.isFile, last.size > 0 {
            rename(log, log + ".1")
        }
        let output = try ClientError.orUnreachable(
            try Descriptor.open(log, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND)
        ) { "cannot write \(log): \($0)" }
        var environment = Self.environment(
            ProcessInfo.processInfo.environment,
            notify: notify
        )
        // Its working directory is the root folder.
        environment["DICED_STATE_DIR"] =
            (try? StatePath.current(option: nil)) ?? environment["DICED_STATE_DIR"]
        self.log = log
        if let begun = unit?.start(
            path,
            of: program,
            environment: environment,
            log: log
        ) {
            start = .unit(begun)
            return
        }
        let process = try ClientError.orUnreachable(
            try ChildProcess(
                path,
                program.arguments,
                environment: environment,
                files: [1: output.number, 2: output.number],
                detached: true
            )
        ) { "cannot start \(path): \($0)" }
        start = .child(process)
    }

    /// Returns how a child has exited; `nil` while the child is running, and for a unit.
    func exit() -> ChildProcess.Exit? {
        if case .child(let process) = start {
            process.exit()
        } else {
            nil
        }
    }

    /// Returns true for a unit that systemd has not started, or that has ended.
    mutating func hasUnitFailed() -> Bool {
        guard case .unit(var begun) = start else { return false }
        let hasFailed = begun.hasFailed()
        start = .unit(begun)
        return hasFailed
    }

    /// Reaps a child of this process when it exits, whenever that is.
    func reapLater() {
        switch start {
        case .child(let process): process.reapLater()
        case .unit(let begun): begun.reapLater()
        }
    }

    /// The last output of the program, on one line.
    var lastWords: String {
        let words = Self.lastLines(
            of: FileManager.default.contents(atPath: log).map(Array.init) ?? []
        )
        return words.isEmpty ? "it printed no message" : words
    }

    /// Returns this process's variables without those of the service that it runs in, if any.
    static func environment(
        _ ours: [String: String],
        notify: String?
    ) -> [String: String] {
        var environment = ours
        for name in [
            "LISTEN_FDS", "LISTEN_PID", "LISTEN_FDNAMES", "WATCHDOG_USEC",
            "WATCHDOG_PID",
            "NOTIFY_SOCKET",
        ] {
            environment[name] = nil
        }
        environment["NOTIFY_SOCKET"] = notify
        environment[StartedBy.variable] = StartedBy.dicectl
        return environment
    }

    /// Returns the last three lines that are not blank, joined, without the time and level of a
    /// line of the daemon's log.
    static func lastLines(of text: [UInt8]) -> String {
        String(decoding: text.suffix(4_096), as: UTF8.self).split(
            whereSeparator: \.isNewline
        )
        .filter { !$0.allSatisfy(\.isWhitespace) }.suffix(3).map(message).joined(separator: " / ")
    }

    private static func message(of line: Substring) -> Substring {
        let words = line.split(separator: " ", maxSplits: 2)
        let isRecord =
            words.count == 3 && words[0].first?.isNumber == true && words[0].last == "Z"
        return isRecord ? words[2] : line
    }
}
