import DiceClient
import DiceModel
import DiceWire
import Glibc
import Unix

/// Where a daemon's log is, and what reads it.
enum LogSource: Hashable {
    /// With these words for journalctl(1).
    case journal([String])
    case file(String)

    static let sharedJournal = LogSource.journal(["-u", "diced.service"])

    /// A daemon that runs is asked; none is started.
    init(_ context: CommandContext) throws {
        let unit = ["--user-unit", "diced.service"]
        let socket = try context.socketPath
        let isRunning = !context.isShared && FileLock.likelyHolder(socket.path + ".lock") != nil
        let status = isRunning ? try? context.reconnect().call(.status) : nil
        if context.isShared {
            self = .sharedJournal
        } else if status?.log == "journal" {
            self = .journal(status?.startedBy == "systemd" ? unit : ["-t", "diced", "_UID=\(geteuid())"])
        } else if status == nil, UserUnit.ofDaemon(on: socket) != nil, Self.journal(unit).hasLines {
            self = .journal(unit)
        } else if let status, status.log == nil {
            throw Self.missing(
                "diced (pid \(status.pid)) logs to the standard error that it was started with: look there")
        } else {
            let file = status?.log ?? socket.folder + "/diced.log"
            guard access(file, R_OK) == 0 else {
                throw Self.missing(
                    "there is no log: cannot read \(file), where a daemon that dicectl starts writes it: \(SystemError.last)"
                )
            }
            self = .file(file)
        }
    }

    private var hasLines: Bool {
        let words = command(follows: false) + ["-q", "-n", "1"]
        let run = CapturedRun(
            words[0], Array(words.dropFirst()), environment: CommandContext().environment, limit: .seconds(5))
        return run?.output.contains("{") ?? false
    }

    /// The program that prints the log, and with `follows` goes on for as long as this process.
    private func command(follows: Bool, since: Timestamp? = nil) -> [String] {
        switch self {
        case .journal(let words):
            ["journalctl", "-o", "json", "--all"] + (follows ? ["-f", "--no-tail"] : [])
                + (since.map { ["--since", "@\($0.millisecondsSinceEpoch / 1_000)"] } ?? []) + words
        case .file(let path):
            ["tail", "-n", "+1"] + (follows ? ["-s", "1", "-F", "--pid", String(getpid())] : []) + ["--", path]
        }
    }

    /// Hands each line to `body`. Throws what it throws, `outputClosed` once nobody reads standard output, and `missing`
    /// if the log is not to be read.
    func forEachLine(follows: Bool, since: Timestamp?, _ body: (LogLine) throws -> Void) throws {
        // That of the start before comes first.
        if case .file(let path) = self, access(path + ".1", R_OK) == 0 {
            try LogSource.file(path + ".1").forEachLine(follows: false, since: since, body)
        }
        let command = command(follows: follows, since: since)
        let ends = try Descriptor.Pair()
        let silence = try Descriptor.open("/dev/null", O_WRONLY)
        let errors = isJournal ? ends.theirs.number : silence.number
        let child: ChildProcess
        do {
            child = try ChildProcess(
                command[0], Array(command.dropFirst()), environment: CommandContext().environment,
                files: [1: ends.theirs.number, 2: errors])
        } catch { throw Self.missing("cannot run \(command[0]), which reads the log (\(error)); install it") }
        defer {
            kill(child.pid, SIGTERM)
            _ = child.waitForExit()
        }
        var lines = LineReader(following: ends.takeOurs(), of: command[0])
        var (isEmpty, words) = (true, "")
        while let bytes = try lines.next() {
            if let line = isJournal ? LogLine(journal: bytes) : LogLine(file: bytes) {
                isEmpty = false
                try body(line)
            } else {
                words = String(decoding: bytes, as: UTF8.self)
                if isClosed(words) {
                    throw Self.missing(
                        "the journal is closed to you: sudo usermod -aG systemd-journal "
                            + "\(AccountName.ownLogin ?? "USER"), then log in again")
                }
            }
        }
        let isPart = since != nil && ["", "-- No entries --"].contains(words)
        if isJournal, isEmpty, !isPart {
            throw Self.missing("the journal has nothing of diced\(words.isEmpty ? "" : "; journalctl: \(words)")")
        }
    }

    private static func missing(_ reason: String) -> CommandError { .program(66, reason) }

    private var isJournal: Bool { if case .journal = self { true } else { false } }

    /// Whether this is said by journalctl to who may not read the daemon's lines.
    private func isClosed(_ words: String) -> Bool {
        words.contains("insufficient permissions")
            || self == .sharedJournal && words.contains("You are currently not seeing messages")
    }
}
