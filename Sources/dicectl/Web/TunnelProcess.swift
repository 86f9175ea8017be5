import DiceClient
import Glibc
import Unix

/// The running command of `dicectl web --through`, in a session of its own without a terminal. Its
/// processes end with the value.
final class TunnelProcess {
    private let child: ChildProcess
    private let process: RunningProcess?
    /// The descriptor that becomes readable at its end.
    let ending: [Poll.Interest]
    /// Our ends of its output.
    private var outputs: [PrintedOrigin.Stream: Int32] = [:]
    private var words = LastWords()
    private var hasReaped = false

    /// The time for its processes to exit after SIGTERM.
    static let patience = Duration.seconds(2)
    /// The interval for a kernel that does not report the end of a process.
    static let glance = Duration.milliseconds(200)

    init(_ command: String, environment: [String: String]) throws(SystemError) {
        let output = try Descriptor.Pair()
        let errors = try Descriptor.Pair()
        child = try ChildProcess(
            "/bin/sh",
            ["-c", command],
            environment: environment,
            files: [1: output.theirs.number, 2: errors.theirs.number],
            ownSession: true
        )
        if let running = RunningProcess(pid: Int(child.pid)) {
            ending = [Poll.Interest(running.descriptor)]
            process = consume running
        } else {
            ending = []
            process = nil
        }
        outputs[.output] = output.takeLocalEnd().release()
        outputs[.errors] = errors.takeLocalEnd().release()
    }

    deinit {
        end()
    }

    /// The descriptors of its output.
    var interests: [Poll.Interest] {
        outputs.values.map { Poll.Interest($0) }
    }

    /// The last lines of its output, on lines of their own.
    var lastWords: String {
        let lines = words.text.split(separator: "\n").filter { !$0.allSatisfy(\.isWhitespace) }
        return lines.suffix(3).joined(separator: "\n")
    }

    /// Reads available output without blocking: up to 64 KiB, so that a command that prints
    /// without end does not keep us from everything else. Returns the number of bytes.
    @discardableResult
    func read(_ take: (ArraySlice<UInt8>, PrintedOrigin.Stream) -> Void) -> Int {
        var chunk = [UInt8](repeating: 0, count: 32_768)
        var total = 0
        for stream in PrintedOrigin.Stream.allCases {
            guard let descriptor = outputs[stream] else { continue }
            let count = recv(descriptor, &chunk, chunk.count, Int32(MSG_DONTWAIT))
            if count > 0 {
                words.append(chunk[..<count])
                take(chunk[..<count], stream)
                total += count
            } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
                close(descriptor)
                outputs[stream] = nil
            }
        }
        return total
    }

    /// True once the command itself has ended. It is not reaped yet, so that its number still means
    /// its group.
    var hasEnded: Bool {
        var info = siginfo_t()
        let status = waitid(P_PID, id_t(child.pid), &info, WEXITED | WNOHANG | WNOWAIT)
        return status != 0 || info.si_signo == SIGCHLD
    }

    /// Ends all processes of its group: SIGTERM, then SIGKILL. Returns how the command has exited;
    /// `nil` if that is known already.
    @discardableResult
    func end() -> ChildProcess.Exit? {
        guard !hasReaped else { return nil }
        kill(-child.pid, SIGTERM)
        let deadline = Deadline.after(Self.patience)
        while !(hasEnded && outputs.isEmpty), !deadline.hasPassed {
            let glance = Deadline.after(Self.glance)
            let interests = hasEnded ? interests : interests + ending
            _ = Poll.wait(for: interests, until: min(deadline, glance))
            read { _, _ in }
        }
        kill(-child.pid, SIGKILL)
        hasReaped = true
        for descriptor in outputs.values {
            close(descriptor)
        }
        outputs = [:]
        return child.waitForExit()
    }
}
