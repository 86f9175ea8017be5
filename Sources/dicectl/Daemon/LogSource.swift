import ArgumentParser
import DiceClient
import DiceFollowing
import DiceModel
import DiceWire
import FoundationEssentials
import Glibc
import Unix

/// The location of a daemon's log and the program that reads it.
enum LogSource: Hashable {
    /// The journal, read with these arguments of journalctl(1).
    case journal([String])
    case file(String)

    /// A program that has a log.
    enum Program: String, CaseIterable, Sendable {
        case daemon = "diced"
        case page = "diced-web"
        case bridge = "diced-mqtt"

        /// Parses `diced-web` and its systemd name `diced-web.service`.
        init(parsing text: String) throws {
            let name =
                text.hasSuffix(".service")
                ? String(text.dropLast(".service".count)) : text
            guard let program = Self(rawValue: name) else {
                throw ValidationError(
                    "no log of \"\(text)\"; use diced, diced-web or diced-mqtt"
                )
            }
            self = program
        }

        fileprivate var unit: String { rawValue + ".service" }
    }

    /// Finds a program's log, without starting the program. Throws `missing` if there is no log.
    init(_ context: CommandContext, of program: Program) throws {
        if context.isShared {
            self = .journal(["-u", program.unit])
            return
        }
        switch program {
        case .daemon: try self.init(ofDaemon: context)
        case .page: try self.init(ofPage: context)
        case .bridge: self = .journal(Self.userUnit(program))
        }
    }

    private static func userUnit(_ program: Program) -> [String] {
        ["--user-unit", program.unit]
    }

    /// Finds the log of a page that dicectl has started, unless systemd is listening for that page.
    private init(ofPage context: CommandContext) throws {
        let socket = try context.socketPath
        let file = "\(socket.folder)/\(Program.page.rawValue).log"
        let hasFile = access(file, R_OK) == 0 && !UserUnit.listensForPage(of: socket)
        self = hasFile ? .file(file) : .journal(Self.userUnit(.page))
    }

    /// Queries a running daemon, but does not start one.
    private init(ofDaemon context: CommandContext) throws {
        let unit = Self.userUnit(.daemon)
        let socket = try context.socketPath
        let isRunning = FileLock.likelyHolder(socket.path + ".lock") != nil
        let status = isRunning ? try? context.reconnect().call(.status) : nil
        if status?.log == "journal" {
            self = .journal(
                status?.startedBy == "systemd"
                    ? unit : ["-t", "diced", "_UID=\(geteuid())"]
            )
        } else if status == nil, UserUnit.ofDaemon(on: socket) != nil,
            Self.journal(unit).hasLines
        {
            self = .journal(unit)
        } else if let status, status.log == nil {
            throw Self.missing(
                "diced (pid \(status.pid)) logs to the standard error of the program that started it; look there"
            )
        } else {
            let file = status?.log ?? socket.folder + "/diced.log"
            guard access(file, R_OK) == 0 else {
                throw Self.missing(
                    "no log: cannot read \(file), the log of a daemon started by dicectl: \(SystemError.last)"
                )
            }
            self = .file(file)
        }
    }

    private var hasLines: Bool {
        let words = command(follows: false) + ["-q", "-n", "1"]
        let run = CapturedRun(
            words[0],
            Array(words.dropFirst()),
            environment: ProcessInfo.processInfo.environment,
            limit: .seconds(5)
        )
        return run?.output.contains("{") ?? false
    }

    /// Returns the command that prints the log and, with `follows`, runs as long as this process.
    private func command(follows: Bool, since: Timestamp? = nil) -> [String] {
        switch self {
        case .journal(let words):
            ["journalctl", "-o", "json", "--all"]
                + (follows ? ["-f", "--no-tail"] : [])
                + (since.map { ["--since", "@\($0.millisecondsSinceEpoch / 1_000)"] }
                    ?? []) + words
        case .file(let path):
            ["tail", "-n", "+1"]
                + (follows ? ["-s", "1", "-F", "--pid", String(getpid())] : []) + [
                    "--", path,
                ]
        }
    }

    /// Passes each line to `body`. Rethrows its errors, and throws `outputClosed` if standard
    /// output no longer has a reader, and `missing` if the log is not readable.
    func forEachLine(follows: Bool, since: Timestamp?, _ body: (LogLine) throws -> Void)
        throws
    {
        // The log of the previous start is first.
        if case .file(let path) = self, access(path + ".1", R_OK) == 0 {
            try LogSource.file(path + ".1").forEachLine(
                follows: false,
                since: since,
                body
            )
        }
        let command = command(follows: follows, since: since)
        let ends = try Descriptor.Pair()
        let silence = try Descriptor.open("/dev/null", O_WRONLY)
        let errors = isJournal ? ends.theirs.number : silence.number
        let child: ChildProcess
        do {
            child = try ChildProcess(
                command[0],
                Array(command.dropFirst()),
                environment: ProcessInfo.processInfo.environment,
                files: [1: ends.theirs.number, 2: errors]
            )
        } catch {
            throw Self.missing(
                "cannot run \(command[0]) to read the log: \(error); install it"
            )
        }
        defer {
            kill(child.pid, SIGTERM)
            _ = child.waitForExit()
        }
        var lines = LineReader(following: ends.takeLocalEnd(), of: command[0])
        var isEmpty = true
        var words = ""
        while let bytes = try lines.next() {
            if let line = isJournal ? LogLine(journal: bytes) : LogLine(file: bytes) {
                isEmpty = false
                try body(line)
            } else {
                words = String(decoding: bytes, as: UTF8.self)
                if isClosed(words) {
                    throw Self.missing(
                        "you may not read the journal: sudo usermod -aG systemd-journal "
                            + "\(AccountName.ownLogin ?? "USER"), then log in again"
                    )
                }
            }
        }
        let isPart = since != nil && ["", "-- No entries --"].contains(words)
        if isJournal, isEmpty, !isPart {
            let advice =
                words.isEmpty || words == "-- No entries --"
                ? help : "journalctl: \(words)"
            throw Self.missing("the journal has no records of \(name); \(advice)")
        }
    }

    /// The unit whose lines are read from the journal, or else the program's name.
    private var name: String {
        guard case .journal(let words) = self else { return "diced" }
        return words.first == "-t" ? words[1] : words.last ?? "diced"
    }

    /// The advice to give if the journal has no lines.
    private var help: String {
        let manager = isOfSystem ? "systemctl" : "systemctl --user"
        return
            "to see if it has run: \(manager) status \(name); a program that you start yourself logs to its "
            + "standard error"
    }

    /// True if it is the journal of a system unit.
    private var isOfSystem: Bool {
        guard case .journal(let words) = self else { return false }
        return words.first == "-u"
    }

    private static func missing(_ reason: String) -> CommandError {
        .program(66, reason)
    }

    private var isJournal: Bool { if case .journal = self { true } else { false } }

    /// True if journalctl prints this when the user may not read the daemon's lines.
    private func isClosed(_ words: String) -> Bool {
        words.contains("insufficient permissions")
            || isOfSystem && words.contains("You are currently not seeing messages")
    }
}
