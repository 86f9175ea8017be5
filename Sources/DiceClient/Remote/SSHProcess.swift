import Glibc
import Unix

/// The ssh process of one connection. The process ends with the value.
final class SSHProcess {
    private let child: ChildProcess
    private let process: RunningProcess?
    /// The descriptors that become readable when it has ended.
    private let ending: [Poll.Interest]
    /// Our end of its standard error; `nil` after its end.
    private var errors: Int32?
    private var words = LastWords()
    private var exit: ChildProcess.Exit?
    /// The time for it to exit by itself after the end of its input.
    var grace = Duration.milliseconds(300)

    /// The time for it to exit after it was signaled.
    var patience = Duration.seconds(1)

    /// - Parameters:
    ///   - stream: Its standard input and output.
    ///   - mayAsk: True if it may ask for passwords at the terminal of this process.
    init(
        _ program: String,
        _ arguments: [String],
        environment: [String: String],
        stream: borrowing Descriptor,
        mayAsk: Bool
    ) throws(SystemError) {
        let errors = try Descriptor.Pair()
        let silence = mayAsk ? [:] : ["SSH_ASKPASS_REQUIRE": "never"]
        child = try ChildProcess(
            program,
            arguments,
            environment: environment.merging(silence) { $1 },
            files: [0: stream.number, 1: stream.number, 2: errors.theirs.number],
            ownSession: !mayAsk,
            goesOn: true
        )
        if let process = RunningProcess(pid: Int(child.pid)) {
            ending = [Poll.Interest(process.descriptor)]
            self.process = consume process
        } else {
            ending = []
            process = nil
        }
        self.errors = errors.takeLocalEnd().release()
    }

    deinit {
        end()
    }

    /// The descriptors to wait for beside the connection's socket.
    var interests: [Poll.Interest] { errors.map { [Poll.Interest($0)] } ?? [] }

    /// Reads ssh's standard error, so that ssh never blocks while writing to it. Never blocks
    /// itself.
    func listen() {
        var chunk = [UInt8](repeating: 0, count: 4_096)
        while let errors {
            let count = recv(errors, &chunk, chunk.count, Int32(MSG_DONTWAIT))
            if count > 0 {
                words.append(chunk[..<count])
            } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
                closeErrors()
            } else if errno == EAGAIN {
                return
            }
        }
    }

    /// Returns its exit and its last output, after its end of the stream has closed. Waits for its
    /// exit up to `limit`; the exit is `nil` if ssh is still running.
    func lastWords(within limit: Duration) -> (exit: ChildProcess.Exit?, words: String) {
        let deadline = Deadline.after(limit)
        while !hasEnded, !deadline.hasPassed {
            _ = Poll.wait(for: interests + ending, until: deadline)
            listen()
        }
        listen()
        return (exit, words.text)
    }

    /// Waits for its exit, then sends SIGTERM, then SIGKILL.
    func end() {
        closeErrors()
        if ends(within: grace) {
            return
        }
        kill(child.pid, SIGTERM)
        if ends(within: patience) {
            return
        }
        kill(child.pid, SIGKILL)
        exit = child.waitForExit()
    }

    private func ends(within limit: Duration) -> Bool {
        let deadline = Deadline.after(limit)
        while !hasEnded, !deadline.hasPassed {
            _ = Poll.wait(for: ending, until: deadline)
        }
        return hasEnded
    }

    private var hasEnded: Bool {
        if exit == nil {
            exit = child.exit()
        }
        return exit != nil
    }

    private func closeErrors() {
        if let errors {
            close(errors)
        }
        errors = nil
    }
}
