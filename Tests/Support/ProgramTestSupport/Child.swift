package import Foundation
import Unix

/// A process that a test has started. Threads read its standard output and error to their ends.
package final class Child: Sendable {
    package enum Ending: Sendable, Hashable {
        case exited(Int32)
        case killed(by: Int32)
    }

    package let program: String
    package let pid: pid_t
    package let output: Recorded<String>
    package let errors: Recorded<String>
    private let input: Locked<Int32?>
    /// `nil` while the process is running or its pid has not been released.
    private let reaped = Locked<Ending?>(nil)
    private let endings: Recorded<Ending>

    /// - Parameters:
    ///   - environment: the complete environment; nothing is inherited.
    ///   - files: additional descriptors of this process, by the number that they have in the
    ///     child.
    ///   - output: the destination of standard output, instead of `output`.
    package init(
        _ program: String,
        _ arguments: [String],
        environment: [String: String],
        files: [Int32: Int32] = [:],
        output replacement: Int32? = nil
    ) throws {
        let name = program.split(separator: "/").last.map(String.init) ?? program
        let standardInput = try Descriptor.Pair()
        let standardOutput = try Descriptor.Pair()
        let standardError = try Descriptor.Pair()
        var table = files
        table[0] = standardInput.theirs.number
        table[1] = replacement ?? standardOutput.theirs.number
        table[2] = standardError.theirs.number
        let pid = try ChildProcess(
            program,
            arguments,
            environment: environment,
            files: table
        ).pid
        self.program = program
        self.pid = pid
        let lines = Recorded<String>("\(name)'s output")
        let complaints = Recorded<String>("\(name)'s errors")
        output = lines
        errors = complaints
        endings = Recorded("\(name)'s life")
        input = Locked(standardInput.takeLocalEnd().release())
        let out = standardOutput.takeLocalEnd().release()
        let err = standardError.takeLocalEnd().release()
        Thread.detachNewThread { Lines.read(Descriptor(out), into: lines) }
        Thread.detachNewThread { Lines.read(Descriptor(err), into: complaints) }
        Thread.detachNewThread { self.reap() }
    }

    /// Waits without releasing the pid first, so that no signal can reach another process with the
    /// same pid.
    private func reap() {
        var info = siginfo_t()
        while waitid(P_PID, id_t(pid), &info, WEXITED | WNOWAIT) != 0, errno == EINTR {}
        let ending = reaped.withLock { reaped in
            var status: Int32 = 0
            while waitpid(pid, &status, 0) < 0, errno == EINTR {}
            let signal = status & 0x7F
            let ending =
                signal == 0 ? Ending.exited((status >> 8) & 0xFF) : .killed(by: signal)
            reaped = ending
            return ending
        }
        endings.append(ending)
        endings.end()
    }

    /// Does nothing to a process that has ended.
    package func signal(_ number: Int32) {
        reaped.withLock { if $0 == nil { _ = kill(pid, number) } }
    }

    package var isAlive: Bool { reaped.withLock { $0 == nil } }

    /// Returns the exit of the process, once it has ended.
    package func ending() async throws -> Ending {
        try await endings.first { _ in true }.element
    }

    /// Returns all of the process's standard output, once the process has ended.
    package func wholeOutput() async throws -> [String] {
        try await output.ended()
        return output.all
    }

    /// Returns all of the process's standard error as one text, once the process has ended.
    package func complaint() async throws -> String {
        try await errors.ended()
        return errors.all.joined(separator: "\n")
    }

    package func write(_ text: String) {
        input.withLock { input in
            if let input {
                Descriptor.write(Array(text.utf8), to: input)
            }
        }
    }

    package func closeInput() {
        input.withLock { input in
            if let input {
                close(input)
            }
            input = nil
        }
    }

    deinit {
        closeInput()
    }
}
